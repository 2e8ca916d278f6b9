import type { Tally } from '../../types/tally.ts';

export const noTally: Tally = { ok: 0, failed: 0 };

export const sizeOf = ({ ok, failed }: Tally): number => ok + failed;

export const addTallies = (one: Tally, other: Tally): Tally => ({
  ok: one.ok + other.ok,
  failed: one.failed + other.failed,
});

export const scaleTally = ({ ok, failed }: Tally, factor: number): Tally => ({
  ok: ok * factor,
  failed: failed * factor,
});

/** The share of good outcomes, never quite 0 or 1, so that it has log-odds. */
export const rateOf = ({ ok, failed }: Tally): number => (ok + 0.5) / (ok + failed + 1);
