import { expect, test } from '@jest/globals';
import { findEmptiedTargets } from '../../../lib/routing/find-emptied-targets.ts';
import type { PublishedRule } from '../../../lib/types/routing.ts';
import { rule, targetsOf } from './fixtures.ts';

const override = (weights: Readonly<Record<string, number>>): PublishedRule['overrides'][number] => ({
  when: { card_brand: ['amex'] },
  targets: targetsOf(weights),
});

/** Where `adyen` is the last, if these others take payments. */
const emptied = (rules: readonly PublishedRule[], others: readonly string[]) =>
  findEmptiedTargets(rules, 'adyen', (psp) => others.includes(psp)).map(({ rule, override, candidate }) => [
    rule,
    override,
    candidate,
  ]);

test.each<[string, PublishedRule, readonly string[], readonly unknown[]]>([
  ['its only target', rule({ adyen: 1 }), ['stripe'], [['default', null, false]]],
  ['others that are closed or gone', rule({ adyen: 1, stripe: 1, gone: 0 }), [], [['default', null, false]]],
  ['another with weight', rule({ adyen: 1, stripe: 1 }), ['stripe'], []],
  ['another for failover only', rule({ adyen: 1, stripe: 0 }), ['stripe'], []],
  ['no target of this rule', rule({ stripe: 1 }), [], []],
  [
    'the only target of an override',
    rule({ stripe: 1 }, [override({ stripe: 1 }), override({ adyen: 1 })]),
    ['stripe'],
    [['default', 1, false]],
  ],
  [
    'the only target of the version in rollout',
    { ...rule({ stripe: 1 }), candidate: { rule: rule({ adyen: 1 }), percent: 5, salt: 's' } },
    ['stripe'],
    [['default', null, true]],
  ],
])('%s', (_, one, others, found) => {
  expect(emptied([one], others)).toEqual(found);
});

test('every rule is looked at', () => {
  expect(
    emptied([rule({ adyen: 1 }), rule({ stripe: 1 }), { ...rule({ adyen: 3 }), name: 'b' }], ['stripe']),
  ).toEqual([
    ['default', null, false],
    ['b', null, false],
  ]);
});
