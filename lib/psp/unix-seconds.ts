/** A time as PSPs write it (ISO 8601 with its offset, `2025-11-20T10:00:00+01:00`) in Unix seconds, or undefined for any other text. */
export const unixSeconds = (text: string | undefined): number | undefined => {
  if (text === undefined || !written.test(text)) return undefined;
  // biome-ignore lint/style/noRestrictedGlobals: reading a written time asks no clock
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
};

const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
