import type { CardCap } from '../../routing/health/card-cap.ts';
import { countWindow, sumOf, sumOfTrials } from '../../routing/health/count-window.ts';
import { firstAttemptOf } from '../../routing/health/first-attempt.ts';
import type { HealthPart } from '../../types/health.ts';
import type { RecordChange } from '../../types/record-change.ts';

/** The counts for PSP health so far, by window. The batches of a stream pass it on as JSON. */
export type HealthTally = readonly HealthPart[];

/** A change that counts, and its time (Unix seconds). */
export type Attempt = NonNullable<ReturnType<typeof firstAttemptOf>> & {
  readonly charge: string;
  readonly at: number;
};

/** Undefined for a change that says nothing about a PSP's health. Pure. */
export const attemptIn = (change: RecordChange): Attempt | undefined => {
  if (change.table !== 'charges') return undefined;
  const attempt = firstAttemptOf(change.before, change.after);
  return attempt && { ...attempt, charge: change.after.id, at: change.at / 1000 };
};

/**
 * The tally with one more record of its shard. A record at or before its window's position was already counted; one that its card's cap refuses is
 * skipped.
 */
export const healthTallied = (
  tally: HealthTally,
  { sequence, attempt }: { readonly sequence: string; readonly attempt: Attempt },
  { tick_s, cardCounts }: { readonly tick_s: number; readonly cardCounts: CardCap },
): HealthTally => {
  const end = (Math.floor(attempt.at / tick_s) + 1) * tick_s;
  const part = tally.find(({ at }) => at === end);
  if (part && BigInt(sequence) <= BigInt(part.last)) return tally;
  if (!cardCounts(attempt.card, attempt.charge, attempt.at)) return tally;
  const { counts, trials } = countWindow(end, [attempt]);
  const next: HealthPart = {
    at: end,
    first: part?.first ?? sequence,
    last: sequence,
    counts: sumOf([...(part?.counts ?? []), ...counts]),
    ...((part?.trials || trials) && { trials: sumOfTrials([...(part?.trials ?? []), ...(trials ?? [])]) }),
  };
  return [...tally.filter(({ at }) => at !== end), next];
};
