import type { DisputeFact } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import { at, textAt } from '../json.ts';
import { unixSeconds } from '../unix-seconds.ts';

/** The dispute in an event, or undefined if it has no id. Source: Disputes v1. */
export const readDispute = (dispute: unknown): DisputeFact | undefined => {
  const psp_reference = textAt(dispute, 'dispute_id');
  if (psp_reference === undefined) return undefined;
  // The card network's own code says more than PayPal's, if there is one.
  const reason = codeAt(dispute, 'external_reason_code') ?? codeAt(dispute, 'reason');
  const respond_by = unixSeconds(textAt(dispute, 'seller_response_due_date'));
  return {
    psp_reference,
    status: statusOf(dispute),
    stage: stages.get(at(dispute, 'dispute_life_cycle_stage')) ?? 'dispute',
    ...(reason === undefined ? {} : { reason }),
    ...(respond_by === undefined ? {} : { respond_by }),
  };
};

/** Open until PayPal names a known outcome that leaves the money with the merchant, or takes it. */
const statusOf = (dispute: unknown): DisputeFact['status'] =>
  at(dispute, 'status') === 'RESOLVED'
    ? (outcomes.get(at(dispute, 'dispute_outcome', 'outcome_code')) ?? 'open')
    : 'open';

const outcomes: ReadonlyMap<unknown, DisputeFact['status']> = new Map([
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  ['CANCELED_BY_BUYER', 'won'],
  ['DENIED', 'won'],
  // PayPal paid out of its own pocket.
  ['RESOLVED_WITH_PAYOUT', 'won'],
  // Replaced by another dispute of the same transaction.
  ['NONE', 'won'],
]);

const stages: ReadonlyMap<unknown, DisputeFact['stage']> = new Map([
  ['INQUIRY', 'inquiry'],
  ['CHARGEBACK', 'dispute'],
  ['PRE_ARBITRATION', 'arbitration'],
  ['ARBITRATION', 'arbitration'],
]);
