import type { PspTally } from '../../types/health.ts';
import { addTallies } from './tally.ts';

/** Technical failures in a row at one PSP account: how many, and the ends (Unix seconds) of the windows of the first and the last. */
export type FailureRun = { readonly failed: number; readonly since: number; readonly last: number };

/** By PSP account; an account that responded last is not included. */
export type FailureRuns = Readonly<Record<string, FailureRun>>;

/**
 * A PSP is dead after this many failures in a row over at least this time. The fewer failures, the longer the time: a busy account must not raise an
 * alarm by chance, and a quiet one must still raise it when needed. There is less than one false alarm per account in ten years, at any traffic, if
 * one attempt in twenty fails by chance: `test/health/dead.ts` has the arithmetic. Failures with a common cause are an outage, not a false alarm.
 */
export const deadAfter = [
  { failed: 4, over_s: 43_200 },
  { failed: 5, over_s: 1_200 },
  { failed: 6, over_s: 120 },
  { failed: 7, over_s: 30 },
] as const;

/** A dead PSP that is no longer called counts as dead for this long after its last failure. */
const dead_s = 43_200;
/** A run of failures is dropped if none is added for this long. */
const forgotten_s = 172_800;

/** The runs of failures after one more window. One good response ends a run, wherever in the window it was: that can only make it shorter. */
export const addFailures = (
  runs: FailureRuns,
  { at, answers = [] }: { readonly at: number; readonly answers?: readonly PspTally[] },
): FailureRuns => {
  const kept = Object.entries(runs).filter(([, { last }]) => at - last < forgotten_s);
  if (answers.length === 0) return kept.length === Object.keys(runs).length ? runs : fromEntries(kept);
  const known = new Map(kept);
  for (const { psp, ok, failed } of answers) {
    const before = known.get(psp);
    if (ok > 0) known.delete(psp);
    else if (failed > 0)
      known.set(psp, { failed: (before?.failed ?? 0) + failed, since: before?.since ?? at, last: at });
  }
  return fromEntries([...known]);
};

const fromEntries = (entries: readonly (readonly [string, FailureRun])[]): FailureRuns =>
  Object.fromEntries(entries);

/** The PSP accounts that are dead at this time (Unix seconds). */
export const deadPsps = (runs: FailureRuns, at: number): readonly string[] =>
  Object.entries(runs).flatMap(([psp, run]) => (at - run.last <= dead_s && isDead(run) ? [psp] : []));

const isDead = ({ failed, since, last }: FailureRun): boolean =>
  deadAfter.some((rule) => failed >= rule.failed && last - since >= rule.over_s);

export const sumOfResponses = (tallies: readonly PspTally[]): readonly PspTally[] => {
  const sums = new Map<string, PspTally>();
  for (const tally of tallies) {
    const before = sums.get(tally.psp);
    sums.set(tally.psp, before ? { psp: tally.psp, ...addTallies(before, tally) } : tally);
  }
  return [...sums.values()];
};
