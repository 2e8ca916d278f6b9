import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { card, cvc } from '../fields/card.ts';

/** A card, or only the security code of a stored one. */
export const collectCardBody = strictObject({
  card: z.exactOptional(card),
  cvc: z.exactOptional(cvc),
}).check(
  z.refine(({ card, cvc }) => (card === undefined) !== (cvc === undefined), {
    error: 'expected a card, or the security code alone as cvc',
    path: ['card'],
  }),
);
