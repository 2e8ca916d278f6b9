import { describe, expect, test } from '@jest/globals';
import { validateRule } from '../../../lib/routing/validate-rule.ts';
import { currencies } from '../../../lib/types/currency.ts';
import { accounts, full, many, targets, when } from './rule-inputs.ts';

describe('an override is refused', () => {
  type Code = 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown';
  const refused: [string, unknown, Code, string][] = [
    [
      'an override without condition',
      { ...full, overrides: [{ targets }] },
      'parameter_missing',
      'overrides[0].when',
    ],
    [
      'an override without targets',
      { ...full, overrides: [{ when: {} }] },
      'parameter_missing',
      'overrides[0].targets',
    ],
    [
      '51 overrides',
      when(...many(51, 0).map((_, index) => ({ amount: { gte: index + 1, lte: index + 1 } }))),
      'parameter_invalid',
      'overrides',
    ],
    ['201 entries', when({ country: many(201, 'US') }), 'parameter_invalid', 'overrides[0].when.country'],
    [
      'an empty list of currencies',
      when({ currency: [] }),
      'parameter_invalid',
      'overrides[0].when.currency',
    ],
    ['an empty list of countries', when({ country: [] }), 'parameter_invalid', 'overrides[0].when.country'],
    [
      'an empty list of brands',
      when({ card_brand: [] }),
      'parameter_invalid',
      'overrides[0].when.card_brand',
    ],
    [
      'an unknown currency',
      when({ currency: ['usd', 'xxx'] }),
      'parameter_invalid',
      'overrides[0].when.currency[1]',
    ],
    [
      'an uppercase currency',
      when({ currency: ['USD'] }),
      'parameter_invalid',
      'overrides[0].when.currency[0]',
    ],
    [
      'an unknown country',
      when({ country: ['US', 'UK'] }),
      'parameter_invalid',
      'overrides[0].when.country[1]',
    ],
    [
      'an unknown brand',
      when({ card_brand: ['visa', 'dankort'] }),
      'parameter_invalid',
      'overrides[0].when.card_brand[1]',
    ],
    ['an amount without bounds', when({ amount: {} }), 'parameter_invalid', 'overrides[0].when.amount'],
    [
      'bounds that exclude each other',
      when({ amount: { gte: 10, lte: 9 } }),
      'parameter_invalid',
      'overrides[0].when.amount.gte',
    ],
    [
      'bounds with nothing between',
      when({ amount: { gt: 10, lt: 11 } }),
      'parameter_invalid',
      'overrides[0].when.amount.gt',
    ],
    ['an amount below all', when({ amount: { lt: 1 } }), 'parameter_invalid', 'overrides[0].when.amount.lt'],
    [
      'an amount above all',
      when({ amount: { gte: 1_000_000_000_000 } }),
      'parameter_invalid',
      'overrides[0].when.amount.gte',
    ],
    ['a broken amount', when({ amount: { gte: 10.5 } }), 'parameter_invalid', 'overrides[0].when.amount.gte'],
    [
      'the same override twice',
      when({ currency: ['usd'] }, { currency: ['usd'] }),
      'parameter_invalid',
      'overrides[1].when',
    ],
    [
      'an override after one for everything',
      when({ country: ['US'] }, {}, { currency: ['usd'] }),
      'parameter_invalid',
      'overrides[2].when',
    ],
    [
      'an override within an earlier one',
      when({ amount: { gte: 10 } }, { amount: { gt: 10 }, currency: ['usd'] }),
      'parameter_invalid',
      'overrides[1].when',
    ],
    [
      'an override after one for every currency',
      when({ currency: currencies.slice() }, { country: ['US'] }),
      'parameter_invalid',
      'overrides[1].when',
    ],
    [
      'an override after one for every amount',
      when({ amount: { gte: 1 } }, { country: ['US'] }),
      'parameter_invalid',
      'overrides[1].when',
    ],
  ];
  for (const [what, input, code, param] of refused)
    test(`${what}: ${param}`, () =>
      expect(validateRule(input, accounts)).toMatchObject({ ok: false, problem: { code, param } }));
});
