import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { patienceWith } from './patience.ts';
import { type RecoveryProgress, schedule_s } from './victim.ts';

const second = 1_000;
const scheduled = Math.max(...schedule_s) * second;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Patience with a service whose recovery has done what the test says. */
const waiting = () => {
  let progress: RecoveryProgress = { runs: 0, whole_runs: 0, looks: 0, idle: false };
  const patience = patienceWith({ recovery: () => progress });
  return {
    ...patience,
    pass: (milliseconds: number, more: Partial<RecoveryProgress> = {}) => {
      jest.advanceTimersByTime(milliseconds);
      progress = { ...progress, ...more };
      return patience.isOver();
    },
  };
};

/** So many whole runs, a minute each. */
const afterRuns = (of: ReturnType<typeof waiting>, runs: number, from = 0) => {
  for (let run = 1; run <= runs; run++) of.pass(60 * second, { whole_runs: from + run, looks: from + run });
  return of.isOver();
};

describe('patience with a service whose recovery works', () => {
  test('lasts for the whole schedule of looks, however fast its runs are', () => {
    const one = waiting();
    expect(one.pass(scheduled - 1, { whole_runs: 50, looks: 50 })).toBeUndefined();
  });

  test('and then until the run under way and five whole ones more are over', () => {
    const one = waiting();
    expect(one.pass(scheduled, { looks: 1 })).toBeUndefined();
    expect(afterRuns(one, 5)).toBeUndefined();
    expect(one.pass(60 * second, { whole_runs: 6, looks: 7 })).toBe('schedule');
  });

  test('follows runs and no clock: a machine so busy that each run is cut short is waited for', () => {
    const one = waiting();
    for (let minutes = 1; minutes <= 60; minutes++)
      expect(one.pass(60 * second, { runs: minutes, looks: minutes })).toBeUndefined();
    expect(afterRuns(one, 6)).toBe('schedule');
  });

  test('begins anew once something has moved', () => {
    const one = waiting();
    one.pass(scheduled);
    expect(afterRuns(one, 6)).toBe('schedule');
    one.renew();
    expect(one.isOver()).toBeUndefined();
    expect(one.pass(scheduled - 1, { whole_runs: 20, looks: 20 })).toBeUndefined();
    expect(one.pass(1)).toBeUndefined();
    expect(afterRuns(one, 6, 20)).toBe('schedule');
  });
});

describe('patience with a service whose recovery gets nowhere', () => {
  test('ends after ten minutes without a look', () => {
    const one = waiting();
    expect(one.pass(600 * second)).toBeUndefined();
    expect(one.pass(1)).toBe('standstill');
  });

  test('a run that finds nothing due is as good as a look', () => {
    const one = waiting();
    expect(one.pass(590 * second, { idle: true })).toBeUndefined();
    expect(one.pass(590 * second, { idle: false })).toBeUndefined();
    expect(one.pass(11 * second)).toBe('standstill');
  });
});
