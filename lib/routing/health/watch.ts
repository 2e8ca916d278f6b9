import type { Tally } from '../../types/tally.ts';
import { logLikelihoodRatio } from './log-likelihood-ratio.ts';
import { withOdds } from './log-odds.ts';
import { isWorse, type Observed } from './peer-gate.ts';
import { addTallies, noTally, rateOf, scaleTally, sizeOf } from './tally.ts';

/** One signal of one PSP, watched for a fall. Counts decay, so they are not whole numbers. */
export type Watch = {
  /** Its outcomes before the change point. */
  readonly baseline: Tally;
  /** The evidence of a fall since the change point (CUSUM); 0 without one. */
  readonly score: number;
  /** The outcomes of this PSP and of each other one since the change point. */
  readonly since: {
    readonly at: number;
    readonly own: Tally;
    readonly peers: Readonly<Record<string, Tally>>;
  } | null;
};

export const newWatch: Watch = { baseline: noTally, score: 0, since: null };

/** With fewer outcomes there is no baseline. */
const least_baseline = 200;
/** The smallest fall of interest: the odds of a good outcome divided by three. */
export const fallen = 1 / 3;
/** A level that lasted this long is no longer a fall, but the new baseline. */
const new_level_s = 3 * 3600;

const isKnown = ({ baseline }: Watch): boolean => isEnough(baseline);

export const isEnough = (tally: Tally): boolean => sizeOf(tally) >= least_baseline;

/** Bounded, so that a single failure at a PSP that never fails is not a fall. */
const baselineRate = ({ baseline }: Watch): number => bounded(rateOf(baseline));

/** Two standard errors below the baseline: a PSP that was lucky while it had few outcomes does not fall by returning to normal. */
export const lowerBaselineRate = ({ baseline }: Watch): number =>
  bounded(rateOf(baseline) - 2 * errorOf(baseline));

/** Two standard errors above these outcomes. */
export const upperRate = (tally: Tally): number => bounded(rateOf(tally) + 2 * errorOf(tally));

const errorOf = (tally: Tally): number => {
  const rate = rateOf(tally);
  return Math.sqrt((rate * (1 - rate)) / (sizeOf(tally) + 1));
};

const bounded = (rate: number): number => Math.min(0.99, Math.max(0.05, rate));

/** The watch after one more window that ended at `at`; `fading` is the factor by which the baseline decays. */
export const watchWindow = (
  watch: Watch,
  at: number,
  decay: number,
  own: Tally,
  others: Iterable<readonly [string, Tally]>,
): Watch => {
  const baseline = scaleTally(watch.baseline, decay);
  const rate = lowerBaselineRate(watch);
  const score = isKnown(watch)
    ? Math.max(0, watch.score + logLikelihoodRatio(own, rate, withOdds(rate, fallen)))
    : 0;
  if (score === 0 && watch.since === null) return { baseline: addTallies(baseline, own), score, since: null };
  const since = {
    at: watch.since?.at ?? at,
    own: addTallies(watch.since?.own ?? noTally, own),
    peers: { ...watch.since?.peers },
  };
  if (score === 0 || at - since.at > new_level_s)
    return { baseline: addTallies(baseline, since.own), score: 0, since: null };
  for (const [psp, tally] of others) since.peers[psp] = addTallies(since.peers[psp] ?? noTally, tally);
  return { baseline, score, since };
};

/**
 * How many standard errors below its peers are clear enough. If some peers fell too, the second applies, against the others, which may only have been
 * lucky.
 */
const [clear, clear_though_others_fell] = [4, 6];

/** Whether it fell further than chance and its peers explain. */
export const hasFallen = (
  watch: Watch,
  threshold: number,
  peers: readonly { readonly psp: string; readonly watch: Watch }[],
): boolean => {
  const { since } = watch;
  if (since === null || watch.score < threshold) return false;
  const known = peers.filter((peer) => isKnown(peer.watch));
  const steady = known.filter((peer) => peer.watch.score < threshold);
  const compared = (steady.length > 0 ? steady : known).map(
    ({ psp, watch }): Observed => ({ since: since.peers[psp] ?? noTally, baseline: baselineRate(watch) }),
  );
  return isWorse(
    { since: since.own, baseline: lowerBaselineRate(watch) },
    compared,
    steady.length === known.length ? clear : clear_though_others_fell,
  );
};
