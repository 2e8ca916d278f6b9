import type { HealthVerdict, HealthWindow } from '../../types/health.ts';
import { type Detector, foldWindow, newDetector } from './detector.ts';
import { verdictOf } from './verdict.ts';

/** The detector, the verdict in force, and the verdicts that were new on the way to it. */
export type Folded = {
  readonly detector: Detector;
  readonly verdict: HealthVerdict | undefined;
  readonly verdicts: readonly HealthVerdict[];
};

/**
 * Folds windows in the order of their time. Pure, and the same in one go or in many: so every verdict can be computed again from the windows. A
 * detector that knows nothing begins with the first window that has counts.
 */
export const foldWindows = (
  { detector, verdict }: Pick<Folded, 'detector' | 'verdict'>,
  windows: readonly HealthWindow[],
): Folded => {
  let known: Folded = { detector, verdict, verdicts: [] };
  for (const window of windows) known = foldOne(known, window);
  return known;
};

const foldOne = (known: Folded, window: HealthWindow): Folded => {
  const before = knowsNothing(known.detector) ? newDetector : known.detector;
  if (before === newDetector && window.counts.length === 0) return { ...known, detector: before };
  const detector = foldWindow(before, window);
  const verdict = verdictOf(detector, known.verdict);
  return verdict.version === known.verdict?.version
    ? { ...known, detector }
    : { detector, verdict, verdicts: [...known.verdicts, verdict] };
};

/** Time changes nothing of it. */
export const knowsNothing = ({ strata }: Detector): boolean => Object.keys(strata).length === 0;
