import * as z from 'zod/mini';
import { cardBrands } from '../types/card.ts';
import {
  type ChargeOperation,
  chargeStatuses,
  type Decision,
  type Reversal,
  refundStatuses,
} from '../types/charge.ts';
import { type DisputeReason, disputeReasons, disputeStatuses } from '../types/dispute.ts';
import type { OpenThing } from '../types/open-things.ts';
import { checkResults, fundings } from '../types/particulars.ts';
import type { Advice, DisputeFact } from '../types/psp.ts';
import { stepKinds } from '../types/step.ts';
import { amount } from './fields/amount.ts';
import { currency } from './fields/currency.ts';
import { id } from './fields/id.ts';
import { declineCode, outcome, valuesOf } from './outcome.ts';

const advices = valuesOf<Advice>({ never_again: true, wait: true, correct_data: true });

const stages = valuesOf<DisputeFact['stage']>({ inquiry: true, dispute: true, arbitration: true });

export const dispute = z.strictObject({
  id: z.string().check(z.regex(/^dp_[\w-]{22}$/)),
  object: z.literal('dispute'),
  charge: id('ch', 'charge'),
  psp: z.string(),
  psp_reference: z.string(),
  amount: z.int().check(z.minimum(0)),
  currency,
  reason: z.nullable(z.enum<readonly DisputeReason[]>(disputeReasons)),
  psp_reason: z.nullable(z.string()),
  stage: z.enum(stages),
  status: z.enum(disputeStatuses),
  respond_by: z.nullable(z.int()),
  created: z.int(),
});

export const refund = z.strictObject({
  /** `ext_…` for a refund made at the PSP, not through this service. */
  id: z.string().check(z.regex(/^(re_[0-9a-hjkmnp-tv-z]{26}|ext_[\w-]{22})$/)),
  object: z.literal('refund'),
  amount,
  currency,
  charge: id('ch', 'charge'),
  psp: z.string(),
  status: z.enum(refundStatuses),
  reason: z.nullable(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])),
  failure_reason: z.nullable(declineCode),
  psp_reference: z.nullable(z.string()),
  external: z.boolean(),
  needs_review: z.boolean(),
  created: z.int(),
  metadata: z.record(z.string(), z.string()),
});

const reversalStatuses = valuesOf<Reversal['status']>({ open: true, sent: true, accepted: true, done: true });

const operationStatuses = valuesOf<ChargeOperation['status']>({
  open: true,
  accepted: true,
  done: true,
  failed: true,
});

const kinds = valuesOf<OpenThing['kind']>({
  attempt: true,
  capture: true,
  cancel: true,
  reversal: true,
  refund: true,
});

const decided = valuesOf<Decision['outcome']>({
  captured: true,
  canceled: true,
  failed: true,
  succeeded: true,
  absent: true,
});

/** An amount that may be zero: captured, refunded. */
const partOfAmount = z.int().check(z.minimum(0));

/** A refund of money that arrived late, by our id or the PSP's. */
export const returned = z.strictObject({
  id: z.nullable(z.string()),
  psp_reference: z.nullable(z.string()),
  amount: partOfAmount,
});

const reversal = z.strictObject({
  id: z.string(),
  by: z.enum(['cancel', 'refund']),
  amount: partOfAmount,
  status: z.enum(reversalStatuses),
  at: z.int(),
  returned: z.array(returned),
});

/** A capture or a cancel. */
export const chargeOperation = z.strictObject({
  id: z.string(),
  amount: partOfAmount,
  status: z.enum(operationStatuses),
});

/** An open operation by its id, or an open attempt by the charge's id; `since` and `next_look` in Unix seconds. */
export const openOperation = z.strictObject({
  operation: z.string(),
  kind: z.enum(kinds),
  since: z.int(),
  needs_review: z.boolean(),
  next_look: z.nullable(z.int()),
});

export const decision = z.strictObject({
  operation: z.string(),
  outcome: z.enum(decided),
  amount: z.nullable(z.int()),
  note: z.string(),
  by: z.string(),
  at: z.int(),
});

export const step = z.strictObject({
  at_ms: z.int(),
  what: z.enum(stepKinds),
  code: z.exactOptional(z.string()),
  by: z.exactOptional(z.string()),
  count: z.exactOptional(z.int()),
});

/** Another payment that the PSP has under this charge's reference, and the charge that records it. */
export const otherPayment = z.strictObject({ psp_reference: z.string(), charge: id('ch', 'charge') });

export const chargedCard = z.strictObject({
  brand: z.nullable(z.enum(cardBrands)),
  bin: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  exp_month: z.nullable(z.int()),
  exp_year: z.nullable(z.int()),
  funding: z.nullable(z.enum(fundings)),
  country: z.nullable(z.string()),
});

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
