import * as z from 'zod/mini';
import { refundStatuses } from '../types/charge.ts';
import { refundReasons } from '../types/psp.ts';
import { amount } from './fields/amount.ts';
import { currency } from './fields/currency.ts';
import { id } from './fields/id.ts';
import type { ObjectOf } from './object-of.ts';
import { declineCode } from './outcome.ts';

export const refund = z.strictObject({
  /** `ext_…` for a refund made at the PSP, not through this service. */
  id: z.string().check(z.regex(/^(re_[0-9a-hjkmnp-tv-z]{26}|ext_[\w-]{22})$/)),
  object: z.literal('refund'),
  amount,
  currency,
  charge: id('ch', 'charge'),
  psp: z.string(),
  status: z.enum(refundStatuses),
  reason: z.nullable(z.enum(refundReasons)),
  failure_reason: z.nullable(declineCode),
  psp_reference: z.nullable(z.string()),
  external: z.boolean(),
  needs_review: z.boolean(),
  created: z.int(),
  metadata: z.record(z.string(), z.string()),
});

export type RefundObject = ObjectOf<typeof refund>;
