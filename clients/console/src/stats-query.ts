import type { RetrieveStatsQuery } from '../../server/src/generated/api-types.ts';
import { dayOf, daysAfter, startOfDay } from './format.ts';
import { timeZone } from './preferences.ts';

export const spans = ['1', '7', '30', '90'] as const;
export const thirds = ['brand', 'country', 'outcome'] as const;

const hour_s = 3_600;

/** What the numbers are asked for: the last so many days until now, by hour where they are few. The API cuts days at full UTC hours: so is the first. */
export const statsQuery = (
  query: URLSearchParams,
  now: number,
  time_zone = timeZone.value,
): RetrieveStatsQuery => {
  const days = Number(spans.find((span) => span === query.get('days')) ?? '7');
  const first = startOfDay(daysAfter(dayOf(now, time_zone), 1 - days), time_zone) ?? 0;
  const from = Math.ceil(first / hour_s) * hour_s;
  const third = thirds.find((name) => name === query.get('by'));
  return {
    from,
    to: Math.max(Math.ceil(now / 1000), from + 1),
    interval: days <= 1 ? 'hour' : 'day',
    time_zone,
    by: ['psp', 'currency', ...(third ? [third] : [])].join(','),
  };
};
