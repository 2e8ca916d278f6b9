import { afterEach, describe, expect, test } from '@jest/globals';
import {
  dayOf,
  daysAfter,
  decimal,
  duration,
  money,
  readAmount,
  shortTime,
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

test('less than nothing is kept where a refund and a dispute are of the same money', () =>
  expect([money(-5, 'eur'), money(-1000, 'eur'), money(-50, 'kwd'), money(-5, 'jpy')]).toEqual(
    ['-€0.05', '-€10.00', '-KWD 0.050', '-¥5'].map((text) => text.replace(' ', '\u00a0')),
  ));

test.each([
  ['2026-11-28T14:03:00Z', '2026-11-28T20:00:00Z', /^0?2:03 PM$/],
  ['2026-11-27T14:03:00Z', '2026-11-28T20:00:00Z', /^Nov 27, 0?2:03 PM$/],
  ['2025-11-28T14:03:00Z', '2026-11-28T20:00:00Z', /^Nov 28, 2025, 0?2:03 PM$/],
  ['2026-01-03T08:00:00Z', '2025-12-30T20:00:00Z', /^Jan 3, 2026, 0?8:00 AM$/],
])('%s, seen at %s, says its day, and its year where that is another', (at, now, text) => {
  clock.value = 'utc';
  expect(shortTime(Date.parse(at), Date.parse(now)).replaceAll('\u202f', ' ')).toMatch(text);
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

  test.each([
    // Clocks skip midnight.
    ['2026-09-06', 'America/Santiago', '2026-09-06T01:00:00-03:00', 23],
    ['2026-03-08', 'America/Havana', '2026-03-08T01:00:00-04:00', 23],
    ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00:00Z', 23],
    ['2026-04-24', 'Africa/Cairo', '2026-04-24T01:00:00+03:00', 23],
    ['2026-03-29', 'Asia/Beirut', '2026-03-29T01:00:00+03:00', 23],
    ['2023-10-01', 'America/Asuncion', '2023-10-01T01:00:00-03:00', 23],
    // The hour before it, or the one after it, comes twice.
    ['2026-04-04', 'America/Santiago', '2026-04-04T00:00:00-03:00', 25],
    ['2026-11-01', 'America/Havana', '2026-11-01T00:00:00-04:00', 25],
    ['2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00Z', 25],
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T00:00:00+01:00', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T00:00:00+02:00', 25],
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-05T00:00:00+11:00', 24.5],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T00:00:00+14:00', 24],
    ['2026-03-01', 'Pacific/Pago_Pago', '2026-03-01T00:00:00-11:00', 24],
    // Samoa left this day out.
    ['2011-12-30', 'Pacific/Apia', '2011-12-31T00:00:00+14:00', 0],
  ])('%s in %s begins at %s and has %d hours', (day, zone, begin, hours) => {
    const [start = 0, end = 0] = [day, daysAfter(day, 1)].map((one) => startOfDay(one, zone));
    expect([start, (end - start) / 3_600]).toEqual([Date.parse(begin) / 1000, hours]);
  });

  test.each([
    'America/Santiago',
    'America/Havana',
    'Atlantic/Azores',
    'Africa/Cairo',
    'Asia/Beirut',
    'America/Asuncion',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/New_York',
  ])('every moment of 2026 in %s is of one day, from its begin until the next one', (zone) => {
    const days = Array.from({ length: 366 }, (_, index) => daysAfter('2026-01-01', index));
    const starts = days.map((day) => (startOfDay(day, zone) ?? 0) * 1000);
    const wrong = days.filter((day, index) => {
      const [start = 0, end = 0] = [starts[index], starts[index + 1] ?? starts[index]];
      const isWhole = start === end || dayOf(end - 1, zone) === day;
      return !isWhole || dayOf(start, zone) !== day || dayOf(start - 1, zone) === day;
    });
    expect(wrong).toEqual([]);
    const year = ['2026-01-01', '2027-01-01'].map((day) => (startOfDay(day, zone) ?? 0) / 3_600);
    expect((year[1] ?? 0) - (year[0] ?? 0)).toBe(365 * 24);
  });

  test.each(['', '2026-13-01', '2026-02-30', '2026-04-31', 'today', '28.11.2026'])('%j is none', (day) =>
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
