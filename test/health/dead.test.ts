import { describe, expect, test } from '@jest/globals';
import { percentile } from '../../bench/support/statistics.ts';
import { falseAlarms, mostFalseAlarms, noticed } from './dead.ts';

const ten_years = (failing: number): number =>
  10 * mostFalseAlarms(failing).reduce((sum, { a_year }) => sum + a_year, 0);

describe('a PSP that never dies, and fails one attempt in twenty by chance', () => {
  test('raises less than one false alarm in ten years, however its payments arrive', () => {
    expect(ten_years(0.05)).toBeLessThan(1);
    // The bound is worth something: at twice the failures it is broken.
    expect(ten_years(0.1)).toBeGreaterThan(1);
  });

  test.each([0.5, 2, 9, 20, 60, 150, 720, 7_200])(
    'stays below that when it is played, at %d an hour',
    (per_hour) => {
      const years = per_hour > 1_000 ? 200 : 1_000;
      for (const arrivals of ['random', 'even'] as const)
        expect((10 * falseAlarms({ per_hour, arrivals, failing: 0.05 }, years, 7)) / years).toBeLessThan(
          ten_years(0.05),
        );
    },
  );

  test('comes close to the bound of each rule when payments come as that rule likes least', () => {
    // Five evenly over twenty minutes.
    const years = 2_000;
    const played = (10 * falseAlarms({ per_hour: 12, arrivals: 'even', failing: 0.05 }, years, 3)) / years;
    expect(played).toBeGreaterThan(0.2);
    expect(played).toBeLessThan(ten_years(0.05));
  });

  test('plays the same again', () => {
    const play = (seed: number) => falseAlarms({ per_hour: 12, arrivals: 'random', failing: 0.2 }, 10, seed);
    expect(play(1)).toBe(play(1));
    expect(play(1)).toBeGreaterThan(0);
  });
});

describe('a PSP that dies', () => {
  test.each([
    { per_hour: 2, most_minutes: 5 * 60 },
    { per_hour: 6, most_minutes: 100 },
    { per_hour: 12, most_minutes: 50 },
    { per_hour: 30, most_minutes: 25 },
    { per_hour: 60, most_minutes: 12 },
    { per_hour: 600, most_minutes: 3 },
    { per_hour: 36_000, most_minutes: 1 },
  ])(
    'is noticed at $per_hour payments an hour by the seventh failure, or soon after half a minute',
    (row) => {
      const seen = Array.from({ length: 200 }, (_, seed) => noticed(row.per_hour, seed + 1));
      expect(
        percentile(
          seen.map(({ seconds }) => seconds),
          0.95,
        ),
      ).toBeLessThanOrEqual(row.most_minutes * 60);
      if (row.per_hour <= 60) for (const { failures } of seen) expect(failures).toBeLessThanOrEqual(7);
    },
  );
});
