import { afterEach, describe, expect, test } from '@jest/globals';
import {
  dayOf,
  decimal,
  duration,
  money,
  readAmount,
  startOfDay,
} from '../../../clients/console/src/format.ts';
import { clock, language } from '../../../clients/console/src/preferences.ts';
import { pspName } from '../../../clients/console/src/psp-name.ts';

afterEach(() => {
  language.value = 'en';
  clock.value = 'local';
});

describe('an amount', () => {
  test.each([
    ['25.99', 'eur', 2599],
    ['25,99', 'eur', 2599],
    ['25', 'eur', 2500],
    ['25.9', 'eur', 2590],
    [' 0.05 ', 'usd', 5],
    ['7900', 'jpy', 7900],
    ['1.234', 'bhd', 1234],
    ['9999999999.99', 'eur', 999_999_999_999],
  ])('%s in %s is %d minor units', (text, currency, amount) => {
    expect(readAmount(text, currency)).toBe(amount);
    expect(readAmount(decimal(amount, currency), currency)).toBe(amount);
  });

  test.each([
    ['', 'eur'],
    ['abc', 'eur'],
    ['-5', 'eur'],
    ['1,234.56', 'eur'],
    ['25.999', 'eur'],
    ['79.5', 'jpy'],
    ['1e3', 'eur'],
    ['٢٥', 'eur'],
    ['5 5', 'eur'],
  ])('%j is no amount in %s', (text, currency) => expect(readAmount(text, currency)).toBeUndefined());

  test('is written with the digits of its currency, in the chosen language', () => {
    expect([money(2599, 'eur'), money(7900, 'jpy'), money(1234, 'bhd')]).toEqual(
      ['€25.99', '¥7,900', 'BHD 1.234'].map((text) => text.replace(' ', '\u00a0')),
    );
    language.value = 'de';
    expect(money(2599, 'eur')).toBe('25,99\u00a0€');
  });
});

describe('a day', () => {
  test.each(['2026-03-29', '2026-10-25', '2026-11-28', '2024-02-29'])(
    '%s in UTC begins at midnight',
    (day) => {
      clock.value = 'utc';
      expect(startOfDay(day)).toBe(Date.parse(`${day}T00:00:00Z`) / 1000);
      expect(dayOf((startOfDay(day) ?? 0) * 1000)).toBe(day);
      expect(dayOf((startOfDay(day) ?? 0) * 1000 - 1)).not.toBe(day);
    },
  );

  test.each(['', '2026-13-01', 'today', '28.11.2026'])('%j is none', (day) =>
    expect(startOfDay(day)).toBeUndefined(),
  );
});

test.each([
  [850, '850 ms'],
  [1_500, '1.5 sec'],
  [119_000, '119 sec'],
  [180_000, '3 min'],
  [7_200_000, '2 hr'],
  [172_800_000, '2 days'],
])('%d ms is %s', (ms, text) => expect(duration(ms)).toBe(text));

test('an account whose id is no plain word keeps it', () =>
  expect(['stripe', 'checkout_com', 'paypal', 'stripe-eu_2'].map(pspName)).toEqual([
    'Stripe',
    'Checkout.com',
    'PayPal',
    'stripe-eu_2',
  ]));
