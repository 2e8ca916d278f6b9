import * as z from 'zod/mini';
import { cardBrands } from '../types/card.ts';
import { fundings } from '../types/particulars.ts';
import type { ObjectOf } from './object-of.ts';

export const chargedCard = z.strictObject({
  brand: z.nullable(z.enum(cardBrands)),
  bin: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  exp_month: z.nullable(z.int()),
  exp_year: z.nullable(z.int()),
  funding: z.nullable(z.enum(fundings)),
  country: z.nullable(z.string()),
});

export type ChargedCardObject = ObjectOf<typeof chargedCard>;
