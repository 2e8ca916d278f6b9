import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideFailover } from '../../../lib/routing/decide-failover.ts';
import { declines, indefinites, type Outcome, successes } from '../../../lib/types/outcome.ts';
import type { Advice } from '../../../lib/types/psp.ts';

const outcomes: readonly Outcome[] = [...successes, ...declines, ...indefinites];
const mayFailOver: readonly Outcome[] = [
  'not_sent',
  'psp_unavailable',
  'rate_limited',
  'processor_error',
  'issuer_unavailable',
  'not_supported',
  'do_not_honor',
];
const advices: readonly (Advice | undefined)[] = [undefined, 'never_again', 'wait', 'correct_data'];

// Rules as no validation would let them pass: the decision must not depend on the rule having been checked.
const failover = fc.record({
  on: fc.array(fc.constantFrom(...declines)),
  max_attempts: fc.integer({ min: 1, max: 5 }),
  attempt_timeout_ms: fc.constant(8000),
});
const earlier = fc.array(fc.record({ outcome: fc.constantFrom(...outcomes) }), { maxLength: 4 });
const advice = fc.constantFrom(...advices);
const everything = { on: declines, max_attempts: 5, attempt_timeout_ms: 8000 };
const decide = (
  outcome: Outcome,
  options: {
    advice?: Advice;
    on?: (typeof declines)[number][];
    earlier?: Outcome[];
    max_attempts?: number;
  } = {},
) =>
  decideFailover({
    result: { outcome, advice: options.advice },
    failover: { ...everything, on: options.on ?? declines, max_attempts: options.max_attempts ?? 5 },
    earlier: (options.earlier ?? []).map((tried) => ({ outcome: tried })),
  });

describe('no rule lets another PSP be tried', () => {
  for (const outcome of outcomes.filter((candidate) => !mayFailOver.includes(candidate)))
    test(`after ${outcome}`, () => {
      fc.assert(
        fc.property(failover, earlier, advice, (rule, before, advised) => {
          expect(
            decideFailover({ result: { outcome, advice: advised }, failover: rule, earlier: before }).next,
          ).toBe(false);
        }),
      );
    });

  test('after an outcome that this version does not know', () => {
    const decision = decideFailover({
      result: { outcome: 'from_the_future' as Outcome },
      failover: everything,
      earlier: [],
    });
    expect(decision).toEqual({ next: false, reason: 'not_known' });
  });

  test('against final advice of the network, or advice to wait', () => {
    fc.assert(
      fc.property(
        failover,
        earlier,
        fc.constantFrom(...outcomes),
        fc.constantFrom('never_again' as const, 'wait' as const),
        (rule, before, outcome, advised) => {
          expect(
            decideFailover({ result: { outcome, advice: advised }, failover: rule, earlier: before }).next,
          ).toBe(false);
        },
      ),
    );
  });

  test('beyond max_attempts, this one counted', () => {
    fc.assert(
      fc.property(failover, earlier, fc.constantFrom(...outcomes), (rule, before, outcome) => {
        fc.pre(before.length + 1 >= rule.max_attempts);
        expect(decideFailover({ result: { outcome }, failover: rule, earlier: before }).next).toBe(false);
      }),
    );
  });
});

describe('another PSP may be tried', () => {
  test('after not_sent, unless it was the vault that failed', () => {
    for (const code of ['vault_unavailable', 'vault_refused'])
      expect(
        decideFailover({ result: { outcome: 'not_sent', code }, failover: everything, earlier: [] }),
      ).toEqual({ next: false, reason: 'vault' });
    const other = { outcome: 'psp_unavailable', code: 'vault_refused' } as const;
    expect(decideFailover({ result: other, failover: everything, earlier: [] })).toEqual({ next: true });
  });

  test('after not_sent, whether listed or not', () => {
    expect(decide('not_sent', { on: [] })).toEqual({ next: true });
    expect(decide('not_sent', { on: [], earlier: ['not_sent', 'not_sent'] })).toEqual({ next: true });
  });

  for (const outcome of mayFailOver.filter((candidate) => candidate !== 'not_sent')) {
    test(`after ${outcome}, exactly if the rule lists it`, () => {
      expect(decide(outcome)).toEqual({ next: true });
      expect(decide(outcome, { on: declines.filter((listed) => listed !== outcome) })).toEqual({
        next: false,
        reason: 'not_listed',
      });
    });
    const once = outcome === 'issuer_unavailable' || outcome === 'do_not_honor';
    test(`after a second ${outcome}: ${once ? 'no' : 'yes'}`, () => {
      const decision = decide(outcome, { earlier: ['rate_limited', outcome] });
      expect(decision).toEqual(once ? { next: false, reason: 'only_once' } : { next: true });
    });
  }

  test('as long as attempts are left', () => {
    expect(decide('psp_unavailable', { max_attempts: 2 })).toEqual({ next: true });
    expect(decide('psp_unavailable', { max_attempts: 2, earlier: ['not_sent'] })).toEqual({
      next: false,
      reason: 'max_attempts',
    });
    expect(decide('not_sent', { max_attempts: 1 })).toEqual({ next: false, reason: 'max_attempts' });
  });
});

test('each refusal names its reason', () => {
  expect(decide('captured')).toEqual({ next: false, reason: 'settled' });
  expect(decide('unknown')).toEqual({ next: false, reason: 'not_known' });
  expect(decide('duplicate')).toEqual({ next: false, reason: 'not_known' });
  expect(decide('fraud_suspected')).toEqual({ next: false, reason: 'never' });
  expect(decide('do_not_honor', { advice: 'wait' })).toEqual({ next: false, reason: 'advised_against' });
  expect(decide('do_not_honor', { advice: 'correct_data' })).toEqual({ next: true });
});

describe('an outcome after which another PSP may be tried once', () => {
  test.each([
    [['do_not_honor'], false],
    [['processor_error', 'do_not_honor'], false],
    [['processor_error'], true],
    [[], true],
  ] as const)('tried once before or not: %j', (before, next) => {
    expect(decide('do_not_honor', { earlier: [...before] }).next).toBe(next);
  });
});
