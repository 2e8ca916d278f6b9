/** A time in the format of PSPs, to the second: `2025-11-20T09:00:00Z`. Such texts sort chronologically. `unix_ms` in Unix milliseconds. */
export const utcTime = (unix_ms: number): string => {
  const [date, time] = inSwedish().format(unix_ms).split(' ');
  return `${date}T${time}Z`;
};

/**
 * Swedish writes year, month and day in this order, and formatting reads no clock, so no Date is needed. Made on first use: the first one in a
 * process loads the languages, a tenth of a cold start.
 */
const inSwedish = (): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

/** A time as PSPs write it (ISO 8601 with its offset, `2025-11-20T10:00:00+01:00`) in Unix milliseconds, or undefined for any other text. */
export const unixMilliseconds = (text: string | undefined): number | undefined => {
  if (text === undefined || !written.test(text)) return undefined;
  // biome-ignore lint/style/noRestrictedGlobals: reading a written time asks no clock
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
};

/** The same in Unix seconds. */
export const unixSeconds = (text: string | undefined): number | undefined => {
  const ms = unixMilliseconds(text);
  return ms === undefined ? undefined : Math.floor(ms / 1000);
};

const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
