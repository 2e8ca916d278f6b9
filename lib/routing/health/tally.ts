import type { Tally } from '../../types/tally.ts';

export const noTally: Tally = { ok: 0, failed: 0 };

export const sizeOf = ({ ok, failed }: Tally): number => ok + failed;

export const added = (one: Tally, other: Tally): Tally => ({
  ok: one.ok + other.ok,
  failed: one.failed + other.failed,
});

export const scaled = ({ ok, failed }: Tally, factor: number): Tally => ({
  ok: ok * factor,
  failed: failed * factor,
});

/** The share of good outcomes, never quite 0 or 1, so that it has log-odds. */
export const rateOf = ({ ok, failed }: Tally): number => (ok + 0.5) / (ok + failed + 1);

/** Wilson's 95 % interval of the share of good outcomes. */
export const intervalOf = (tally: Tally): readonly [number, number] => {
  const z = 1.96;
  const n = sizeOf(tally);
  if (n === 0) return [0, 1];
  const rate = tally.ok / n;
  const middle = (rate + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
};
