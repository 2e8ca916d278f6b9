import { type AmountRules, toWire, type WireAmount } from '../types/amount-rules.ts';
import type { Money } from '../types/money.ts';

/** The integer on the wire for a part of a payment (a refund, a partial capture): the PSP's minima hold for whole payments only. */
export const wirePart = (rules: AmountRules, money: Money): WireAmount =>
  toWire({ ...rules, minima: {} }, money);
