import type { CardCap } from '../../routing/health/card-cap.ts';
import { countWindow, sumOf, sumOfTrials } from '../../routing/health/count-window.ts';
import { sumOfResponses } from '../../routing/health/failure-runs.ts';
import { firstAttemptOf } from '../../routing/health/first-attempt.ts';
import { type PspResponse, pspResponseOf } from '../../routing/health/psp-response.ts';
import type { HealthPart, PspTally } from '../../types/health.ts';
import type { RecordChange } from '../../types/record-change.ts';

/** The counts for PSP health so far, by window. The batches of a stream pass it on as JSON. */
export type HealthTally = readonly HealthPart[];

/** The counts of a change, and its time (Unix seconds): as a first attempt for approval shares, and as any attempt for whether its PSP responds. */
export type Attempt = {
  readonly first: ReturnType<typeof firstAttemptOf>;
  readonly response: PspResponse | undefined;
  readonly charge: string;
  readonly at: number;
};

/** Undefined for a change that has no information about a PSP's health. Pure. */
export const attemptIn = (change: RecordChange): Attempt | undefined => {
  if (change.table !== 'charges') return undefined;
  const first = firstAttemptOf(change.before, change.after);
  const response = pspResponseOf(change.before, change.after);
  return first || response ? { first, response, charge: change.after.id, at: change.at / 1000 } : undefined;
};

/**
 * The tally with one more record of its shard. A record at or before its window's position was already counted. A record beyond its card's cap counts
 * only for whether its PSP responds.
 */
export const addToHealthTally = (
  tally: HealthTally,
  { sequence, attempt }: { readonly sequence: string; readonly attempt: Attempt },
  { tick_s, cardCounts }: { readonly tick_s: number; readonly cardCounts: CardCap },
): HealthTally => {
  const end = (Math.floor(attempt.at / tick_s) + 1) * tick_s;
  const part = tally.find(({ at }) => at === end);
  if (part && BigInt(sequence) <= BigInt(part.last)) return tally;
  const { first, response } = attempt;
  const counted = first && cardCounts(first.card, attempt.charge, attempt.at) ? [first] : [];
  if (counted.length === 0 && !response) return tally;
  const { counts, trials } = countWindow(end, counted);
  const answers = response ? [tallyOf(response)] : [];
  const next: HealthPart = {
    at: end,
    first: part?.first ?? sequence,
    last: sequence,
    counts: sumOf([...(part?.counts ?? []), ...counts]),
    ...((part?.trials || trials) && { trials: sumOfTrials([...(part?.trials ?? []), ...(trials ?? [])]) }),
    ...((part?.answers || response) && { answers: sumOfResponses([...(part?.answers ?? []), ...answers]) }),
  };
  return [...tally.filter(({ at }) => at !== end), next];
};

const tallyOf = ({ psp, ok }: PspResponse): PspTally => ({ psp, ok: ok ? 1 : 0, failed: ok ? 0 : 1 });
