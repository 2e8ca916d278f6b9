import type { AmountRules } from '../../types/amount-rules.ts';
import { exponentOf } from '../../types/currency.ts';
import { type Money, toDecimal } from '../../types/money.ts';
import { textAt } from '../json.ts';
import { moneyFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';

/** PayPal's `money`: a decimal string with exactly as many digits as PayPal uses for the currency. `value` is the integer of those digits. */
export const writeMoney = (value: number, currency: string) => ({
  currency_code: currency.toUpperCase(),
  value: toDecimal(value, digitsOf(currency)),
});

/** The integer and the currency (in lower case) of a `money` from PayPal; undefined if malformed. */
export const readMoney = (
  money: unknown,
): { readonly value: number; readonly currency: string } | undefined => {
  const currency = textAt(money, 'currency_code')?.toLowerCase();
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(textAt(money, 'value') ?? '');
  if (currency === undefined || parts === null) return undefined;
  const digits = digitsOf(currency);
  const fraction = (parts[2] ?? '').padEnd(digits, '0');
  // Only zeros may follow the currency's digits.
  if (/[^0]/.test(fraction.slice(digits))) return undefined;
  const value = Number(`${parts[1]}${fraction.slice(0, digits)}`);
  return Number.isSafeInteger(value) ? { value, currency } : undefined;
};

/** A `money` from PayPal, in ISO 4217 minor units. */
export const readIsoMoney = (written: unknown): Money | undefined => {
  const money = readMoney(written);
  return moneyFromWire(rules, money?.value, money?.currency);
};

const rules: AmountRules = capabilities.amounts;

const digitsOf = (currency: string): number => rules.exponents[currency] ?? exponentOf(currency) ?? 2;
