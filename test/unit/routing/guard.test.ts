import { describe, expect, test } from '@jest/globals';
import { evidenceOf, guardWindow, isWorse, newGuard, sure } from '../../../lib/routing/guard.ts';
import type { Guarded } from '../../../lib/types/rollout.ts';
import { rolloutArms, type TrialCount } from '../../../lib/types/trial.ts';
import { mulberry32 } from './fixtures.ts';

/** A rollout in which the rule approves this share, the candidate that much less, and attempts come so many a window. */
type World = {
  readonly rate: number | ((attempt: number) => number);
  readonly drop: number;
  readonly percent: number;
  readonly guard_pp: number;
};

const per_window = 20;

/** After how many attempts the guard stops it; undefined if it never does before `most`. */
const stoppedAfter = ({ rate, drop, percent, guard_pp }: World, most: number, seed: number) => {
  const random = mulberry32(seed);
  let guarded = newGuard(0);
  for (let attempts = 0; attempts < most; attempts += per_window) {
    const counts = { control: { ok: 0, failed: 0 }, candidate: { ok: 0, failed: 0 } };
    for (let n = 0; n < per_window; n++) {
      const arm = random() * 100 < percent ? 'candidate' : 'control';
      const level = typeof rate === 'number' ? rate : rate(attempts);
      counts[arm][random() < level - (arm === 'candidate' ? drop : 0) ? 'ok' : 'failed'] += 1;
    }
    guarded = guardWindow(guarded, { at: guarded.until + 5, trials: trialsOf(counts, percent) }, guard_pp);
    if (isWorse(guarded)) return attempts + per_window;
  }
  return undefined;
};

const trialsOf = (
  counts: Readonly<Record<TrialCount['arm'], TrialCount['approval']>>,
  percent: number,
): readonly TrialCount[] =>
  rolloutArms.map((arm) => ({ rule: 'default', version: 8, percent, arm, approval: counts[arm] }));

/** Wald's expected sample of the sequential test: the evidence it needs, by what one attempt brings on average if the candidate is worse by that much. */
const expectedSample = (rate: number, percent: number, guard_pp: number): number => {
  const share = percent / 100;
  const worse = rate - guard_pp / 100;
  const all = share * worse + (1 - share) * rate;
  const brought = (own: number) => own * Math.log(own / all) + (1 - own) * Math.log((1 - own) / (1 - all));
  return sure / (share * brought(worse) + (1 - share) * brought(rate));
};

const runs = 100;
const run = (world: World, most: number): readonly (number | undefined)[] =>
  Array.from({ length: runs }, (_, index) => stoppedAfter(world, most, index + 1));
const stopped = (ends: readonly (number | undefined)[]): number =>
  ends.filter((end) => end !== undefined).length / runs;

const worlds = [
  { rate: 0.9, percent: 50, guard_pp: 6 },
  { rate: 0.9, percent: 10, guard_pp: 10 },
  { rate: 0.97, percent: 20, guard_pp: 6 },
  { rate: 0.7, percent: 50, guard_pp: 12 },
  { rate: 0.9, percent: 2, guard_pp: 20 },
] as const;

describe.each(worlds)('a guard of $guard_pp points over $percent % of sessions, $rate approved', (world) => {
  const expected = expectedSample(world.rate, world.percent, world.guard_pp);
  const drop = world.guard_pp / 100;

  test('stops a candidate that is that much worse, on average within twice the expected sample', () => {
    const ends = run({ ...world, drop }, 20 * expected);
    expect(stopped(ends)).toBe(1);
    const mean = ends.reduce<number>((sum, end) => sum + (end ?? 0), 0) / runs;
    expect(mean).toBeLessThan(1.4 * expected);
    expect(ends.filter((end) => (end ?? 0) <= 2 * expected).length / runs).toBeGreaterThan(0.8);
  });

  test('stops one that is half as much worse again within twice the expected sample', () => {
    expect(stopped(run({ ...world, drop: 1.5 * drop }, 2 * expected))).toBeGreaterThan(0.97);
  });

  test('stops one that loses half of its approvals in a fraction of it', () => {
    const ends = run({ ...world, drop: world.rate / 2 }, 2 * expected);
    expect(stopped(ends)).toBe(1);
    const mean = ends.reduce<number>((sum, end) => sum + (end ?? 0), 0) / runs;
    expect(mean).toBeLessThan(0.4 * expected);
  });

  test('does not stop an equal one, nor a better one, over five times the expected sample', () => {
    expect(stopped(run({ ...world, drop: 0 }, 5 * expected))).toBeLessThanOrEqual(0.03);
    expect(stopped(run({ ...world, drop: -0.02 }, 5 * expected))).toBe(0);
  });
});

test('an equal candidate stays while the rate of both falls and rises again', () => {
  const tide = (attempt: number) => 0.7 + 0.25 * Math.cos(attempt / 700);
  expect(stopped(run({ rate: tide, drop: 0, percent: 20, guard_pp: 10 }, 6_000))).toBeLessThanOrEqual(0.03);
});

test('one failure is not enough evidence, and windows without attempts are none', () => {
  const start = newGuard(0);
  const trial = { rule: 'default', version: 8, percent: 1, arm: 'candidate' } as const;
  const failed = { ok: 0, failed: 1 };
  const after = guardWindow(start, { at: 5, trials: [{ ...trial, approval: failed }] }, 50);
  expect(isWorse(after)).toBe(false);
  expect(evidenceOf(start)).toBeCloseTo(0);
  expect(guardWindow(start, { at: 5, trials: [] }, 2)).toEqual({ ...start, until: 5 });
});

test('evidence is a finite number however much speaks for the candidate', () => {
  let guarded: Guarded = newGuard(0);
  const counts = { control: { ok: 5_000, failed: 5_000 }, candidate: { ok: 10_000, failed: 0 } };
  for (let n = 1; n <= 50; n++)
    guarded = guardWindow(guarded, { at: 5 * n, trials: trialsOf(counts, 50) }, 50);
  expect(evidenceOf(guarded)).toBeLessThan(-1_000);
  expect(Number.isFinite(evidenceOf(guarded))).toBe(true);
});
