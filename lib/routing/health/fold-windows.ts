import type { HealthVerdict, HealthWindow } from '../../types/health.ts';
import { type Detector, foldWindow, newDetector } from './detector.ts';
import { verdictOf } from './verdict.ts';

/** The detector, the verdict in force, and the new verdicts in between. */
export type Folded = {
  readonly detector: Detector;
  readonly verdict: HealthVerdict | undefined;
  readonly verdicts: readonly HealthVerdict[];
};

/**
 * Folds windows in order of time. Pure, and the same in one call or in many, so every verdict can be recomputed from the windows. An empty detector
 * begins with the first window that has counts.
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
  const before = isEmpty(known.detector) ? newDetector : known.detector;
  if (before === newDetector && window.counts.length === 0 && !window.answers)
    return { ...known, detector: before };
  const detector = foldWindow(before, window);
  const verdict = verdictOf(detector, known.verdict);
  return verdict.version === known.verdict?.version
    ? { ...known, detector }
    : { detector, verdict, verdicts: [...known.verdicts, verdict] };
};

/** If so, a window without counts changes nothing. */
export const isEmpty = ({ strata, silences = {} }: Detector): boolean =>
  Object.keys(strata).length === 0 && Object.keys(silences).length === 0;
