import * as z from 'zod/mini';
import { maxLength, minLength } from '../../routing/length-checks.ts';
import { holdsCardNumber } from '../../types/card-number.ts';
import { slotMark } from '../../vault-protocol/slots.ts';

/** A card number outside of `payment_method.card` would be stored and shown. */
export const noCardNumber = z.refine(
  (text) => typeof text !== 'string' || !holdsCardNumber(text),
  'expected a string without a card number in it',
);

/** A slot is replaced with a card from the vault, so no caller may write anything that looks like one. */
export const noSlot = z.refine(
  (text) => typeof text !== 'string' || !text.includes(slotMark),
  `expected a string without "${slotMark}" in it`,
);

/** Free text. Card numbers belong in `payment_method.card` only. */
export const text = (maximum: number) => anyText(maximum).check(noCardNumber);

/** For values that are neither stored nor shown, or that look like a card number but are not. */
export const anyText = (maximum: number) => {
  const error = `expected a string of 1 to ${maximum} characters`;
  return z.string(error).check(minLength(1, error), maxLength(maximum, error), noSlot);
};
