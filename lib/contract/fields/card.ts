import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { cardNetworks } from '../../types/card.ts';
import { passesLuhn } from '../../types/card-number.ts';
import { integer } from './integer.ts';
import { text } from './text.ts';

export const cvc = z
  .string('expected the security code as a string')
  .check(z.regex(/^[0-9]{3,4}$/, 'expected 3 or 4 digits'));

/** A card as the customer typed it. */
export const card = z.lazy(() =>
  strictObject({
    number: z
      .string('expected a card number as a string')
      .check(
        z.regex(/^[0-9]{12,19}$/, 'expected a card number of 12 to 19 digits, without spaces'),
        z.refine(passesLuhn, 'expected a card number with a valid check digit'),
      ),
    exp_month: integer(1, 12),
    exp_year: integer(2000, 2099),
    cvc,
    name: z.exactOptional(text(100)),
    network: z.exactOptional(z.enum(cardNetworks, `expected one of ${cardNetworks.join(', ')}`)),
  }),
);
