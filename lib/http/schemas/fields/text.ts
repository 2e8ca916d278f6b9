import * as z from 'zod/mini';
import { maxLength, minLength } from '../../../routing/length-checks.ts';
import { noCardNumber } from './no-card-number.ts';

/** What people read. A card number belongs in `payment_method.card` and nowhere else. */
export const text = (maximum: number) => anyText(maximum).check(noCardNumber);

/** What is neither stored nor shown, or looks like a card number without being one. */
export const anyText = (maximum: number) => {
  const error = `expected a string of 1 to ${maximum} characters`;
  return z.string(error).check(minLength(1, error), maxLength(maximum, error));
};
