import { describe, expect, test } from '@jest/globals';
import { type Detector, foldWindow } from '../../../../lib/routing/health/detector.ts';
import { verdictOf } from '../../../../lib/routing/health/verdict.ts';
import { aFalls, allFall, countsOf, folded, well, windowsOf } from './windows.ts';

const hour = 3600;
const learned = folded(windowsOf(0, hour, well));
const sick = folded(windowsOf(hour, 60, aFalls), learned);

const stateOf = (detector: Detector, psp: string, currency: string | null = 'eur') =>
  verdictOf(detector, undefined).strata.find((one) => one.psp === psp && one.currency === currency);

describe('a fall', () => {
  test('of one PSP is found within a minute, with its evidence', () => {
    expect(stateOf(sick, 'a')).toMatchObject({
      state: 'sick',
      signal: 'approval',
      weight_factor: 0.05,
      baseline: expect.closeTo(0.9, 1),
    });
    expect(stateOf(sick, 'b')).toMatchObject({ state: 'healthy', weight_factor: 1, until: null });
  });

  test('of all of them is suspect, and nobody is shifted away from', () => {
    const after = folded(windowsOf(hour, 600, allFall), learned);
    expect(['a', 'b', 'c'].map((psp) => stateOf(after, psp)?.state)).toEqual([
      'suspect',
      'suspect',
      'suspect',
    ]);
    expect(verdictOf(after, undefined).strata.every(({ weight_factor }) => weight_factor === 1)).toBe(true);
  });

  test('that lasted three hours is the new baseline, if it was everybody’s', () => {
    const after = folded(windowsOf(hour, 4 * hour, allFall), learned);
    expect(stateOf(after, 'a')).toMatchObject({ state: 'healthy', baseline: expect.closeTo(0.6, 0) });
  });

  test('of a PSP without peers shifts nothing', () => {
    const alone = folded(windowsOf(0, hour, { a: [18, 2] }));
    expect(stateOf(folded(windowsOf(hour, 600, { a: [2, 18] }), alone), 'a')?.state).toBe('suspect');
  });

  test('of a PSP that always takes the harder payments shifts nothing, if all fall as far', () => {
    const uneven = folded(windowsOf(0, hour, { a: [12, 8], b: [19, 1], c: [19, 1] }));
    const after = folded(windowsOf(hour, 600, { a: [6, 14], b: [17, 3], c: [17, 3] }), uneven);
    expect(stateOf(after, 'a')?.state).toBe('suspect');
  });

  test('in few outcomes is not judged: nothing is known before', () => {
    expect(stateOf(folded(windowsOf(0, 30, aFalls)), 'a', null)?.state).toBe('healthy');
  });

  test('of the technical signal alone is found, too', () => {
    const broken = {
      at: 0,
      counts: countsOf(well).map((count) =>
        count.psp === 'a'
          ? { ...count, technical: { ok: 10, failed: 10 }, approval: { ok: 9, failed: 1 } }
          : count,
      ),
    };
    const after = folded(
      Array.from({ length: 12 }, (_, index) => ({ ...broken, at: hour + 5 * (index + 1) })),
      learned,
    );
    expect(stateOf(after, 'a')).toMatchObject({ state: 'sick', signal: 'technical' });
  });

  test('of two PSPs, one after the other, shifts away from both as long as a third is well', () => {
    const after = folded(windowsOf(hour + 60, 120, { ...aFalls, b: [5, 5] }), sick);
    expect(['a', 'b', 'c'].map((psp) => stateOf(after, psp)?.state)).toEqual(['sick', 'sick', 'healthy']);
    const last = folded(windowsOf(hour + 180, 120, { ...allFall }), after);
    expect(stateOf(last, 'c')?.weight_factor).toBe(1);
  });
});

describe('a return', () => {
  const stillDown = folded(windowsOf(hour + 60, 600, aFalls), sick);

  test('goes by half and lasts a minute at least', () => {
    expect(stateOf(stillDown, 'a')?.state).toBe('sick');
    const half = folded(windowsOf(hour + 660, 10, well), stillDown);
    expect(stateOf(half, 'a')).toMatchObject({ state: 'recovering', weight_factor: 0.5 });
    const at = half.at;
    expect(stateOf(folded(windowsOf(at, 50, well), half), 'a')?.state).toBe('recovering');
    expect(stateOf(folded(windowsOf(at, 65, well), half), 'a')).toMatchObject({
      state: 'healthy',
      until: null,
    });
  });

  test('that fails shifts away again, for twice as long', () => {
    const half = folded(windowsOf(hour + 660, 10, well), stillDown);
    const again = folded(windowsOf(half.at, 10, aFalls), half);
    expect(stateOf(again, 'a')).toMatchObject({ state: 'sick', until: again.at + 120 });
  });

  test('comes once it does as well as the others, which have fallen since', () => {
    const after = folded(windowsOf(sick.at, 3 * hour, { ...allFall, a: [1, 1] }), sick);
    expect(stateOf(after, 'a')?.weight_factor).toBe(1);
  });

  test('does not come while it does worse than the others, which have fallen a little', () => {
    const little = { a: [1, 1], b: [8, 2], c: [8, 2] } as const;
    expect(stateOf(folded(windowsOf(sick.at, 24 * hour, little), sick), 'a')?.state).toBe('sick');
  });

  test('comes without a payment, after half an hour for each step', () => {
    const idle = (seconds: number) => folded(windowsOf(sick.at, seconds, {}), sick);
    expect(stateOf(idle(1700), 'a')?.state).toBe('sick');
    expect(stateOf(idle(1900), 'a')?.state).toBe('recovering');
    expect(stateOf(idle(3700), 'a')?.state).toBe('healthy');
  });

  test('keeps the baseline of before', () => {
    expect(stateOf(folded(windowsOf(hour + 60, 3 * hour, aFalls), sick), 'a')?.baseline).toBe(
      stateOf(sick, 'a')?.baseline,
    );
  });
});

describe('windows', () => {
  test('that are not later than the last change nothing', () => {
    for (const window of windowsOf(hour, 60, allFall)) expect(foldWindow(sick, window)).toBe(sick);
  });

  test('make the same detector again, also with a round trip through JSON between them', () => {
    const windows = [...windowsOf(0, hour, well), ...windowsOf(hour, 300, aFalls)];
    const stored = windows.reduce(
      (detector, window) => JSON.parse(JSON.stringify(foldWindow(detector, window))) as Detector,
      folded([]),
    );
    expect(stored).toEqual(folded(windows));
  });

  test('of a currency with few payments count in the pool; with enough it has verdicts of its own', () => {
    const few = folded(windowsOf(0, hour, { a: [0.2, 0], b: [0.2, 0] }, 'sek'), undefined);
    expect(verdictOf(few, undefined).strata.map(({ currency }) => currency)).toEqual([null, null]);
    expect(verdictOf(learned, undefined).strata.some(({ currency }) => currency === 'eur')).toBe(true);
  });

  test('of one currency say nothing about another', () => {
    const both = Array.from({ length: 720 }, (_, index) => ({
      at: 5 * (index + 1),
      counts: [...countsOf(well), ...countsOf(well, 'usd')],
    }));
    const after = Array.from({ length: 24 }, (_, index) => ({
      at: hour + 5 * (index + 1),
      counts: [...countsOf(aFalls), ...countsOf(well, 'usd')],
    }));
    const detector = folded([...both, ...after]);
    expect(stateOf(detector, 'a', 'eur')?.state).toBe('sick');
    expect(stateOf(detector, 'a', 'usd')?.state).toBe('healthy');
  });

  test('without payments are forgotten in the end', () => {
    expect(folded([{ at: hour * 100, counts: [] }], learned).strata).toEqual({});
  });
});

describe('a verdict', () => {
  const first = verdictOf(learned, undefined);

  test('keeps its version as long as no state and no factor changes', () => {
    const later = verdictOf(folded(windowsOf(hour, 5, well), learned), first);
    expect(later.version).toBe(first.version);
    expect(later.computed_at).toBe(hour + 5);
    expect(verdictOf(sick, later).version).toBe(first.version + 1);
  });

  test('has an interval around each rate', () => {
    for (const { rate, interval } of verdictOf(sick, first).strata) {
      expect(interval[0]).toBeLessThanOrEqual(rate);
      expect(interval[1]).toBeGreaterThanOrEqual(rate);
    }
  });
});
