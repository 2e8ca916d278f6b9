import { type AmountRules, fromWire } from '../types/amount-rules.ts';
import type { Money } from '../types/money.ts';

/** Money in ISO 4217 minor units from what a PSP wrote, or undefined if it is incomplete or not a whole number of minor units. */
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
