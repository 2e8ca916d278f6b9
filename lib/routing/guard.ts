import type { Guarded } from '../types/rollout.ts';
import type { Tally } from '../types/tally.ts';
import type { TrialCount } from '../types/trial.ts';
import { addTallies, noTally, rateOf } from './health/tally.ts';

const { log, exp, max, min } = Math;

/** Odds of 100 to 1 that the candidate is worse. If it is not, at most one rollout in a hundred ever reaches them, however long it lasts. */
export const sure = log(100);

/** The prior weights of the two ways in which the candidate may be worse: by as much as the guard allows, or by half of its approvals. */
const priors = [0.8, 0.2] as const;

export const newGuard = (until: number): Guarded => ({
  until,
  control: noTally,
  candidate: noTally,
  evidence: priors.map(() => 0),
});

/**
 * The guard's state after one more window of its rollout. The arm of an attempt was drawn with a known probability. If the candidate is as good as
 * the rule, that is still the probability once the outcome is known, and the likelihood ratio of any other is a martingale, whatever the approval
 * rate and however that drifts: by Ville's inequality, at most one such rollout in a hundred ever reaches a ratio of 100. The rate comes from the
 * windows before. A drop of less than half of `approval_drop_pp` favours the candidate. Pure.
 */
export const guardWindow = (
  guarded: Guarded,
  window: { readonly at: number; readonly trials: readonly TrialCount[] },
  approval_drop_pp: number,
): Guarded => {
  const { at, trials } = window;
  if (trials.length === 0) return { ...guarded, until: at };
  const rate = rateOf(guarded.control);
  const worse = [rate - approval_drop_pp / 100, rate / 2].map((candidate) => bounded(candidate));
  const of = (arm: TrialCount['arm']): Tally =>
    trials
      .filter((trial) => trial.arm === arm)
      .reduce((sum, trial) => addTallies(sum, trial.approval), noTally);
  return {
    until: at,
    control: addTallies(guarded.control, of('control')),
    candidate: addTallies(guarded.candidate, of('candidate')),
    evidence: worse.map(
      (candidate, index) => (guarded.evidence[index] ?? 0) + likelihood(trials, bounded(rate), candidate),
    ),
  };
};

/** How much likelier it is that the candidate is worse than that it is as good, as a logarithm. */
export const evidenceOf = ({ evidence }: Guarded): number => {
  const most = max(...evidence);
  return (
    most + log(evidence.reduce((sum, value, index) => sum + (priors[index] ?? 0) * exp(value - most), 0))
  );
};

export const isWorse = (guarded: Guarded): boolean => evidenceOf(guarded) >= sure;

/** A rate at which both outcomes are possible. */
const bounded = (rate: number): number => min(0.999, max(0.001, rate));

/** The log likelihood ratio of these arms, given their outcomes: approving at these rates against approving at the same rate. */
const likelihood = (trials: readonly TrialCount[], control: number, candidate: number): number =>
  trials.reduce((sum, { percent, arm, approval }) => {
    const share = percent / 100;
    const [own, ownFailed] = arm === 'candidate' ? [candidate, 1 - candidate] : [control, 1 - control];
    const ok = share * candidate + (1 - share) * control;
    return sum + approval.ok * log(own / ok) + approval.failed * log(ownFailed / (1 - ok));
  }, 0);
