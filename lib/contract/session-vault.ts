import * as z from 'zod/mini';
import { cardBrands } from '../types/card.ts';
import { id } from './fields/id.ts';

export const savedCard = z.strictObject({
  id: id('pm', 'payment method'),
  brand: z.nullable(z.enum(cardBrands)),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
});

export const sessionVault = z.strictObject({
  url: z.string(),
  grant: z.string(),
  saved_cards: z.array(savedCard),
});
