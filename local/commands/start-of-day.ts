import { zoneTime } from '../../lib/http/zone-time.ts';
import { dayMs, startOf } from './day.ts';

const quarter_ms = 900_000;
/** The east-most zone is this far ahead of UTC. */
const most_ahead_ms = 14 * 3_600_000;

/** When a day (`2026-11-22`) begins where clocks show that zone's time, in Unix milliseconds: at a quarter of an hour. Throws if it is not a day. */
export const startOfDay = (day: string, time_zone: string): number => {
  const timeOf = zoneTime(time_zone);
  let at = startOf(day) - most_ahead_ms;
  const latest = at + 2 * dayMs;
  while (timeOf(at).slice(0, 10) < day && at < latest) at += quarter_ms;
  return at;
};

/** When it ends, which is when the next one begins. */
export const endOfDay = (day: string, time_zone: string): number =>
  startOfDay(new Date(startOf(day) + dayMs).toISOString().slice(0, 10), time_zone);
