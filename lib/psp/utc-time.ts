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
