import { expect, test } from '@jest/globals';
import { problemOfUntaken } from '../../../lib/routing/untaken.ts';
import type { OverrideCondition, RoutingRule } from '../../../lib/types/routing.ts';
import { account, accountsOf, rule, targetsOf } from './fixtures.ts';

const [{ capabilities }] = accountsOf('any') as [ReturnType<typeof account>];
const accounts = [
  account('all'),
  account('euro', { amounts: { ...capabilities.amounts, currencies: ['eur', 'usd'] }, brands: ['visa'] }),
  account('yen', { amounts: { ...capabilities.amounts, currencies: ['jpy'] } }),
];

const overriding = (when: OverrideCondition, ...psps: readonly string[]): RoutingRule =>
  rule({ all: 1 }, [{ when, targets: targetsOf(Object.fromEntries(psps.map((psp) => [psp, 1]))) }]);

test.each<[string, RoutingRule, string | undefined]>([
  [
    'a currency that no target takes',
    overriding({ currency: ['eur', 'kwd'] }, 'euro', 'yen'),
    'overrides[0].when.currency[1]',
  ],
  [
    'one that a target for failover takes',
    overriding({ currency: ['eur', 'kwd'] }, 'euro', 'all'),
    undefined,
  ],
  [
    'currencies that different targets take',
    overriding({ currency: ['eur', 'jpy'] }, 'euro', 'yen'),
    undefined,
  ],
  [
    'a brand that no target takes',
    overriding({ card_brand: ['amex'] }, 'euro'),
    'overrides[0].when.card_brand[0]',
  ],
  ['a brand that one takes', overriding({ card_brand: ['visa', 'amex'] }, 'euro', 'yen'), undefined],
  ['neither currency nor brand', overriding({ amount: { gte: 5 } }, 'euro'), undefined],
  ['no override', rule({ euro: 1 }), undefined],
])('an override with %s: %s', (_, asked, param) => {
  expect(problemOfUntaken(asked, undefined, accounts)?.param).toBe(param);
  expect(problemOfUntaken(asked, asked, accounts)).toBe(undefined);
});
