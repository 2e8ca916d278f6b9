import { maxAmount } from '../types/money.ts';
import type { OverrideCondition } from '../types/routing.ts';

/** The amounts that meet a condition, both ends included; `from` is above `to` if none do. */
export const amountRange = (
  amount: OverrideCondition['amount'],
): { readonly from: number; readonly to: number } => ({
  from: Math.max(1, amount?.gte ?? 1, (amount?.gt ?? 0) + 1),
  to: Math.min(maxAmount, amount?.lte ?? maxAmount, (amount?.lt ?? maxAmount + 1) - 1),
});
