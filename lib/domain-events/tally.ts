import type { Count, Tallied } from '../types/hour-count.ts';

/** The counts of a window so far. Its batches pass them on as JSON. */
export type Tally = Tallied | undefined;

/** One record of a stream and its counts. Sequence numbers are decimal. */
export type Counted = { readonly sequence: string; readonly counts: readonly Count[] };

/** The tally with more records. A record at or before the tally's position was already counted. */
export const addToTally = (tally: Tally, records: readonly Counted[]): Tally =>
  records.reduce((sum: Tally, { sequence, counts }) => {
    if (counts.length === 0 || (sum && BigInt(sequence) <= BigInt(sum.last))) return sum;
    return { first: sum?.first ?? sequence, last: sequence, counts: addCounts(sum?.counts ?? [], counts) };
  }, tally);

/** What one sum is of. */
const key = ['hour', 'psp', 'currency', 'what'] as const;

const addCounts = (sums: readonly Count[], counts: readonly Count[]): readonly Count[] => {
  const next = [...sums];
  for (const count of counts) {
    const at = next.findIndex((sum) => key.every((name) => sum[name] === count[name]));
    const before = next[at];
    if (before === undefined) next.push(count);
    else next[at] = { ...before, n: before.n + count.n };
  }
  return next;
};
