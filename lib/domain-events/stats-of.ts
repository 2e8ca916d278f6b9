import { ApiError } from '../types/api-error.ts';
import type { HourCounters } from '../types/hour-count.ts';
import type { Clock } from '../types/ports.ts';
import type { StatsQuery, StatsRow } from '../types/stats.ts';
import { hour_ms } from './stats-periods.ts';
import { sumStats } from './sum-stats.ts';

/** `complete_until`: everything before this is counted, unless the stream of changes is behind. Unix seconds. */
export type Stats = { readonly complete_until: number; readonly rows: readonly StatsRow[] };

/** A window of the stream and the calls that end it take less than this. */
const counted_after_s = 120;

/** A response can have at most 6 MB. */
const maxRows = 10_000;

/**
 * The counts of all hours that a query touches, always full hours; `from` and `to` may lie within one. Throws `parameter_invalid` if that is too much
 * for one response, and `ApiError('storage_unavailable')`.
 */
export const statsOf = async (
  {
    counters,
    clock,
  }: { readonly counters: Pick<HourCounters, 'between'>; readonly clock: Pick<Clock, 'now'> },
  query: StatsQuery,
): Promise<Stats> => {
  const from = Math.floor(query.from / hour_ms) * hour_ms;
  const to = Math.ceil(query.to / hour_ms) * hour_ms;
  const rows = sumStats(await counters.between(from, to - 1), { ...query, from, to });
  if (rows.length > maxRows)
    throw new ApiError(
      'parameter_invalid',
      `by: ${rows.length} rows are more than one answer holds. Ask for a shorter time, longer intervals or fewer parts.`,
      { param: 'by' },
    );
  const complete_until = Math.min(to / 1000, Math.floor(clock.now() / 1000) - counted_after_s);
  return { complete_until, rows };
};
