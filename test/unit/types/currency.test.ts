import { expect, test } from '@jest/globals';
import { currencies, exponentOf } from '../../../lib/types/currency.ts';

const known = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase());

/** What ICU knows, and no session is paid in. */
const leftOut: Readonly<Record<string, string>> = {
  ang: 'replaced by xcg on 2025-03-31',
  bgn: 'replaced by eur on 2026-01-01',
  cuc: 'withdrawn in 2021',
  hrk: 'replaced by eur on 2023-01-01',
  sll: 'replaced by sle on 2022-04-01',
  xdr: 'a unit of account of the International Monetary Fund',
  xsu: 'a unit of account of ALBA',
  zwl: 'replaced by zwg on 2024-09-01',
};

test('every currency is known to the ICU of this Node', () => {
  expect(currencies.filter((code) => !known.includes(code))).toEqual([]);
});

test('what ICU knows and no session is paid in has a reason', () => {
  const others = known.filter((code) => !currencies.includes(code));
  expect(others.filter((code) => leftOut[code] === undefined)).toEqual([]);
  expect(Object.keys(leftOut).filter((code) => currencies.includes(code))).toEqual([]);
});

test('ICU has the same digits, or none where the minor unit is no longer used', () => {
  for (const currency of currencies) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    const digits = format.resolvedOptions().maximumFractionDigits;
    expect([currency, [exponentOf(currency), 0]]).toEqual([currency, expect.arrayContaining([digits])]);
  }
});
