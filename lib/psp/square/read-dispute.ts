import type { DisputeReason } from '../../types/dispute.ts';
import type { DisputeFact } from '../../types/psp.ts';
import { disputeParts, unixSeconds } from '../dispute-parts.ts';
import { at, codeAt, textAt } from '../json.ts';

/** The Dispute in an event, or undefined if it has no id or no known state. */
export const readDispute = (dispute: unknown): DisputeFact | undefined => {
  // Deliveries of older versions call it `dispute_id`.
  const psp_reference = textAt(dispute, 'id') ?? textAt(dispute, 'dispute_id');
  const state = states.get(at(dispute, 'state'));
  if (psp_reference === undefined || state === undefined) return undefined;
  return {
    psp_reference,
    ...state,
    ...disputeParts(reasons, codeAt(dispute, 'reason'), unixSeconds(textAt(dispute, 'due_at'))),
  };
};

/** Source: DisputeState. */
const states: ReadonlyMap<unknown, Pick<DisputeFact, 'status' | 'stage'>> = new Map([
  ['INQUIRY_EVIDENCE_REQUIRED', { status: 'open', stage: 'inquiry' }],
  ['INQUIRY_PROCESSING', { status: 'open', stage: 'inquiry' }],
  // Without a chargeback; if one follows after all, it is a new state of the same dispute.
  ['INQUIRY_CLOSED', { status: 'closed', stage: 'inquiry' }],
  ['EVIDENCE_REQUIRED', { status: 'open', stage: 'dispute' }],
  ['PROCESSING', { status: 'open', stage: 'dispute' }],
  ['WON', { status: 'won', stage: 'dispute' }],
  ['LOST', { status: 'lost', stage: 'dispute' }],
  ['ACCEPTED', { status: 'lost', stage: 'dispute' }],
]);

/** Source: DisputeReason. What has no line is `general`. */
const reasons: ReadonlyMap<string, DisputeReason> = new Map([
  ['AMOUNT_DIFFERS', 'incorrect_amount'],
  ['CANCELLED', 'credit_not_processed'],
  ['DUPLICATE', 'duplicate'],
  ['NO_KNOWLEDGE', 'fraudulent'],
  ['NOT_AS_DESCRIBED', 'product_unacceptable'],
  ['NOT_RECEIVED', 'product_not_received'],
  ['PAID_BY_OTHER_MEANS', 'duplicate'],
  ['CUSTOMER_REQUESTS_CREDIT', 'credit_not_processed'],
  ['EMV_LIABILITY_SHIFT', 'fraudulent'],
]);
