import type { RetrieveStatsQuery } from '../../server/src/generated/api-types.ts';
import { dayOf, daysAfter, startOfDay } from './format.ts';
import { timeZone } from './preferences.ts';

export const spans = ['1', '7', '30', '90'] as const;
export const thirds = ['brand', 'country', 'outcome'] as const;

/** What the numbers are asked for: the last so many days until now, by hour where they are few. */
export const statsQuery = (
  query: URLSearchParams,
  now: number,
  time_zone = timeZone.value,
): RetrieveStatsQuery => {
  const days = Number(spans.find((span) => span === query.get('days')) ?? '7');
  const from = startOfDay(daysAfter(dayOf(now, time_zone), 1 - days), time_zone) ?? 0;
  const third = thirds.find((name) => name === query.get('by'));
  return {
    from,
    to: Math.ceil(now / 1000),
    interval: days <= 1 ? 'hour' : 'day',
    time_zone,
    by: ['psp', 'currency', ...(third ? [third] : [])].join(','),
  };
};
