import * as z from 'zod/mini';
import type { Reversal } from '../types/charge.ts';
import { partOfAmount } from './fields/part-of-amount.ts';
import { valuesOf } from './fields/values-of.ts';
import type { ObjectOf } from './object-of.ts';

const reversalStatuses = valuesOf<Reversal['status']>({ open: true, sent: true, accepted: true, done: true });

/** A refund of money that arrived late, by our id or the PSP's. */
export const returned = z.strictObject({
  id: z.nullable(z.string()),
  psp_reference: z.nullable(z.string()),
  amount: partOfAmount,
});

export const reversal = z.strictObject({
  id: z.string(),
  by: z.enum(['cancel', 'refund']),
  amount: partOfAmount,
  status: z.enum(reversalStatuses),
  at: z.int(),
  returned: z.array(returned),
});

export type ReversalObject = ObjectOf<typeof reversal>;
