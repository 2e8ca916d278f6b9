/** What a row counts: a PSP account and a currency in the hour that began at `hour` (Unix milliseconds). */
type Row = { readonly hour: number; readonly psp: string; readonly currency: string };

/** Adds `n` to the count `what` of a row. */
export type Count = Row & {
  readonly what: string;
  readonly n: number;
};

/** The counts of a part of a stream. `first`, `last`: sequence numbers (decimal) of the first and the last record counted. */
export type Tallied = {
  readonly first: string;
  readonly last: string;
  readonly counts: readonly Count[];
};

/**
 * Hourly counts, with one row per PSP account, currency and shard, so that writers never conflict. Throws `ApiError('storage_unavailable')`; a write
 * that threw may still have been stored.
 */
export type HourCounters = {
  /** Adds a part of a shard, once: a part that does not come after the last one added changes nothing. */
  readonly add: (shard: string, tallied: Tallied) => Promise<void>;
  /** The sums over all shards of each hour that began in `from` to `to` (Unix milliseconds), oldest first. */
  readonly between: (from: number, to: number) => Promise<readonly HourCount[]>;
};

export type HourCount = Row & {
  readonly counts: Readonly<Record<string, number>>;
};

/**
 * The names of counts, short because every row repeats them.
 * * `a.<outcome>`: attempts.
 * * `b.<brand>.y` and `.n`, `c.<country>.y` and `.n`: approved and refused attempts by card brand and issuer country, empty if unknown.
 * * `r`: approved after another PSP had refused.
 * * `l.<limit>`: attempts with a latency up to that many milliseconds; without a limit, those that took longer.
 * * `x`: attempts whose response was lost.
 * * Money, as `.n` (how many) and `.a` (minor units): captured by attempts counted in `x` (`xc`), captures (`m`), refunds (`f`), and disputes, each
 *   once (`d`).
 */
export type MoneyCount = 'xc' | 'm' | 'f' | 'd';

/** Upper limits of latency, two per doubling. */
export const latencyLimits_ms: readonly number[] = Array.from({ length: 19 }, (_, index) =>
  Math.round(50 * 2 ** (index / 2)),
);
