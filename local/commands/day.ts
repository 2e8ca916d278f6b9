export const dayMs = 86_400_000;

/** When a day (UTC, `2026-11-22`) began, in Unix milliseconds. Throws if it is not a day. */
export const startOf = (day: string): number => {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(from) || new Date(from).toISOString().slice(0, 10) !== day)
    throw new Error(`"${day}" is not a day like 2026-11-22.`);
  return from;
};
