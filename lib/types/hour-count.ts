/** Something that happened at a PSP account in the hour that began at `hour` (Unix milliseconds): `n` more of `what`. */
export type Count = {
  readonly hour: number;
  readonly psp: string;
  readonly what: string;
  readonly n: number;
};

/** The counts of a part of a stream. Sequence numbers are decimal: those of the first and the last record that counted. */
export type Tallied = {
  readonly first: string;
  readonly last: string;
  readonly counts: readonly Count[];
};

/**
 * Hours, one row each for a PSP account and a shard, so that writers never conflict. Throws `ApiError('storage_unavailable')`; a write that threw may
 * have happened.
 */
export type HourCounters = {
  /** Adds a part of a shard, once: a part not after the last one added changes nothing. */
  readonly add: (shard: string, tallied: Tallied) => Promise<void>;
  /** The sums over all shards of each hour that began from `from` to `to` (Unix milliseconds), oldest first. */
  readonly between: (from: number, to: number) => Promise<readonly HourCount[]>;
};

export type HourCount = {
  readonly hour: number;
  readonly psp: string;
  readonly counts: Readonly<Record<string, number>>;
};
