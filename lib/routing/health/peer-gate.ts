import type { Tally } from '../../types/tally.ts';
import { logOdds, rateAt } from './log-odds.ts';
import { sizeOf } from './tally.ts';

/** One PSP's results since a point in time, and its rate before. */
export type Observed = { readonly since: Tally; readonly baseline: number };

const least_gap = 0.7;

/**
 * Whether a PSP fell and the others did not. It must approve clearly less than they do, and have moved clearly further down from its own baseline
 * than they did from theirs. The first test alone would blame a PSP that always takes the harder payments when all PSPs fall; the second alone would
 * blame one that was lucky before. Without peers, no PSP is blamed. `errors`: how many standard errors are clear enough.
 */
export const isWorse = (own: Observed, peers: readonly Observed[], errors: number): boolean =>
  peers.some(({ since }) => sizeOf(since) > 0) &&
  isBelow(own, peers, errors) &&
  isBelow(alike(own), peers.map(alike), errors);

const alike = ({ since }: Observed): Observed => ({ since, baseline: 0.5 });

/**
 * By at least 0.7 in log-odds and at least this many standard errors (the signed root of the likelihood ratio, which holds for few outcomes too), all
 * measured from the baselines.
 */
const isBelow = (own: Observed, peers: readonly Observed[], errors: number): boolean => {
  const fell = shiftOf([own]);
  const others = shiftOf(peers);
  if (others - fell < least_gap) return false;
  const all = [own, ...peers];
  const apart = likelihood([own], fell) + likelihood(peers, others);
  return 2 * (apart - likelihood(all, shiftOf(all))) >= errors ** 2;
};

const furthest = 12;
const halvings = 30;

/** The single shift in log-odds, of all from their baselines, that best explains their outcomes. Half an outcome of each kind keeps it finite. */
const shiftOf = (all: readonly Observed[]): number => {
  const [ok, n] = all.reduce(([sum, of], { since }) => [sum + since.ok, of + sizeOf(since)], [0, 0]);
  const wanted = ((ok + 0.5) / (n + 1)) * n;
  let [low, high] = [-furthest, furthest];
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2;
    if (expected(all, middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

const expected = (all: readonly Observed[], shift: number): number =>
  all.reduce((sum, { since, baseline }) => sum + sizeOf(since) * rateAt(logOdds(baseline) + shift), 0);

const likelihood = (all: readonly Observed[], shift: number): number =>
  all.reduce((sum, { since, baseline }) => {
    const rate = rateAt(logOdds(baseline) + shift);
    return sum + since.ok * Math.log(rate) + since.failed * Math.log(1 - rate);
  }, 0);
