import { describe, expect, test } from '@jest/globals';
import { chooseArm } from '../../../lib/routing/choose-arm.ts';
import { planOfDraw } from '../../../lib/routing/draw.ts';
import { planRoute } from '../../../lib/routing/plan-route.ts';
import type { PublishedRule } from '../../../lib/types/routing.ts';
import { accountsOf, facts, rule, sessionIds } from './fixtures.ts';

const sessions = sessionIds(100_000, 3);
const beside = (percent: number, salt = 'default/8'): PublishedRule => ({
  ...rule({ stripe: 70, adyen: 30 }),
  candidate: { rule: { ...rule({ stripe: 1, adyen: 1 }), version: 8 }, percent, salt },
});
const isCandidate = (percent: number, session: string, salt?: string): boolean =>
  chooseArm(beside(percent, salt), session).kept?.arm === 'candidate';

/** Pearson's chi-square of a table of counts, by rows. */
const chiSquare = (rows: readonly (readonly number[])[]): number => {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const total = sum(rows.map(sum));
  return sum(
    rows.flatMap((row) =>
      row.map((count, column) => {
        const expected = (sum(row) * sum(rows.map((other) => other[column] ?? 0))) / total;
        return (count - expected) ** 2 / expected;
      }),
    ),
  );
};
/** Upper 0.1 % point of chi-square with one degree of freedom. */
const limit = 10.83;

describe('the arm of a session', () => {
  test('without a rollout is none, and the rule is the same object', () => {
    const plain = rule({ stripe: 1 });
    expect(chooseArm(plain, 'cs_1')).toEqual({ rule: plain });
    expect(chooseArm(plain, 'cs_1').rule).toBe(plain);
  });

  test('is the candidate in the share of sessions that the rollout says', () => {
    for (const percent of [1, 10, 50, 99]) {
      const n = sessions.filter((session) => isCandidate(percent, session)).length;
      const expected = (sessions.length * percent) / 100;
      const spread = Math.sqrt(expected * (1 - percent / 100));
      expect(Math.abs(n - expected)).toBeLessThan(3.5 * spread);
    }
  });

  test('never goes back while the share grows', () => {
    for (const session of sessions.slice(0, 2_000)) {
      const arms = Array.from({ length: 99 }, (_, index) => isCandidate(index + 1, session));
      expect(arms.toSorted((one, other) => Number(one) - Number(other))).toEqual(arms);
    }
  });

  test('is independent of the PSP that is drawn, and of the arm in another rollout', () => {
    const accounts = accountsOf('stripe', 'adyen');
    const drawn = [
      [0, 0],
      [0, 0],
    ];
    const other = [
      [0, 0],
      [0, 0],
    ];
    const count = (table: number[][], row: boolean, column: boolean): void => {
      const counts = table[Number(row)] ?? [];
      counts[Number(column)] = (counts[Number(column)] ?? 0) + 1;
    };
    for (const session of sessions) {
      const [first] = planRoute(rule({ stripe: 1, adyen: 1 }), accounts, facts(session)).plan;
      count(drawn, isCandidate(30, session), first === 'stripe');
      count(other, isCandidate(30, session), isCandidate(30, session, 'default/9'));
    }
    expect(chiSquare(drawn)).toBeLessThan(limit);
    expect(chiSquare(other)).toBeLessThan(limit);
  });

  test('leaves the plan as its version draws it', () => {
    for (const session of sessions.slice(0, 200)) {
      const { rule: chosen, kept } = chooseArm(beside(50), session);
      expect(kept?.rollout).toEqual({ version: 8, percent: 50 });
      const { plan, draw, version } = planRoute(chosen, accountsOf('stripe', 'adyen'), facts(session));
      expect(version).toBe(kept?.arm === 'candidate' ? 8 : 7);
      expect(planOfDraw(session, draw ?? [])).toEqual(plan);
    }
  });
});
