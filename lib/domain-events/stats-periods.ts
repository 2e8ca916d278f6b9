import type { StatsQuery } from '../types/stats.ts';

/** Full hours, in Unix milliseconds; `to` is exclusive. */
export type Period = { readonly from: number; readonly to: number };

export const hour_ms = 3_600_000;

/** The periods of a query, oldest first. Days are split where the time zone has a new date at a full UTC hour, and at the ends of the query. Pure. */
export const statsPeriods = ({
  from,
  to,
  interval,
  time_zone,
}: Omit<StatsQuery, 'by'>): readonly Period[] => {
  const dates = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' });
  const labelOf = (hour: number): string => (interval === 'hour' ? String(hour) : dates.format(hour));
  const periods: Period[] = [];
  let label: string | undefined;
  for (let hour = from; hour < to; hour += hour_ms) {
    const last = labelOf(hour) === label ? periods.pop() : undefined;
    periods.push({ from: last?.from ?? hour, to: hour + hour_ms });
    label = labelOf(hour);
  }
  return periods;
};
