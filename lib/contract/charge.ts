import * as z from 'zod/mini';
import { type ChargeOperation, chargeStatuses } from '../types/charge.ts';
import { checkResults } from '../types/particulars.ts';
import type { Advice } from '../types/psp.ts';
import { chargedCard } from './charged-card.ts';
import { decision } from './decision.ts';
import { dispute } from './dispute.ts';
import { amount } from './fields/amount.ts';
import { currency } from './fields/currency.ts';
import { id } from './fields/id.ts';
import { partOfAmount } from './fields/part-of-amount.ts';
import { valuesOf } from './fields/values-of.ts';
import type { ObjectOf } from './object-of.ts';
import { openOperation } from './open-operation.ts';
import { outcome } from './outcome.ts';
import { refund } from './refund.ts';
import { reversal } from './reversal.ts';
import { step } from './step.ts';

const operationStatuses = valuesOf<ChargeOperation['status']>({
  open: true,
  accepted: true,
  done: true,
  failed: true,
});

/** A capture or a cancel. */
export const chargeOperation = z.strictObject({
  id: z.string(),
  amount: partOfAmount,
  status: z.enum(operationStatuses),
});

/** Another payment that the PSP has under this charge's reference, and the charge that records it. */
export const otherPayment = z.strictObject({ psp_reference: z.string(), charge: id('ch', 'charge') });

const advices = valuesOf<Advice>({ never_again: true, wait: true, correct_data: true });

/** `until`: Unix seconds, if `kind` is `wait` and the network says how long. */
export const advice = z.strictObject({
  kind: z.enum(advices),
  until: z.exactOptional(z.int()),
});

const check = z.nullable(z.enum(checkResults));

export const checks = z.strictObject({ address: check, postal_code: check, cvc: check });

export const authentication = z.strictObject({
  liability_shift: z.nullable(z.boolean()),
  eci: z.nullable(z.string()),
  version: z.nullable(z.string()),
});

export const charge = z.strictObject({
  id: id('ch', 'charge'),
  object: z.literal('charge'),
  session: id('cs', 'checkout session'),
  /** The session's. Null if the session has none, or was never paid and has been deleted. */
  reference: z.nullable(z.string()),
  customer_email: z.nullable(z.string()),
  psp: z.string(),
  psp_reference: z.nullable(z.string()),
  amount,
  amount_captured: partOfAmount,
  amount_refunded: partOfAmount,
  amount_refundable: partOfAmount,
  amount_disputed: partOfAmount,
  currency,
  status: z.enum(chargeStatuses),
  outcome: z.nullable(outcome),
  code: z.nullable(z.string()),
  advice: z.nullable(advice),
  card: z.nullable(chargedCard),
  checks: z.nullable(checks),
  network_transaction_id: z.nullable(z.string()),
  authorization_code: z.nullable(z.string()),
  authentication: z.nullable(authentication),
  capture_method: z.enum(['automatic', 'manual']),
  livemode: z.boolean(),
  refunds: z.array(refund),
  disputes: z.array(dispute),
  capture: z.nullable(chargeOperation),
  cancel: z.nullable(chargeOperation),
  reversal: z.exactOptional(reversal),
  open: z.array(openOperation),
  external: z.boolean(),
  other_payments: z.array(otherPayment),
  other_payment_of: z.nullable(id('ch', 'charge')),
  decisions: z.array(decision),
  steps: z.array(step),
  revision: z.int(),
  captured_at: z.nullable(z.int()),
  created: z.int(),
});

export type ChargeObject = ObjectOf<typeof charge>;
