import { defined } from '../../types/defined.ts';
import type { DisputeReason } from '../../types/dispute.ts';
import type { DisputeFact } from '../../types/psp.ts';
import { disputeParts, networkCode } from '../dispute-parts.ts';
import { at, codeAt, textAt } from '../json.ts';
import { unixSeconds } from '../utc-time.ts';

/** The dispute that an event of this type reports, or undefined. */
export const readDispute = (type: string, data: unknown): DisputeFact | undefined => {
  const state = types.get(type) ?? ofUnknownType(type);
  const psp_reference = textAt(data, 'id');
  if (state === undefined || psp_reference === undefined) return undefined;
  const network = networkCode(textAt(data, 'reason_code'));
  const respond_by = unixSeconds(textAt(data, 'evidence_required_by'));
  return {
    ...state,
    ...(isRefundedByRule(type, data) && { status: 'lost' }),
    psp_reference,
    ...disputeParts(reasons, codeAt(data, 'category'), respond_by),
    ...defined({ psp_reason: network }),
  };
};

/** Rapid Dispute Resolution: liability was accepted and the customer has been refunded. Source: Checkout.com's page on pre-dispute resolution. */
const isRefundedByRule = (type: string, data: unknown): boolean =>
  type === 'dispute_resolved' && at(data, 'resolved_reason') === 'rapid_dispute_resolution';

type DisputeState = Pick<DisputeFact, 'status' | 'stage'>;

/** `resolved`: the customer had already been refunded; `canceled`: the bank withdrew it; `expired`, `accepted`: it was not defended. */
const types: ReadonlyMap<string, DisputeState> = new Map([
  ['request_for_information_received', { stage: 'inquiry', status: 'open' }],
  ['dispute_received', { stage: 'dispute', status: 'open' }],
  ['dispute_evidence_required', { stage: 'dispute', status: 'open' }],
  ['dispute_evidence_submitted', { stage: 'dispute', status: 'open' }],
  ['dispute_evidence_acknowledged_by_scheme', { stage: 'dispute', status: 'open' }],
  ['dispute_resolved', { stage: 'dispute', status: 'closed' }],
  ['dispute_canceled', { stage: 'dispute', status: 'closed' }],
  ['dispute_won', { stage: 'dispute', status: 'won' }],
  ['dispute_accepted', { stage: 'dispute', status: 'lost' }],
  ['dispute_expired', { stage: 'dispute', status: 'lost' }],
  ['dispute_lost', { stage: 'dispute', status: 'lost' }],
  ['dispute_arbitration_evidence_submitted', { stage: 'arbitration', status: 'open' }],
  ['dispute_arbitration_sent_to_scheme', { stage: 'arbitration', status: 'open' }],
  ['dispute_arbitration_won', { stage: 'arbitration', status: 'won' }],
  ['dispute_arbitration_lost', { stage: 'arbitration', status: 'lost' }],
]);

/** A dispute event of a type that is not listed: the dispute is open, for a person to check. */
const ofUnknownType = (type: string): DisputeState | undefined => {
  const stage = stages.find(([begins]) => type.startsWith(begins))?.[1];
  return stage && { stage, status: 'open' };
};

const stages: readonly (readonly [begins: string, stage: DisputeFact['stage']])[] = [
  ['request_for_information_', 'inquiry'],
  ['dispute_arbitration_', 'arbitration'],
  ['dispute_', 'dispute'],
];

export const disputeTypes: readonly string[] = [...types.keys()];

/** Source: `category` of the Disputes API. A category that is not listed is `general`. */
const reasons: ReadonlyMap<string, DisputeReason> = new Map([
  ['fraudulent', 'fraudulent'],
  ['unrecognized', 'unrecognized'],
  ['duplicate', 'duplicate'],
  ['incorrect_amount', 'incorrect_amount'],
  ['not_as_described', 'product_unacceptable'],
  ['credit_not_issued', 'credit_not_processed'],
  ['canceled_recurring', 'subscription_canceled'],
  ['product_service_not_received', 'product_not_received'],
]);
