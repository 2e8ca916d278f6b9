import { defined } from '../../types/defined.ts';
import type { DisputeReason } from '../../types/dispute.ts';
import type { DisputeFact } from '../../types/psp.ts';
import { disputeParts } from '../dispute-parts.ts';
import { codeAt, textAt } from '../json.ts';
import { unixMilliseconds, unixSeconds } from '../utc-time.ts';
/** The Dispute in an event, or undefined if it has no id. A state that is not listed counts as open, for a person to check. */
export const readDispute = (dispute: unknown): DisputeFact | undefined => {
  // Deliveries of older versions name it `dispute_id`.
  const psp_reference = textAt(dispute, 'id') ?? textAt(dispute, 'dispute_id');
  const state = textAt(dispute, 'state') ?? '';
  if (psp_reference === undefined) return undefined;
  return {
    psp_reference,
    ...(disputeStates.get(state) ?? {
      status: 'open',
      stage: state.startsWith('INQUIRY') ? 'inquiry' : 'dispute',
    }),
    ...disputeParts(disputeReasons, codeAt(dispute, 'reason'), unixSeconds(textAt(dispute, 'due_at'))),
    ...defined({ as_of: unixMilliseconds(textAt(dispute, 'updated_at')) }),
  };
};

/** Source: Square, `DisputeState`, an undated page, read in a copy on 26 November 2026. */
const disputeStates: ReadonlyMap<unknown, Pick<DisputeFact, 'status' | 'stage'>> = new Map([
  ['INQUIRY_EVIDENCE_REQUIRED', { status: 'open', stage: 'inquiry' }],
  ['INQUIRY_PROCESSING', { status: 'open', stage: 'inquiry' }],
  // Closed without a chargeback. If one follows after all, it is a new state of the same dispute.
  ['INQUIRY_CLOSED', { status: 'closed', stage: 'inquiry' }],
  ['EVIDENCE_REQUIRED', { status: 'open', stage: 'dispute' }],
  ['PROCESSING', { status: 'open', stage: 'dispute' }],
  ['WON', { status: 'won', stage: 'dispute' }],
  ['LOST', { status: 'lost', stage: 'dispute' }],
  ['ACCEPTED', { status: 'lost', stage: 'dispute' }],
]);

/** Source: Square, `DisputeReason`, an undated page, read in a copy on 26 November 2026. A reason that is not listed is `general`. */
const disputeReasons: ReadonlyMap<string, DisputeReason> = new Map([
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
