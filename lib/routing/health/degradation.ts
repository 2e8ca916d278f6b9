import type { HealthSignal } from '../../types/health.ts';
import type { Tally } from '../../types/tally.ts';
import { logLikelihoodRatio } from './log-likelihood-ratio.ts';
import { withOdds } from './log-odds.ts';
import { addTallies, noTally, rateOf, scaleTally, sizeOf } from './tally.ts';
import { fallen, isEnough, lowerBaselineRate, upperRate, type Watch } from './watch.ts';

/** A PSP that sessions are steered away from, or that is recovering. */
export type Degradation = {
  /** `recovering` has half of its weight. */
  readonly state: 'sick' | 'recovering';
  readonly signal: HealthSignal;
  /** When this state began, in Unix seconds, and its minimum duration. */
  readonly at: number;
  readonly dwell_s: number;
  /** The share of its weight that it keeps while `sick`. */
  readonly kept: number;
  /** About how many payments a minute that is. */
  readonly explored_per_min: number;
  /** Its rate when healthy, and when degraded (`sick`, as stored). */
  readonly well: number;
  readonly sick: number;
  /** The evidence that it is healthy again, and its outcomes in this state. */
  readonly score: number;
  readonly since: Tally;
  /** The outcomes of the healthy ones meanwhile, decaying like the baselines. Absent in a state that an earlier release stored. */
  readonly peers?: Tally;
  /** When its last outcome was counted. */
  readonly heard: number;
};

const first_dwell_s = 60;
const longest_dwell_s = 30 * 60;
/** Odds of 100 to 1, for or against a step of the recovery. */
const certain = Math.log(100);
/** A deeper fall counts as this deep, so that a few good outcomes are no recovery. */
const deepest = 1 / 9;

const least_kept = 0.05;
const most_kept = 0.3;
const least_explored_per_min = 3;

/**
 * The share of its weight that a `sick` PSP keeps, so that its recovery is noticed: 5 %, or three payments a minute if that is more, but never more
 * than 30 %.
 */
const keptOf = (payments_per_min: number): number =>
  Math.min(most_kept, Math.max(least_kept, least_explored_per_min / payments_per_min));

/** The degradation that begins at `at`. `dwell_s` comes from the previous one, if this is a relapse. `payments_per_min`: its own, when healthy. */
export const markDegraded = (
  signal: HealthSignal,
  watch: Watch,
  at: number,
  payments_per_min: number,
  dwell_s: number | undefined,
): Degradation => {
  const well = lowerBaselineRate(watch);
  const seen = rateOf(watch.since?.own ?? noTally);
  const kept = keptOf(payments_per_min);
  return {
    state: 'sick',
    signal,
    at,
    dwell_s: dwell_s === undefined ? first_dwell_s : Math.min(longest_dwell_s, 2 * dwell_s),
    kept,
    explored_per_min: kept * payments_per_min,
    well,
    sick: Math.min(withOdds(well, fallen), Math.max(withOdds(well, deepest), seen)),
    score: 0,
    since: noTally,
    heard: at,
  };
};

/** The outcomes of one more window, and the factor by which those of before decay. `peers`: of the healthy ones. */
type Seen = { readonly own: Tally; readonly peers: Tally; readonly decay: number };

/** The state after one more window, or undefined if the PSP has recovered. Half an hour without an outcome is a step of the recovery, too. */
export const markHealthy = (former: Degradation, at: number, seen: Seen): Degradation | undefined => {
  const { own } = seen;
  const peers = addTallies(scaleTally(former.peers ?? noTally, seen.decay), seen.peers);
  const degradation = { ...former, peers };
  const since = addTallies(degradation.since, own);
  const { sick, well } = ratesOf(degradation);
  const evidence = degradation.score + logLikelihoodRatio(own, sick, well);
  const recovering = degradation.state === 'recovering';
  if (recovering && evidence <= -certain) return relapsed(degradation, at);
  const score = recovering ? evidence : Math.max(0, evidence);
  const lasted = at - degradation.at;
  const needed = recovering
    ? certain
    : certain + Math.log1p(degradation.explored_per_min / least_explored_per_min);
  const counted_at = sizeOf(own) > 0 ? at : degradation.heard;
  const hasNoOutcomes = at - counted_at >= longest_dwell_s;
  if (!hasNoOutcomes && (lasted < degradation.dwell_s || score < needed))
    return { ...degradation, score, since, heard: counted_at };
  return recovering
    ? undefined
    : { ...degradation, state: 'recovering', at, score: 0, since: noTally, heard: at };
};

/**
 * The rates between which its outcomes decide. It is well again where the others are now, too: where all have fallen since, it would otherwise never
 * reach what it once had.
 */
const ratesOf = ({ well, sick, peers = noTally }: Degradation): Pick<Degradation, 'well' | 'sick'> => {
  if (!isEnough(peers)) return { well, sick };
  const reached = Math.min(well, upperRate(peers));
  return { well: reached, sick: Math.min(sick, withOdds(reached, fallen)) };
};

const relapsed = (degradation: Degradation, at: number): Degradation => ({
  ...degradation,
  state: 'sick',
  at,
  dwell_s: Math.min(longest_dwell_s, 2 * degradation.dwell_s),
  score: 0,
  since: noTally,
  heard: at,
});

/** A degradation that begins this soon after the previous one is a relapse. */
export const relapse_within_s = longest_dwell_s;

export const factorOf = ({ state, kept }: Degradation): number => (state === 'sick' ? kept : 0.5);
