import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { planRoute } from '../../../lib/routing/plan-route.ts';
import { accountsOf, facts, rule, sessionIds } from './fixtures.ts';

const names = ['stripe', 'adyen', 'checkout_com', 'paypal', 'square'];
const accounts = accountsOf(...names);
const weights = fc
  .array(fc.integer({ min: 0, max: 10_000 }), { minLength: 2, maxLength: 5 })
  .filter((list) => list.some((weight) => weight > 0));
const session = fc.stringMatching(/^cs_[0-9a-hjkmnp-tv-z]{26}$/);

const named = (list: readonly number[]) =>
  Object.fromEntries(list.map((weight, index) => [names[index] ?? '', weight]));
const planOf = (list: Readonly<Record<string, number>>, id: string) =>
  planRoute(rule(list), accounts, facts(id)).plan;

describe('a plan', () => {
  test('is the same for the same session, also from equal rules and accounts that are other objects', () => {
    fc.assert(
      fc.property(weights, session, (list, id) => {
        const plan = planOf(named(list), id);
        expect(planRoute(rule(named(list)), accountsOf(...names), facts(id)).plan).toEqual(plan);
        expect(new Set(plan)).toEqual(new Set(Object.keys(named(list))));
      }),
    );
  });

  test('keeps the order of the others when a PSP is taken out', () => {
    fc.assert(
      fc.property(weights, session, fc.nat(4), (list, id, index) => {
        const { [names[index % list.length] ?? '']: _removed, ...others } = named(list);
        fc.pre(Object.values(others).some((weight) => weight > 0));
        const kept = planOf(named(list), id).filter((psp) => psp in others);
        expect(planOf(others, id)).toEqual(kept);
      }),
    );
  });

  test('moves no session but to the PSP whose weight rose', () => {
    fc.assert(
      fc.property(
        weights,
        session,
        fc.nat(4),
        fc.integer({ min: 1, max: 10_000 }),
        (list, id, place, more) => {
          const index = place % list.length;
          const psp = names[index] ?? '';
          const before = planOf(named(list), id);
          const after = planOf(named(list.with(index, (list[index] ?? 0) + more)), id);
          expect(after.indexOf(psp)).toBeLessThanOrEqual(before.indexOf(psp));
          const wasWeighted = (list[index] ?? 0) > 0;
          if (wasWeighted)
            expect(after.filter((id) => id !== psp)).toEqual(before.filter((id) => id !== psp));
          if (after[0] !== before[0]) expect(after[0]).toBe(psp);
        },
      ),
    );
  });

  test('ends with the PSPs of weight 0, in listed order, in every session', () => {
    fc.assert(
      fc.property(weights, session, (list, id) => {
        const zeros = names.slice(0, list.length).filter((_, index) => list[index] === 0);
        const plan = planOf(named(list), id);
        expect(plan.slice(plan.length - zeros.length)).toEqual(zeros);
      }),
    );
  });

  test('moves 10 of 100 sessions where 10 of 100 weights move', () => {
    const sessions = sessionIds(100_000, 2);
    const before = rule({ stripe: 70, adyen: 30 });
    const after = rule({ stripe: 60, adyen: 40 });
    const moves = new Map<string, number>();
    for (const id of sessions) {
      const [from] = planRoute(before, accounts, facts(id)).plan;
      const [to] = planRoute(after, accounts, facts(id)).plan;
      if (from !== to) moves.set(`${from} to ${to}`, (moves.get(`${from} to ${to}`) ?? 0) + 1);
    }
    expect([...moves.keys()]).toEqual(['stripe to adyen']);
    const moved = moves.get('stripe to adyen') ?? 0;
    // 10,000 expected, standard deviation 95.
    expect(Math.abs(moved - 10_000)).toBeLessThan(400);
  });
});
