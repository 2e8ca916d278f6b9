import { type Detector, foldWindow, newDetector } from '../../../../lib/routing/health/detector.ts';
import type { HealthCount, HealthWindow } from '../../../../lib/types/health.ts';

/** What PSPs approved and refused in one window: `[ok, failed]` by PSP. */
export type Approvals = Readonly<Record<string, readonly [number, number]>>;

export const countsOf = (approvals: Approvals, currency = 'eur'): HealthCount[] =>
  Object.entries(approvals).map(([psp, [ok, failed]]) => ({
    psp,
    currency,
    technical: { ok: ok + failed, failed: 0 },
    approval: { ok, failed },
  }));

/** The same counts in every window of five seconds. */
export const windowsOf = (
  from: number,
  seconds: number,
  approvals: Approvals,
  currency?: string,
): HealthWindow[] =>
  Array.from({ length: Math.round(seconds / 5) }, (_, index) => ({
    at: from + 5 * (index + 1),
    counts: countsOf(approvals, currency),
  }));

export const folded = (windows: readonly HealthWindow[], detector: Detector = newDetector): Detector =>
  windows.reduce(foldWindow, detector);

export const well: Approvals = { a: [18, 2], b: [9, 1], c: [9, 1] };
export const aFalls: Approvals = { ...well, a: [10, 10] };
export const allFall: Approvals = { a: [10, 10], b: [5, 5], c: [5, 5] };
