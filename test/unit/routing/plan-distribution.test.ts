import { describe, expect, test } from '@jest/globals';
import { planRoute } from '../../../lib/routing/plan-route.ts';
import { accountsOf, facts, rule, sessionIds } from './fixtures.ts';

const count = 100_000;
const random = sessionIds(count, 1);
const counted = Array.from({ length: count }, (_, index) => `cs_${String(index).padStart(26, '0')}`);

/** Upper 0.1 % points of chi-square by degrees of freedom. */
const limits: Readonly<Record<number, number>> = {
  1: 10.83,
  2: 13.82,
  3: 16.27,
  5: 20.52,
  11: 31.26,
  19: 43.82,
};

const chiSquare = (observed: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>) => {
  expect([...observed.keys()].filter((key) => !expected.has(key))).toEqual([]);
  return [...expected].reduce(
    (sum, [key, wanted]) => sum + ((observed.get(key) ?? 0) - wanted) ** 2 / wanted,
    0,
  );
};

const tally = (keys: Iterable<string>) => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** The probability of every order of `weights`, when each place is drawn in proportion to the weights left. */
const orders = (
  weights: Readonly<Record<string, number>>,
  probability = 1,
  before = '',
): [string, number][] => {
  const left = Object.entries(weights);
  if (left.length === 0) return [[before, probability]];
  const sum = left.reduce((total, [, weight]) => total + weight, 0);
  return left.flatMap(([psp, weight]) => {
    const { [psp]: _drawn, ...others } = weights;
    return orders(others, (probability * weight) / sum, `${before}>${psp}`);
  });
};

const plansOf = (weights: Readonly<Record<string, number>>, sessions: readonly string[]) => {
  const accounts = accountsOf(...Object.keys(weights));
  const published = rule(weights);
  return sessions.map((session) => planRoute(published, accounts, facts(session)).plan);
};

const cases: { weights: Readonly<Record<string, number>>; ids: string; sessions: readonly string[] }[] = [
  { weights: { stripe: 70, adyen: 30 }, ids: 'random', sessions: random },
  { weights: { stripe: 70, adyen: 30 }, ids: 'counted', sessions: counted },
  { weights: { stripe: 50, adyen: 30, checkout_com: 20 }, ids: 'random', sessions: random },
  { weights: { stripe: 50, adyen: 30, checkout_com: 20 }, ids: 'counted', sessions: counted },
  { weights: { a: 1, b: 1, c: 1 }, ids: 'random', sessions: random },
  { weights: { stripe_us: 1, stripe_eu: 2, stripe_uk: 3 }, ids: 'random', sessions: random },
  { weights: { stripe: 9900, adyen: 100 }, ids: 'random', sessions: random },
  { weights: { stripe: 40, adyen: 30, checkout_com: 20, square: 10 }, ids: 'random', sessions: random },
];

describe('plans of 100,000 sessions follow the weights', () => {
  for (const { weights, ids, sessions } of cases) {
    const named = `${JSON.stringify(weights)}, ${ids} ids`;
    const plans = plansOf(weights, sessions);
    const probabilities = orders(weights);

    for (const place of [0, 1])
      test(`place ${place + 1}: ${named}`, () => {
        const expected = new Map<string, number>();
        for (const [order, probability] of probabilities) {
          const psp = order.split('>')[place + 1] ?? '';
          expected.set(psp, (expected.get(psp) ?? 0) + probability * sessions.length);
        }
        const observed = tally(plans.map((plan) => plan[place] ?? ''));
        expect(chiSquare(observed, expected)).toBeLessThan(limits[expected.size - 1] ?? 0);
      });

    if (probabilities.length <= 6)
      test(`whole orders, so that the places are drawn independently: ${named}`, () => {
        const expected = new Map(
          probabilities.map(([order, probability]) => [order, probability * sessions.length]),
        );
        const observed = tally(plans.map((plan) => `>${plan.join('>')}`));
        expect(chiSquare(observed, expected)).toBeLessThan(limits[expected.size - 1] ?? 0);
      });
  }

  test('first place among 20 targets of equal weight', () => {
    const names = Array.from({ length: 20 }, (_, index) => `psp_${index}`);
    const observed = tally(
      plansOf(Object.fromEntries(names.map((psp) => [psp, 1])), random).map(([psp]) => psp ?? ''),
    );
    const expected = new Map(names.map((psp) => [psp, count / 20]));
    expect(chiSquare(observed, expected)).toBeLessThan(limits[19] ?? 0);
  });

  test('the order drawn for one rule says nothing about the order drawn for other PSPs', () => {
    const first = plansOf({ a: 1, b: 1, c: 1, d: 1 }, random);
    const second = plansOf({ w: 1, x: 1, y: 1 }, random);
    const observed = tally(first.map(([psp], index) => `${psp}${second[index]?.[0]}`));
    const expected = new Map(
      ['a', 'b', 'c', 'd'].flatMap((one) =>
        ['w', 'x', 'y'].map((other) => [one + other, count / 12] as const),
      ),
    );
    expect(chiSquare(observed, expected)).toBeLessThan(limits[11] ?? 0);
  });
});
