import { afterEach, expect, test } from '@jest/globals';
import { differences } from '../../../clients/console/src/differences.ts';
import { nameDifference } from '../../../clients/console/src/name-difference.ts';
import { language } from '../../../clients/console/src/preferences.ts';
import type { RoutingRuleContent } from '../../../clients/server/src/generated/api-types.ts';

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
const named = (before: object, after: object): readonly string[] =>
  differences(before, after)
    .map((difference) => nameDifference(difference, after))
    .map((one) => `${one.name}: ${one.before} → ${one.after}`);
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
    'Share of Stripe: 70 → 0',
    'PSP 2: Checkout.com → Adyen',
    'Try the next PSP after: – → Declined by the bank',
    'PSPs, at most: 3 → 2',
    'Milliseconds for each: 8000 → 5000',
    'A sick PSP: It is shown → New payments are steered away from it',
    'Steered elsewhere, at most (%): 50 → 20',
    'Left to it, at least (%): 0 → 5',
    'Override 1: Currency: GBP → USD',
    'Override 1: Amount ≥: 100 → 200',
    'Override 1: Brand: – → American Express',
    'Override 1: Share of PayPal: 1 → 2',
  ]);
  language.value = 'de';
  expect(named(rule, changed)[0]).toBe('Anteil von Stripe: 70 → 0');
});

test('what is added and taken out is shown whole', () => {
  expect(named(rule, { ...rule, targets: rule.targets.slice(0, 1), overrides: [] })).toEqual([
    'PSP 2: Checkout.com 30 → –',
    'Override 1: Currency GBP, Amount ≥ 100: PayPal 1 → –',
  ]);
  const added = { when: { card_brand: ['visa', 'amex'] }, targets: rule.targets };
  expect(named(rule, { ...rule, overrides: [...rule.overrides, added] })).toEqual([
    'Override 2: – → Brand Visa, American Express: Stripe 70, Checkout.com 30',
  ]);
  expect(named({ failover: {}, health: {} }, { ...rule, overrides: [] })).toEqual([
    'Try the next PSP after: – → PSP unavailable',
    'PSPs, at most: – → 3',
    'Milliseconds for each: – → 8000',
    'A sick PSP: – → It is shown',
    'Steered elsewhere, at most (%): – → 50',
    'Left to it, at least (%): – → 0',
    'Name: – → default',
    'Shares: – → Stripe 70, Checkout.com 30',
    'Overrides: – → –',
  ]);
});

test('a place that has no name, and what others wrote, are shown as they are', () => {
  expect(named({ constructor: 1, mode: 'toString' }, { constructor: 2, mode: 'constructor' })).toEqual([
    'constructor: 1 → 2',
    'mode: toString → constructor',
  ]);
  expect(named({ retry: { in: 1 } }, { retry: { in: '<b>' } })).toEqual(['retry.in: 1 → <b>']);
  expect(nameDifference({ path: 'overrides[0].when.constructor', before: 1, after: 2 }, rule).name).toBe(
    'overrides[0].when.constructor',
  );
  expect(nameDifference({ path: 'targets[7].weight', before: 1, after: null }, null).name).toBe('PSP 8');
});
