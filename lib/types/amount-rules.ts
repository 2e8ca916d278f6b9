import { exponentOf } from './currency.ts';
import type { Money } from './money.ts';

/** How one PSP's amounts deviate from ISO 4217. Codes are lowercase. Each `capabilities.ts` says what its PSP documents. */
export type AmountRules = {
  /** Currencies the PSP takes; `'all'` for every ISO 4217 code. */
  readonly currencies: 'all' | readonly string[];
  /** Digits the PSP expects after the decimal point, if they differ from ISO 4217. */
  readonly exponents: Readonly<Record<string, number>>;
  /** The value on the wire must be a multiple of this (e.g. 10 if the third decimal must be 0). */
  readonly multiples: Readonly<Record<string, number>>;
  /** Smallest value on the wire, per currency. */
  readonly minima: Readonly<Record<string, number>>;
  readonly maximum: number;
};

export type AmountRefusal =
  | 'currency_not_supported'
  | 'amount_not_representable'
  | 'amount_too_small'
  | 'amount_too_large';

export type WireAmount =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly reason: AmountRefusal };

/** The integer to send to this PSP for an amount in ISO 4217 minor units, or why the PSP cannot take that amount. */
export const toWire = (rules: AmountRules, { amount, currency }: Money): WireAmount => {
  const iso = exponentOf(currency);
  if (iso === undefined || (rules.currencies !== 'all' && !rules.currencies.includes(currency)))
    return { ok: false, reason: 'currency_not_supported' };
  const value = amount * 10 ** ((rules.exponents[currency] ?? iso) - iso);
  if (!Number.isSafeInteger(value) || value % (rules.multiples[currency] ?? 1) !== 0)
    return { ok: false, reason: 'amount_not_representable' };
  if (value < (rules.minima[currency] ?? 1)) return { ok: false, reason: 'amount_too_small' };
  if (value > rules.maximum) return { ok: false, reason: 'amount_too_large' };
  return { ok: true, value };
};

/** Converts an integer received from this PSP to ISO 4217 minor units; undefined if it is negative, or the result is not an integer. */
export const fromWire = (rules: AmountRules, value: number, currency: string): number | undefined => {
  const iso = exponentOf(currency);
  if (iso === undefined) return undefined;
  const amount = value / 10 ** ((rules.exponents[currency] ?? iso) - iso);
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : undefined;
};
