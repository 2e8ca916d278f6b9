import { type AmountRules, fromWire, toWire, type WireAmount } from '../types/amount-rules.ts';
import { exponentOf } from '../types/currency.ts';
import type { Money } from '../types/money.ts';

/**
 * Whether an amount from a PSP (in its own integer and its own case of the currency code) is exactly the expected one, in ISO 4217 minor units. A
 * missing value is a mismatch: it cannot be compared.
 */
export const echoesAmount = (
  rules: AmountRules,
  expected: Money,
  value: number | undefined,
  currency: string | undefined,
): boolean => isEcho(toWire(rules, expected), expected, value, currency);

/** The same for a part of a payment. */
export const echoesPart = (
  rules: AmountRules,
  expected: Money,
  value: number | undefined,
  currency: string | undefined,
): boolean => isEcho(wirePart(rules, expected), expected, value, currency);

const isEcho = (
  wire: WireAmount,
  expected: Money,
  value: number | undefined,
  currency: string | undefined,
): boolean => wire.ok && wire.value === value && currency?.toLowerCase() === expected.currency;

/** The integer on the wire for a part of a payment (a refund, a partial capture): the PSP's minima apply only to whole payments. */
export const wirePart = (rules: AmountRules, money: Money): WireAmount =>
  toWire({ ...rules, minima: {} }, money);

/** A PSP's amount in ISO 4217 minor units, or undefined if it is incomplete or not a whole number of minor units. */
export const moneyFromWire = (
  rules: AmountRules,
  value: number | undefined,
  currency: string | undefined,
): Money | undefined => {
  const code = currency?.toLowerCase();
  if (value === undefined || code === undefined) return undefined;
  const amount = fromWire(rules, value, code);
  return amount === undefined ? undefined : { amount, currency: code };
};

/**
 * The sum of a payment's refunds in ISO 4217 minor units. A part of a minor unit counts as a whole one: that much cannot be refunded any more, and the
 * sum differs from what is recorded.
 */
export const refundTotalFromWire = (
  rules: AmountRules,
  value: number,
  currency: string,
): number | undefined => {
  const iso = exponentOf(currency) ?? 0;
  const unit = 10 ** Math.max(0, (rules.exponents[currency] ?? iso) - iso);
  return fromWire(rules, value > 0 ? Math.ceil(value / unit) * unit : value, currency);
};
