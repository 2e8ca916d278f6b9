import type { Tally } from './tally.ts';

/** Wilson's 95 % interval of the share of good outcomes. */
export const intervalOf = ({ ok, failed }: Tally): readonly [number, number] => {
  const z = 1.96;
  const n = ok + failed;
  if (n === 0) return [0, 1];
  const rate = ok / n;
  const middle = (rate + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
};
