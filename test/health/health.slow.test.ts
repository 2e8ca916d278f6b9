import { describe, expect, test } from '@jest/globals';
import { attacks } from './attack.ts';
import { playAttack, playBounded, playPeace, playRow, playTogether, playWindow } from './table.ts';

/** A small run of `npm run health`, which has the percentiles: here every run has to keep within what the large one shows to be rare. */
const seeds = [1, 2];

describe('a PSP falls from 90 to 50 % for half an hour', () => {
  test.each([
    { tps: 1, psp: 0, in_force: 300, back: 1800 },
    { tps: 1, psp: 2, in_force: 450, back: 2700 },
    { tps: 10, psp: 0, in_force: 60, back: 600 },
    { tps: 10, psp: 2, in_force: 90, back: 1200 },
  ])('$tps payments a second, PSP $psp: shifted away from within $in_force s, back within $back s', (row) => {
    for (const seed of seeds) {
      const { in_force_s, back_s, false_shifts, books } = playRow(row, seed);
      expect(in_force_s).toBeLessThanOrEqual(row.in_force);
      expect(back_s).toBeLessThanOrEqual(row.back);
      expect(false_shifts).toBe(0);
      const [lost, fixed] = [1 - books.planned / books.oracle, 1 - books.fixed / books.oracle];
      expect(lost).toBeLessThan(row.psp === 0 ? 0.4 * fixed : 0.7 * fixed);
      expect(books.unlike).toBe(0);
    }
  });

  test('the same scene ends the same', () => {
    expect(playRow({ tps: 1, psp: 0 }, 7)).toEqual(playRow({ tps: 1, psp: 0 }, 7));
    expect(playRow({ tps: 1, psp: 0 }, 8)).not.toEqual(playRow({ tps: 1, psp: 0 }, 7));
  });

  test('no plan moves more than its rule allows; without a limit it would', () => {
    const moved = (health: Parameters<typeof playBounded>[1]) =>
      playBounded({ tps: 10, psp: 0 }, health, 1).moved;
    expect(moved({ max_shift: 10 })).toBeLessThanOrEqual(10 + 1e-9);
    expect(moved({ max_shift: 10 })).toBeGreaterThan(9.9);
    expect(moved({ min_share: 30 })).toBeCloseTo(20, 2);
    expect(moved({})).toBeGreaterThan(40);
    expect(moved({ mode: 'observe' })).toBe(0);
    expect(moved({ max_shift: 0 })).toBe(0);
  });

  test('the window that it is compared with finds the PSP, too', () => {
    const { planned, fixed } = playWindow({ tps: 10, psp: 0 }, 1);
    expect(planned).toBeGreaterThan(fixed);
  });
});

test('nobody falls: nothing is shifted in six PSP-days', () => {
  expect(seeds.map((seed) => playPeace(1, 1, seed))).toEqual([0, 0]);
});

test('all fall together: nothing is shifted', () => {
  expect(seeds.map((seed) => playTogether(1, seed) + playTogether(10, seed))).toEqual([0, 0]);
});

describe('10,000 bad cards', () => {
  test.each(Object.keys(attacks))('%s: nothing is shifted', (attack) => {
    expect(playAttack(attacks[attack], 10, 1)).toBe(0);
  });

  test('would shift if declines about a card counted', () => {
    const [counted] = Object.values(attacks).map((tested): typeof tested => (from_s, weights) => {
      const attack = tested(from_s, weights);
      return { ...attack, attempt: (number) => ({ ...attack.attempt(number), outcome: 'do_not_honor' }) };
    });
    expect(playAttack(counted, 10, 1)).toBeGreaterThan(0);
  });
});
