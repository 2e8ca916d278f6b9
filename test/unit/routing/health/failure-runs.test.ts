import { describe, expect, test } from '@jest/globals';
import { newDetector } from '../../../../lib/routing/health/detector.ts';
import {
  addFailures,
  deadPsps,
  type FailureRuns,
  sumOfResponses,
} from '../../../../lib/routing/health/failure-runs.ts';
import { foldWindows, isEmpty } from '../../../../lib/routing/health/fold-windows.ts';
import type { PspTally } from '../../../../lib/types/health.ts';

type Window = readonly [at: number, ok: number, failed: number, psp?: string];

const runsOf = (...windows: readonly Window[]): FailureRuns =>
  windows.reduce<FailureRuns>(
    (runs, [at, ok, failed, psp = 'a']) => addFailures(runs, { at, answers: [{ psp, ok, failed }] }),
    {},
  );
const failuresEvery = (seconds: number, count: number): readonly Window[] =>
  Array.from({ length: count }, (_, index) => [1_000 + index * seconds, 0, 1]);
const dead = (...windows: readonly Window[]) => deadPsps(runsOf(...windows), windows.at(-1)?.[0] ?? 0);

describe('a PSP is dead', () => {
  test.each([
    { count: 4, seconds: 14_400 },
    { count: 5, seconds: 300 },
    { count: 6, seconds: 24 },
    { count: 7, seconds: 5 },
  ])(
    'after $count failures in a row, $seconds s apart, and not one earlier or closer',
    ({ count, seconds }) => {
      expect(dead(...failuresEvery(seconds, count))).toEqual(['a']);
      expect(dead(...failuresEvery(seconds, count - 1))).toEqual([]);
      expect(dead(...failuresEvery(seconds * 0.9, count))).toEqual([]);
    },
  );

  test('not after three, however long they take', () => {
    expect(dead(...failuresEvery(86_400, 3))).toEqual([]);
  });

  test('not if it answered once, in between or in the same window', () => {
    const [one, two, three, ...more] = failuresEvery(300, 5) as readonly [
      Window,
      Window,
      Window,
      ...Window[],
    ];
    expect(dead(one, two, [three[0], 1, 0], ...more)).toEqual([]);
    expect(dead(one, two, [three[0], 1, 50], ...more)).toEqual([]);
  });

  test('a thousand failures in one window are not enough, and the same for half a minute are', () => {
    expect(dead([1_000, 0, 1_000])).toEqual([]);
    expect(dead([1_000, 0, 1_000], [1_030, 0, 1])).toEqual(['a']);
  });

  test('alone: another PSP’s answers do not revive it, and its failures do not blame the other', () => {
    const mixed = failuresEvery(300, 5).flatMap((windows): Window[] => [windows, [windows[0], 1, 0, 'b']]);
    expect(dead(...mixed)).toEqual(['a']);
    expect(dead(...mixed, [2_300, 1, 0])).toEqual([]);
  });

  test('for half a day after its last failure, and the run is forgotten after two days', () => {
    const runs = runsOf(...failuresEvery(300, 5));
    expect(deadPsps(runs, 2_200 + 43_200)).toEqual(['a']);
    expect(deadPsps(runs, 2_200 + 43_201)).toEqual([]);
    expect(addFailures(runs, { at: 2_200 + 172_799 })).toEqual(runs);
    expect(addFailures(runs, { at: 2_200 + 172_800 })).toEqual({});
  });
});

describe('the detector', () => {
  const answers = (ok: number, failed: number): readonly PspTally[] => [{ psp: 'a', ok, failed }];
  const windows = failuresEvery(300, 5).map(([at]) => ({ at, counts: [], answers: answers(0, 1) }));

  test('knows a dead PSP by attempts that count for no share, whether folded at once or one by one', () => {
    const { detector } = foldWindows({ detector: newDetector, verdict: undefined }, windows);
    expect(deadPsps(detector.silences ?? {}, detector.at)).toEqual(['a']);
    let one = foldWindows({ detector: newDetector, verdict: undefined }, []);
    for (const window of windows)
      one = foldWindows({ detector: JSON.parse(JSON.stringify(one.detector)), verdict: one.verdict }, [
        window,
      ]);
    expect(one.detector).toEqual(detector);
  });

  test('keeps nothing of a PSP that answers', () => {
    const { detector } = foldWindows({ detector: newDetector, verdict: undefined }, [
      ...windows,
      { at: 2_500, counts: [], answers: answers(1, 0) },
    ]);
    expect(isEmpty(detector)).toBe(true);
  });

  test('folds what an earlier release stored', () => {
    const earlier = { at: 100, strata: {} };
    const { detector } = foldWindows({ detector: earlier, verdict: undefined }, windows);
    expect(detector.silences?.a?.failed).toBe(5);
  });
});

test('answers add up by PSP account', () => {
  const sums = sumOfResponses([
    { psp: 'a', ok: 1, failed: 0 },
    { psp: 'b', ok: 0, failed: 2 },
    { psp: 'a', ok: 0, failed: 3 },
  ]);
  expect(sums).toEqual([
    { psp: 'a', ok: 1, failed: 3 },
    { psp: 'b', ok: 0, failed: 2 },
  ]);
});
