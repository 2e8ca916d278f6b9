import { type AmountRules, toWire, type WireAmount } from '../types/amount-rules.ts';
import type { Money } from '../types/money.ts';
import { wirePart } from './wire-part.ts';

/**
 * Whether an amount that a PSP wrote (its own integer, its own case of the currency code) is exactly the one expected, in ISO 4217 minor units. A
 * missing value counts as a mismatch: it cannot be compared.
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
