import * as z from 'zod/mini';
import { maxLength, minLength } from '../../../routing/length-checks.ts';
import { noCardNumber } from './no-card-number.ts';
import { noSlot } from './no-slot.ts';

/** Text for people. A card number belongs in `payment_method.card` only. */
export const text = (maximum: number) => anyText(maximum).check(noCardNumber);

/** Neither stored nor shown, or like a card number without being one. */
export const anyText = (maximum: number) => {
  const error = `expected a string of 1 to ${maximum} characters`;
  return z.string(error).check(minLength(1, error), maxLength(maximum, error), noSlot);
};
