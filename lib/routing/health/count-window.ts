import { type HealthCount, type HealthWindow, healthSignals } from '../../types/health.ts';
import type { TrialCount } from '../../types/trial.ts';
import type { FirstAttempt } from './first-attempt.ts';
import { outcomeSignals } from './outcome-signals.ts';
import { addTallies, noTally } from './tally.ts';

/** The counts of one window's outcomes; `at` is its end, in Unix seconds. Outcomes of a newer release are ignored. */
export const countWindow = (at: number, attempts: readonly FirstAttempt[]): HealthWindow => {
  const counts = attempts.filter((attempt) => attempt.counts).map(countOf);
  const trials = attempts.flatMap(trialCountOf);
  return {
    at,
    counts: sumOf(counts.filter((count) => count.technical !== noTally)),
    ...(trials.length > 0 && { trials: sumOfTrials(trials) }),
  };
};

/** Counts of the same window, added up by PSP account and currency. */
export const sumOf = (counts: readonly HealthCount[]): readonly HealthCount[] => {
  const sums = new Map<string, HealthCount>();
  for (const { psp, currency, technical, approval } of counts) {
    const key = JSON.stringify([psp, currency]);
    const before = sums.get(key);
    sums.set(key, {
      psp,
      currency,
      technical: addTallies(before?.technical ?? noTally, technical),
      approval: addTallies(before?.approval ?? noTally, approval),
    });
  }
  return [...sums.values()];
};

/** Added up by arm of a rollout and its share. */
export const sumOfTrials = (trials: readonly TrialCount[]): readonly TrialCount[] => {
  const sums = new Map<string, TrialCount>();
  for (const { approval, ...trial } of trials) {
    const key = JSON.stringify([trial.rule, trial.version, trial.percent, trial.arm]);
    sums.set(key, { ...trial, approval: addTallies(sums.get(key)?.approval ?? noTally, approval) });
  }
  return [...sums.values()];
};

/** A PSP that does not work approves nothing either; an outcome about the card has no information about the rule. */
const trialCountOf = ({ outcome, trial }: FirstAttempt): readonly TrialCount[] => {
  const { technical, approval = technical === false ? false : undefined } = outcomeSignals[outcome] ?? {};
  if (!trial || approval === undefined) return [];
  return [{ ...trial, approval: approval ? { ok: 1, failed: 0 } : { ok: 0, failed: 1 } }];
};

const countOf = ({ psp, currency, outcome }: FirstAttempt): HealthCount => {
  const signals = outcomeSignals[outcome] ?? {};
  let count: HealthCount = { psp, currency, technical: noTally, approval: noTally };
  for (const signal of healthSignals) {
    const good = signals[signal];
    if (good !== undefined)
      count = { ...count, [signal]: good ? { ok: 1, failed: 0 } : { ok: 0, failed: 1 } };
  }
  return count;
};
