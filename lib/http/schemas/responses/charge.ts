import * as z from 'zod/mini';
import type { ChargeStatus, Reversal } from '../../../types/records.ts';
import { amount } from '../fields/amount.ts';
import { currency } from '../fields/currency.ts';
import { id } from '../fields/id.ts';
import { outcome } from './outcome.ts';
import { refund } from './refund.ts';
import { valuesOf } from './values-of.ts';

const statuses = valuesOf<ChargeStatus>({
  pending: true,
  requires_action: true,
  authorized: true,
  capturing: true,
  captured: true,
  canceling: true,
  canceled: true,
  failed: true,
  needs_review: true,
});

const reversalStatuses = valuesOf<Reversal['status']>({ open: true, sent: true, accepted: true, done: true });

const reversal = z.strictObject({ by: z.enum(['cancel', 'refund']), status: z.enum(reversalStatuses) });

/** Amounts that may be nothing at all: captured, refunded. */
const partOfAmount = z.int().check(z.minimum(0));

export const charge = z.strictObject({
  id: id('ch', 'charge'),
  object: z.literal('charge'),
  session: id('cs', 'checkout session'),
  psp: z.string(),
  psp_reference: z.nullable(z.string()),
  amount,
  amount_captured: partOfAmount,
  amount_refunded: partOfAmount,
  currency,
  status: z.enum(statuses),
  outcome: z.nullable(outcome),
  code: z.nullable(z.string()),
  capture_method: z.enum(['automatic', 'manual']),
  livemode: z.boolean(),
  refunds: z.array(refund),
  reversal: z.exactOptional(reversal),
  created: z.int(),
});
