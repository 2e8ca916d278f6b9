import { exponentOf } from '../../../lib/types/currency.ts';

/** Digits that PayPal writes after the decimal point, if they differ from ISO 4217. */
export const payPalExponents: Readonly<Record<string, number>> = { huf: 0, twd: 0 };

/** Currencies of PayPal's REST API. */
const currencies = new Set(
  'aud brl cad chf cny czk dkk eur gbp hkd huf ils jpy mxn myr nok nzd php pln sek sgd thb twd usd'.split(
    ' ',
  ),
);

const digitsOf = (currency: string): number => payPalExponents[currency] ?? exponentOf(currency) ?? 2;

/** An integer with PayPal's digits, as answers write it. */
export const renderMoney = (value: number, currency: string) => ({
  currency_code: currency.toUpperCase(),
  value: (value / 10 ** digitsOf(currency)).toFixed(digitsOf(currency)),
});

export type ReadMoney =
  | { readonly ok: true; readonly value: number; readonly currency: string }
  | { readonly ok: false; readonly issue: string };

/** The amount in a request as an integer, or PayPal's issue with it. */
export const readMoney = (money: { readonly currency_code: string; readonly value: string }): ReadMoney => {
  const currency = money.currency_code.toLowerCase();
  if (!currencies.has(currency)) return { ok: false, issue: 'INVALID_CURRENCY_CODE' };
  const digits = digitsOf(currency);
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(money.value) ?? [];
  if (whole === '') return { ok: false, issue: 'CANNOT_BE_ZERO_OR_NEGATIVE' };
  if (fraction.length > digits) return { ok: false, issue: 'DECIMAL_PRECISION' };
  const value = Number(whole + fraction.padEnd(digits, '0'));
  if (value === 0) return { ok: false, issue: 'CANNOT_BE_ZERO_OR_NEGATIVE' };
  return Number.isSafeInteger(value)
    ? { ok: true, value, currency }
    : { ok: false, issue: 'MAX_VALUE_EXCEEDED' };
};
