import * as z from 'zod/mini';
import { holdsCardNumber } from '../../../types/card-number.ts';

/** A card number outside of `payment_method.card` would be stored and shown. */
export const noCardNumber = z.refine(
  (text) => typeof text !== 'string' || !holdsCardNumber(text),
  'expected a string without a card number in it',
);
