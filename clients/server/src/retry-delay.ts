import type { Platform } from './platform.ts';

const firstMs = 500;
const longestMs = 8_000;

/**
 * How long to wait before the next try, in milliseconds. Full jitter: anything between nothing and a bound that doubles. After a `retry-after`, at
 * least that long, plus a little spread. `retries`: the number so far.
 */
export const retryDelay = (
  { random, date }: Pick<Platform, 'random' | 'date'>,
  retries: number,
  retryAfter: string | undefined,
): number => {
  const asked = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, date());
  if (asked !== undefined) return asked + random() * firstMs;
  return random() * Math.min(longestMs, firstMs * 2 ** retries);
};

/** Seconds, or a date. */
const readRetryAfter = (value: string, now: number): number | undefined => {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
