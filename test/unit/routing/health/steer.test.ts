import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { planOfDraw } from '../../../../lib/routing/draw.ts';
import { adjustWeights, shiftsOf } from '../../../../lib/routing/health/steer.ts';
import { planRoute } from '../../../../lib/routing/plan-route.ts';
import type { HealthStratum, HealthVerdict } from '../../../../lib/types/health.ts';
import type { HealthPolicy, PublishedRule } from '../../../../lib/types/routing.ts';
import { accountsOf, facts, rule, sessionIds, targetsOf } from '../fixtures.ts';

const stratum = (psp: string, weight_factor: number, currency: string | null = null): HealthStratum => ({
  psp,
  currency,
  state: weight_factor < 1 ? 'sick' : 'healthy',
  signal: 'approval',
  rate: 0.5,
  interval: [0.4, 0.6],
  baseline: 0.9,
  n: 40,
  evidence: 15,
  weight_factor,
  until: 60,
});
const verdict = (...strata: HealthStratum[]): HealthVerdict => ({ version: 3, computed_at: 1, strata });
const steer: HealthPolicy = { mode: 'steer', max_shift: 100, min_share: 0 };
const names = ['stripe', 'adyen', 'checkout_com', 'paypal', 'square'];
const accounts = accountsOf(...names);
const steering = (
  weights: Readonly<Record<string, number>>,
  policy: Partial<HealthPolicy> = {},
): PublishedRule => ({
  ...rule(weights),
  health: { ...steer, ...policy },
});

describe('adjusted weights', () => {
  const shares = (weights: readonly number[]) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  };

  test('never move more than the rule allows, never below the least share, and only away from the sick', () => {
    const weight = fc.integer({ min: 0, max: 10_000 });
    const target = fc.record({ weight, factor: fc.constantFrom(1, 1, 0.5, 0.3, 0.05, 0) });
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        fc.array(target, { minLength: 1, maxLength: 5 }),
        percent,
        percent,
        (list, max_shift, min_share) => {
          const targets = list.map(({ weight }, index) => ({ psp: names[index] ?? '', weight }));
          const strata = list.map(({ factor }, index) => stratum(names[index] ?? '', factor));
          const adjusted = adjustWeights(
            targets,
            strata.filter(({ weight_factor }) => weight_factor < 1),
            {
              mode: 'steer',
              max_shift,
              min_share,
            },
          );
          const after = targets.map(
            ({ psp, weight }) => adjusted.find((one) => one.psp === psp)?.to ?? weight,
          );
          const [was, is] = [shares(targets.map(({ weight }) => weight)), shares(after)];
          let moved = 0;
          for (const [index, share] of is.entries()) {
            const before = was[index] ?? 0;
            if (list[index]?.factor === 1) expect(after[index]).toBe(targets[index]?.weight);
            if (share < before) {
              moved += before - share;
              expect(list[index]?.factor).toBeLessThan(1);
              expect(share).toBeGreaterThanOrEqual(Math.min(before, min_share / 100) - 1e-9);
            }
          }
          expect(100 * moved).toBeLessThanOrEqual(max_shift + 1e-9);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('keep the share that the verdict says', () => {
    const adjusted = adjustWeights(
      targetsOf({ stripe: 50, adyen: 30, checkout_com: 20 }),
      [stratum('stripe', 0.1)],
      steer,
    );
    expect(adjusted).toEqual([
      { psp: 'stripe', weight: 50, to: expect.closeTo(2.631579, 6), reason: 'approval', n: 40 },
    ]);
  });

  test.each([
    ['nobody is well', { stripe: 50, adyen: 50 }, ['stripe', 'adyen']],
    ['the sick one is for failover only', { stripe: 50, adyen: 0 }, ['adyen']],
    ['the sick one is not of the rule', { stripe: 50, adyen: 50 }, ['square']],
  ])('are the rule’s own if %s', (_, weights, sick) => {
    expect(
      adjustWeights(
        targetsOf(weights),
        sick.map((psp) => stratum(psp, 0.05)),
        steer,
      ),
    ).toEqual([]);
  });
});

describe('a plan under a verdict', () => {
  const weights = { stripe: 50, adyen: 30, checkout_com: 20 };
  const sick = verdict(stratum('stripe', 0.05));
  const sessions = sessionIds(20_000, 3);

  test.each(['off', 'observe'] as const)('is the rule’s own, byte for byte, if the rule says %s', (mode) => {
    for (const id of sessions.slice(0, 200))
      expect(JSON.stringify(planRoute(steering(weights, { mode }), accounts, facts(id), sick))).toBe(
        JSON.stringify({
          ...planRoute(rule(weights), accounts, facts(id)),
          ...(mode === 'off' ? { uncounted: true } : {}),
        }),
      );
  });

  test('is the rule’s own without a verdict, and says so', () => {
    expect(planRoute(steering(weights), accounts, facts('cs_1'))).toEqual(
      planRoute(rule(weights), accounts, facts('cs_1')),
    );
  });

  test('says what was adjusted, and under which verdict', () => {
    expect(planRoute(steering(weights), accounts, facts('cs_1'), sick).health).toEqual({
      version: 3,
      adjusted: [{ psp: 'stripe', weight: 50, to: expect.closeTo(1.282051, 6), reason: 'approval', n: 40 }],
    });
    expect(planRoute(steering(weights), accounts, facts('cs_1'), verdict()).health).toEqual({
      version: 3,
      adjusted: [],
    });
  });

  test('moves only sessions that were the sick one’s, and leaves it the share that was kept', () => {
    let left = 0;
    for (const id of sessions) {
      const [before] = planRoute(rule(weights), accounts, facts(id)).plan;
      const [after] = planRoute(steering(weights), accounts, facts(id), sick).plan;
      if (before !== after) expect(before).toBe('stripe');
      if (after === 'stripe') left++;
    }
    // 2.5 % expected: 500, standard deviation 22.
    expect(Math.abs(left - 500)).toBeLessThan(110);
  });

  test('can be derived again from its draw and the session’s id, also for each brand', () => {
    const published: PublishedRule = {
      ...steering({ ...weights, paypal: 0 }),
      overrides: [{ when: { card_brand: ['amex'] }, targets: targetsOf({ stripe: 5, square: 3, adyen: 0 }) }],
    };
    for (const id of sessions.slice(0, 500))
      for (const under of [undefined, sick]) {
        const route = JSON.parse(JSON.stringify(planRoute(published, accounts, facts(id), under)));
        expect(planOfDraw(id, route.draw)).toEqual(route.plan);
        expect(planOfDraw(id, route.plan_by_brand.amex.draw)).toEqual(route.plan_by_brand.amex.plan);
      }
  });

  test('goes by the session’s currency if that has a verdict of its own, otherwise by the pool', () => {
    const mixed = verdict(
      stratum('stripe', 1, 'eur'),
      stratum('adyen', 0.05, 'eur'),
      stratum('stripe', 0.05),
    );
    const psps = (currency: string) => shiftsOf(mixed, currency).map(({ psp }) => psp);
    expect([psps('eur'), psps('usd')]).toEqual([['adyen'], ['stripe']]);
  });
});
