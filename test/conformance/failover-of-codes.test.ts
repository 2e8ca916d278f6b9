import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { decideFailover } from '../../lib/routing/decide-failover.ts';
import { declines, indefinites, type Outcome, successes } from '../../lib/types/outcome.ts';
import { meaningsOf } from './code-meanings.ts';
import { subjects } from './subjects.ts';

/** What no rule may send to another PSP. Written out once more, so that a mistake in the engine's table is not copied. */
const never: readonly Outcome[] = [
  'insufficient_funds',
  'limit_exceeded',
  'incorrect_card_data',
  'authentication_required',
  'authentication_failed',
  'card_lost_or_stolen',
  'card_closed',
  'fraud_suspected',
  'stop_payment',
  'invalid_request',
  'unmapped',
  'duplicate',
  'unknown',
];

const codes = Object.values(subjects).flatMap((subject) =>
  meaningsOf(subject).map(([code, outcome]) => ({ psp: subject.name, code, outcome })),
);

const outcome = fc.constantFrom<Outcome>(...successes, ...declines, ...indefinites);
const advice = fc.option(fc.constantFrom('never_again', 'wait', 'correct_data'), { nil: undefined });
/** Any rule there could be, those that are refused when they are written included. */
const failover = fc.record({
  on: fc.uniqueArray(fc.constantFrom(...declines)),
  max_attempts: fc.integer({ min: 1, max: 10 }),
  attempt_timeout_ms: fc.integer({ min: 1_000, max: 20_000 }),
});
const earlier = fc.array(fc.record({ outcome }), { maxLength: 9 });

describe('every code of every PSP, under any rule', () => {
  test('the tables of all PSPs are here', () => {
    expect(codes.length).toBeGreaterThan(400);
    expect(new Set(codes.map(({ psp }) => psp)).size).toBe(Object.keys(subjects).length);
  });

  test('an outcome that may never fail over does not, whatever a rule lists', () => {
    const forbidden = codes.filter((each) => never.includes(each.outcome));
    fc.assert(
      fc.property(fc.constantFrom(...forbidden), failover, earlier, advice, (each, rule, before, given) => {
        const ended = {
          result: { outcome: each.outcome, advice: given },
          failover: { ...rule, on: [...declines] },
          earlier: before,
        };
        return !decideFailover(ended).next && !decideFailover({ ...ended, failover: rule }).next;
      }),
      { numRuns: 5_000, seed: 4 },
    );
    for (const each of forbidden) {
      const rule = { on: [...declines], max_attempts: 10, attempt_timeout_ms: 8_000 };
      const decision = decideFailover({
        result: { outcome: each.outcome },
        failover: rule,
        earlier: [],
      });
      expect({ ...each, next: decision.next }).toEqual({ ...each, next: false });
    }
  });

  test('the others only if the rule lists them, and never against a network’s advice', () => {
    const allowed = codes.filter((each) => !never.includes(each.outcome));
    expect(allowed.length).toBeGreaterThan(50);
    fc.assert(
      fc.property(fc.constantFrom(...allowed), failover, earlier, advice, (each, rule, before, given) => {
        const { next } = decideFailover({
          result: { outcome: each.outcome, advice: given },
          failover: rule,
          earlier: before,
        });
        const listed = rule.on.some((one) => one === each.outcome);
        return !next || (listed && given !== 'never_again' && given !== 'wait');
      }),
      { numRuns: 5_000, seed: 4 },
    );
  });
});
