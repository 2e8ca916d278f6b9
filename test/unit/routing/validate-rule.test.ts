import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { validateRule } from '../../../lib/routing/validate-rule.ts';
import { cardBrands } from '../../../lib/types/card.ts';
import { declines, indefinites, successes } from '../../../lib/types/outcome.ts';
import { accounts, full, many, on, targets, when } from './rule-inputs.ts';

describe('accepted', () => {
  test('a complete rule, as it is', () =>
    expect(validateRule(full, accounts)).toEqual({ ok: true, rule: full }));

  test('a minimal rule, completed', () =>
    expect(validateRule({ name: 'a', targets }, accounts)).toEqual({
      ok: true,
      rule: { name: 'a', targets, failover: full.failover, health: full.health, overrides: [] },
    }));

  test('a part of failover, completed', () =>
    expect(validateRule({ name: 'a', targets, failover: { on: [] } }, accounts)).toMatchObject({
      rule: { failover: { on: [], max_attempts: 3, attempt_timeout_ms: 8000 } },
    }));

  const accepted: [string, unknown][] = [
    ['do_not_honor by choice', on('do_not_honor', 'not_sent', 'not_supported')],
    [
      'the ends of every range',
      {
        ...full,
        targets: [{ psp: 'stripe', weight: 10_000 }],
        failover: { max_attempts: 5, attempt_timeout_ms: 15_000 },
      },
    ],
    ['one amount', when({ amount: { gte: 5, lte: 5 } })],
    ['an open range of one amount', when({ amount: { gt: 4, lt: 6 } })],
    ['a condition for everything, in the last place', when({ currency: ['usd'] }, {})],
    [
      'overlapping overrides',
      when(
        { currency: ['usd', 'eur'] },
        { currency: ['eur', 'gbp'] },
        { amount: { gte: 10 }, currency: ['gbp', 'usd'] },
      ),
    ],
    ['countries that overlap', when({ country: ['US', 'DE'] }, { country: ['US', 'FR'] })],
    [
      'every brand, before what is left for a card of none of them',
      when({ card_brand: [...cardBrands] }, { currency: ['usd'] }),
    ],
    [
      '50 overrides',
      when(...many(50, 0).map((_, index) => ({ amount: { gte: index + 1, lte: index + 1 } }))),
    ],
  ];
  for (const [what, input] of accepted)
    test(what, () => expect(validateRule(input, accounts)).toMatchObject({ ok: true }));
});

describe('refused', () => {
  type Code = 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown';
  const refused: [string, unknown, Code, string][] = [
    ['nothing', undefined, 'parameter_missing', ''],
    ['a list', [], 'parameter_invalid', ''],
    ['no name', { targets }, 'parameter_missing', 'name'],
    ['an empty name', { name: '', targets }, 'parameter_invalid', 'name'],
    ['a long name', { name: 'a'.repeat(65), targets }, 'parameter_invalid', 'name'],
    ['an uppercase name', { name: 'Default', targets }, 'parameter_invalid', 'name'],
    ['a name that is none', { name: '__proto__', targets }, 'parameter_invalid', 'name'],
    ['a number for a name', { name: 5, targets }, 'parameter_invalid', 'name'],
    ['an unknown field', { ...full, weight: 1 }, 'parameter_unknown', 'weight'],
    [
      'an unknown field of a target',
      { name: 'a', targets: [{ ...targets[0], share: 1 }] },
      'parameter_unknown',
      'targets[0].share',
    ],
    [
      'an unknown field of failover',
      { ...full, failover: { retries: 1 } },
      'parameter_unknown',
      'failover.retries',
    ],
    ['an unknown condition', when({ bin: ['424242'] }), 'parameter_unknown', 'overrides[0].when.bin'],
    ['an unknown bound', when({ amount: { eq: 1 } }), 'parameter_unknown', 'overrides[0].when.amount.eq'],
    ['no targets', { name: 'a' }, 'parameter_missing', 'targets'],
    ['an empty list of targets', { name: 'a', targets: [] }, 'parameter_invalid', 'targets'],
    ['21 targets', { name: 'a', targets: many(21, targets[0]) }, 'parameter_invalid', 'targets'],
    ['targets that are none', { name: 'a', targets: ['stripe'] }, 'parameter_invalid', 'targets[0]'],
    ['no PSP', { name: 'a', targets: [{ weight: 1 }] }, 'parameter_missing', 'targets[0].psp'],
    ['no weight', { name: 'a', targets: [{ psp: 'stripe' }] }, 'parameter_missing', 'targets[0].weight'],
    [
      'an unknown PSP',
      { name: 'a', targets: [...targets, { psp: 'mollie', weight: 1 }] },
      'parameter_invalid',
      'targets[1].psp',
    ],
    [
      'a PSP twice',
      { name: 'a', targets: [...targets, { psp: 'adyen', weight: 1 }, ...targets] },
      'parameter_invalid',
      'targets[2].psp',
    ],
    [
      'a negative weight',
      { name: 'a', targets: [{ psp: 'stripe', weight: -1 }] },
      'parameter_invalid',
      'targets[0].weight',
    ],
    [
      'a large weight',
      { name: 'a', targets: [...targets, { psp: 'adyen', weight: 10_001 }] },
      'parameter_invalid',
      'targets[1].weight',
    ],
    [
      'half a weight',
      { name: 'a', targets: [{ psp: 'stripe', weight: 0.5 }] },
      'parameter_invalid',
      'targets[0].weight',
    ],
    [
      'a weight in quotes',
      { name: 'a', targets: [{ psp: 'stripe', weight: '1' }] },
      'parameter_invalid',
      'targets[0].weight',
    ],
    ['only zeros', { name: 'a', targets: [{ psp: 'stripe', weight: 0 }] }, 'parameter_invalid', 'targets'],
    [
      'only zeros in an override',
      { name: 'a', targets, overrides: [{ when: {}, targets: [{ psp: 'stripe', weight: 0 }] }] },
      'parameter_invalid',
      'overrides[0].targets',
    ],
    [
      'an unknown PSP in an override',
      { name: 'a', targets, overrides: [{ when: {}, targets: [{ psp: 'mollie', weight: 1 }] }] },
      'parameter_invalid',
      'overrides[0].targets[0].psp',
    ],
    ['null for failover', { ...full, failover: null }, 'parameter_invalid', 'failover'],
    ['0 attempts', { ...full, failover: { max_attempts: 0 } }, 'parameter_invalid', 'failover.max_attempts'],
    ['6 attempts', { ...full, failover: { max_attempts: 6 } }, 'parameter_invalid', 'failover.max_attempts'],
    [
      '999 ms',
      { ...full, failover: { attempt_timeout_ms: 999 } },
      'parameter_invalid',
      'failover.attempt_timeout_ms',
    ],
    [
      '15,001 ms',
      { ...full, failover: { attempt_timeout_ms: 15_001 } },
      'parameter_invalid',
      'failover.attempt_timeout_ms',
    ],
    ['an outcome there is not', on('rate_limited', 'timeout'), 'parameter_invalid', 'failover.on[1]'],
  ];
  for (const [what, input, code, param] of refused)
    test(`${what}: ${param}`, () => {
      const validation = validateRule(input, accounts);
      expect(validation).toMatchObject({ ok: false, problem: { code, param } });
      if (!validation.ok)
        expect(validation.problem.message.startsWith(`${param}: `) || param === '').toBe(true);
    });

  const listable = [
    'not_sent',
    'psp_unavailable',
    'rate_limited',
    'processor_error',
    'issuer_unavailable',
    'not_supported',
    'do_not_honor',
  ];
  for (const outcome of [...successes, ...declines, ...indefinites].filter(
    (name) => !listable.includes(name),
  ))
    test(`failover on ${outcome}`, () =>
      expect(validateRule(on('rate_limited', 'psp_unavailable', outcome), accounts)).toMatchObject({
        ok: false,
        problem: { code: 'parameter_invalid', param: 'failover.on[2]' },
      }));

  test('failover on an unknown outcome says that it can charge twice', () => {
    for (const outcome of indefinites)
      expect(validateRule(on(outcome), accounts)).toMatchObject({
        problem: { message: expect.stringContaining('charge it twice') },
      });
  });

  test('failover on an outcome that ends a payment says that no other PSP may be tried; on a non-outcome it does not', () => {
    const reported = (outcome: string) => {
      const validation = validateRule(on(outcome), accounts);
      return validation.ok ? '' : validation.problem.message;
    };
    expect(reported('card_lost_or_stolen')).toContain('after card_lost_or_stolen no other PSP may be tried');
    expect(reported('timeout')).toMatch(/^failover\.on\[0\]: expected one of /);
  });

  test.each([
    [{ name: 'a', targets: [{ weight: 1 }] }, 'targets[0].psp: missing, expected the id of a PSP account'],
    [{ ...full, failover: null }, expect.stringMatching(/, received null$/)],
    [{ ...full, name: { first: 'a' } }, expect.stringMatching(/, received an object$/)],
    [{ ...full, failover: { on: 'x' } }, 'failover.on: expected a list of outcomes, received "x"'],
    [
      when({ currency: [] }),
      'overrides[0].when.currency: expected a list of 1 to 200 currencies, received a list of 0',
    ],
  ])('messages say what is missing, or which type it has: %j', (input, message) => {
    expect(validateRule(input, accounts)).toMatchObject({ problem: { message } });
  });

  test('messages say what was expected and received', () => {
    expect(validateRule({ name: 'a', targets: [{ psp: 'stripe', weight: 10_001 }] }, accounts)).toMatchObject(
      {
        problem: { message: 'targets[0].weight: expected an integer from 0 to 10000, received 10001' },
      },
    );
    expect(validateRule({ name: 'a', targets: [{ psp: 'mollie', weight: 1 }] }, accounts)).toMatchObject({
      problem: {
        message: 'targets[0].psp: no PSP account mollie; expected one of stripe, adyen, checkout_com',
      },
    });
  });
});

test('whatever comes in, it never throws, and what it accepts it accepts again unchanged', () => {
  const nearly = fc.record(
    {
      name: fc.oneof(fc.constant('default'), fc.string()),
      targets: fc.array(
        fc.record({
          psp: fc.constantFrom('stripe', 'adyen', 'x'),
          weight: fc.oneof(fc.nat(100), fc.anything()),
        }),
      ),
      failover: fc.oneof(fc.anything(), fc.record({ on: fc.array(fc.constantFrom(...declines)) })),
      overrides: fc.oneof(
        fc.anything(),
        fc.array(fc.record({ when: fc.anything(), targets: fc.constant(targets) })),
      ),
    },
    { requiredKeys: ['name', 'targets'] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), nearly), (input) => {
      const validation = validateRule(input, accounts);
      if (validation.ok) expect(validateRule(validation.rule, accounts)).toEqual(validation);
    }),
    { numRuns: 2000 },
  );
});
