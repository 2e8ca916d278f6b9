import { afterEach, expect, test } from '@jest/globals';
import { type Difference, differences } from '../../../clients/console/src/differences.ts';
import { nameDifferences } from '../../../clients/console/src/name-difference.ts';
import { language } from '../../../clients/console/src/preferences.ts';
import type { RoutingRuleContent } from '../../../clients/server/src/generated/api-types.ts';
import { diffRules } from '../../../lib/routing/diff-rules.ts';

afterEach(() => {
  language.value = 'en';
});

const rule: RoutingRuleContent = {
  name: 'default',
  targets: [
    { psp: 'stripe', weight: 70 },
    { psp: 'checkout_com', weight: 30 },
  ],
  failover: { on: ['psp_unavailable'], max_attempts: 3, attempt_timeout_ms: 8_000 },
  health: { mode: 'observe', max_shift: 50, min_share: 0 },
  overrides: [{ when: { currency: ['gbp'], amount: { gte: 100 } }, targets: [{ psp: 'paypal', weight: 1 }] }],
};
const named = (before: object, after: object): readonly string[] => read(differences(before, after), after);
/** Of what a version's `diff` has, or the editor's. */
const read = (all: readonly Difference[], after: unknown): readonly string[] =>
  nameDifferences(all, after).map((one) => `${one.name}: ${one.before} → ${one.after}`);
const changed: RoutingRuleContent = {
  ...rule,
  targets: [
    { psp: 'stripe', weight: 0 },
    { psp: 'adyen', weight: 30 },
  ],
  failover: { on: ['psp_unavailable', 'do_not_honor'], max_attempts: 2, attempt_timeout_ms: 5_000 },
  health: { mode: 'steer', max_shift: 20, min_share: 5 },
  overrides: [
    {
      when: { currency: ['usd'], amount: { gte: 200 }, card_brand: ['amex'] },
      targets: [{ psp: 'paypal', weight: 2 }],
    },
  ],
};

test('places and values have the words that the editor has', () => {
  expect(named(rule, changed)).toEqual([
    'Weight of Stripe: 70 → 0',
    '2nd PSP: Checkout.com 30 → Adyen 30',
    'Try the next PSP after: PSP unavailable → PSP unavailable, Declined by the bank',
    'PSPs, at most: 3 → 2',
    'Milliseconds for each: 8000 → 5000',
    'A sick PSP: It is shown → New payments are steered away from it',
    'Steered elsewhere, at most (%): 50 → 20',
    'Left to it, at least (%): 0 → 5',
    'Override 1: Currency: GBP → USD',
    'Override 1: Amount ≥: 100 → 200',
    'Override 1: Brand: – → American Express',
    'Override 1: Weight of PayPal: 1 → 2',
  ]);
});

test('what is added and taken out is shown whole', () => {
  expect(named(rule, { ...rule, targets: rule.targets.slice(0, 1), overrides: [] })).toEqual([
    '2nd PSP: Checkout.com 30 → –',
    'Override 1: Currency GBP, Amount ≥ 100: PayPal 1 → –',
  ]);
  const added = { when: { card_brand: ['visa', 'amex'] }, targets: rule.targets };
  expect(named(rule, { ...rule, overrides: [...rule.overrides, added] })).toEqual([
    'Override 2: – → Brand Visa, American Express: Stripe 70, Checkout.com 30',
  ]);
});

test('a new rule is named field by field, as the editor and as its first version have it', () => {
  const { name: _, ...content } = rule;
  const first = { ...content, wallets: 'first', overrides: [] };
  const fields = [
    'Weights: – → Stripe 70, Checkout.com 30',
    'Try the next PSP after: – → PSP unavailable',
    'PSPs, at most: – → 3',
    'Milliseconds for each: – → 8000',
    'A sick PSP: – → It is shown',
    'Steered elsewhere, at most (%): – → 50',
    'Left to it, at least (%): – → 0',
  ];
  const wallets = 'Apple Pay and Google Pay: – → Only if the first of the plan takes them';
  expect(named({}, first)).toEqual([...fields, wallets]);
  expect(named({}, { ...rule, overrides: [] })).toEqual(['Name: – → default', ...fields]);
  const stored = { ...rule, wallets: 'first', overrides: [] } as const;
  expect(read(diffRules(undefined, stored), stored)).toEqual([...fields, wallets]);
});

type Targets = RoutingRuleContent['targets'];
const [adyen60, stripe40] = [
  { psp: 'adyen', weight: 60 },
  { psp: 'stripe', weight: 40 },
];

test.each<[string, Targets, Targets, readonly string[], readonly string[]]>([
  [
    'two PSPs that change places',
    [adyen60, stripe40],
    [stripe40, adyen60],
    ['1st PSP: Adyen 60 → Stripe 40', '2nd PSP: Stripe 40 → Adyen 60'],
    ['1. PSP: Adyen 60 → Stripe 40', '2. PSP: Stripe 40 → Adyen 60'],
  ],
  [
    'the first of three that goes',
    [{ psp: 'paypal', weight: 10 }, stripe40, adyen60],
    [stripe40, adyen60],
    ['1st PSP: PayPal 10 → Stripe 40', '2nd PSP: Stripe 40 → Adyen 60', '3rd PSP: Adyen 60 → –'],
    ['1. PSP: PayPal 10 → Stripe 40', '2. PSP: Stripe 40 → Adyen 60', '3. PSP: Adyen 60 → –'],
  ],
  [
    'weights whose shares stay',
    [
      { psp: 'adyen', weight: 1 },
      { psp: 'stripe', weight: 1 },
    ],
    [
      { psp: 'adyen', weight: 50 },
      { psp: 'stripe', weight: 50 },
    ],
    ['Weight of Adyen: 1 → 50', 'Weight of Stripe: 1 → 50'],
    ['Gewicht von Adyen: 1 → 50', 'Gewicht von Stripe: 1 → 50'],
  ],
  [
    'a PSP that comes between others of its weight',
    [adyen60, { psp: 'stripe', weight: 20 }, { psp: 'paypal', weight: 20 }],
    [adyen60, { psp: 'square', weight: 20 }, { psp: 'stripe', weight: 20 }, { psp: 'paypal', weight: 0 }],
    ['2nd PSP: Stripe 20 → Square 20', '3rd PSP: PayPal 20 → Stripe 20', '4th PSP: – → PayPal 0'],
    ['2. PSP: Stripe 20 → Square 20', '3. PSP: PayPal 20 → Stripe 20', '4. PSP: – → PayPal 0'],
  ],
])('%s: a weight is named of its PSP only where the same PSP stands', (_, before, after, english, german) => {
  const [from, to] = [before, after].map((targets) => ({ ...rule, targets })) as [
    RoutingRuleContent,
    RoutingRuleContent,
  ];
  const override = ({ targets }: RoutingRuleContent) => ({
    ...rule,
    overrides: [...rule.overrides, { when: { country: ['GB'] }, targets }],
  });
  const expectNamed = (lines: readonly string[], place: string) => {
    expect(named(from, to)).toEqual(lines);
    expect(read(diffRules(from, to), to)).toEqual(lines);
    expect(named(override(from), override(to))).toEqual(lines.map((line) => `${place}: ${line}`));
  };
  expectNamed(english, 'Override 2');
  language.value = 'de';
  expectNamed(german, 'Ausnahme 2');
});

test('an outcome that goes moves no other, and an amount that comes is put in words', () => {
  const on = ['psp_unavailable', 'rate_limited', 'do_not_honor'] as const;
  const before = { ...rule, failover: { ...rule.failover, on: [...on] } };
  expect(named(before, { ...before, failover: { ...rule.failover, on: on.slice(1) } })).toEqual([
    'Try the next PSP after: PSP unavailable, Too many requests, Declined by the bank → Too many requests, Declined by the bank',
  ]);
  const [override] = rule.overrides;
  const always = { ...rule, overrides: [{ ...override, when: { currency: ['gbp'] } }] };
  expect(named(always, rule)).toEqual(['Override 1: Amount ≥: – → 100']);
  expect(named(rule, always)).toEqual(['Override 1: Amount ≥: 100 → –']);
});

test('what decides about wallets has the words that the editor has, also where a rule says nothing', () => {
  const first = { ...rule, wallets: 'first' };
  expect(named(rule, first)).toEqual([
    'Apple Pay and Google Pay: At any of these PSPs that takes them → Only if the first of the plan takes them',
  ]);
  expect(named(rule, { ...rule, wallets: 'any' })).toEqual([]);
  expect(named({ ...rule, wallets: 'any' }, rule)).toEqual([]);
  language.value = 'de';
  expect(named(first, rule)).toEqual([
    'Apple Pay und Google Pay: Nur wenn der erste des Plans sie annimmt → Bei jedem dieser PSP, der sie annimmt',
  ]);
});

test('a place that has no name, and what others wrote, are shown as they are', () => {
  expect(named({ constructor: 1, mode: 'toString' }, { constructor: 2, mode: 'constructor' })).toEqual([
    'constructor: 1 → 2',
    'mode: toString → constructor',
  ]);
  expect(named({ retry: { in: 1 } }, { retry: { in: '<b>' } })).toEqual(['retry.in: 1 → <b>']);
  const lost = [
    { path: 'overrides[0].when.constructor', before: 1, after: 2 },
    { path: 'targets[7].weight', before: 1, after: null },
  ];
  expect(nameDifferences(lost, null).map(({ name }) => name)).toEqual([
    'overrides[0].when.constructor',
    '8th PSP',
  ]);
});
