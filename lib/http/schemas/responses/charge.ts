import * as z from 'zod/mini';
import type { ChargeStatus, Reversal } from '../../../types/records.ts';
import { amount, currency, id } from '../fields.ts';
import { outcome } from './outcome.ts';
import { refund } from './refund.ts';

const statuses = [
  'pending',
  'requires_action',
  'authorized',
  'capturing',
  'captured',
  'canceling',
  'canceled',
  'failed',
  'needs_review',
] as const satisfies readonly ChargeStatus[];

const reversalStatuses = [
  'open',
  'sent',
  'accepted',
  'done',
] as const satisfies readonly Reversal['status'][];

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
