import { defined } from '../../types/defined.ts';
import type { DisputeReason } from '../../types/dispute.ts';
import type { DisputeFact } from '../../types/psp.ts';
import { disputeParts, networkCode } from '../dispute-parts.ts';
import { at, codeAt, textAt } from '../json.ts';
import { unixMilliseconds, unixSeconds } from '../utc-time.ts';

/** The dispute in an event, or undefined if it has no id. Source: Disputes v1. */
export const readDispute = (dispute: unknown): DisputeFact | undefined => {
  const psp_reference = textAt(dispute, 'dispute_id');
  if (psp_reference === undefined) return undefined;
  // The card network's own code, if there is one, is more precise than PayPal's.
  const network = networkCode(textAt(dispute, 'external_reason_code'));
  const parts = disputeParts(
    reasons,
    codeAt(dispute, 'reason'),
    unixSeconds(textAt(dispute, 'seller_response_due_date')),
  );
  return {
    psp_reference,
    status: statusOf(dispute),
    stage: stages.get(at(dispute, 'dispute_life_cycle_stage')) ?? 'dispute',
    ...parts,
    ...defined({ psp_reason: network, as_of: unixMilliseconds(textAt(dispute, 'update_time')) }),
  };
};

/** Open until PayPal reports a known outcome: the merchant keeps the money, or loses it. */
const statusOf = (dispute: unknown): DisputeFact['status'] =>
  at(dispute, 'status') === 'RESOLVED'
    ? (outcomes.get(at(dispute, 'dispute_outcome', 'outcome_code')) ?? 'open')
    : 'open';

const outcomes: ReadonlyMap<unknown, DisputeFact['status']> = new Map([
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  ['DENIED', 'won'],
  // PayPal paid it at its own cost.
  ['RESOLVED_WITH_PAYOUT', 'won'],
  ['CANCELED_BY_BUYER', 'closed'],
  // Replaced by another dispute of the same transaction.
  ['NONE', 'closed'],
]);

const stages: ReadonlyMap<unknown, DisputeFact['stage']> = new Map([
  ['INQUIRY', 'inquiry'],
  ['CHARGEBACK', 'dispute'],
  ['PRE_ARBITRATION', 'arbitration'],
  ['ARBITRATION', 'arbitration'],
]);

/** Source: `dispute_reason` of Disputes v1. A reason that is not listed is `general`. */
const reasons: ReadonlyMap<string, DisputeReason> = new Map([
  ['MERCHANDISE_OR_SERVICE_NOT_RECEIVED', 'product_not_received'],
  ['MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED', 'product_unacceptable'],
  ['UNAUTHORISED', 'fraudulent'],
  ['CREDIT_NOT_PROCESSED', 'credit_not_processed'],
  ['DUPLICATE_TRANSACTION', 'duplicate'],
  ['INCORRECT_AMOUNT', 'incorrect_amount'],
  ['PAYMENT_BY_OTHER_MEANS', 'duplicate'],
  ['CANCELED_RECURRING_BILLING', 'subscription_canceled'],
  ['PROBLEM_WITH_REMITTANCE', 'processing_error'],
]);
