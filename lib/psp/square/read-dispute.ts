import type { DisputeFact } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import { at, textAt } from '../json.ts';
import { unixSeconds } from '../unix-seconds.ts';

/** The Dispute in an event, or undefined if it has no id or no known state. */
export const readDispute = (dispute: unknown): DisputeFact | undefined => {
  // Deliveries of older versions call it `dispute_id`.
  const psp_reference = textAt(dispute, 'id') ?? textAt(dispute, 'dispute_id');
  const state = states.get(at(dispute, 'state'));
  if (psp_reference === undefined || state === undefined) return undefined;
  const reason = codeAt(dispute, 'reason');
  const respond_by = unixSeconds(textAt(dispute, 'due_at'));
  return {
    psp_reference,
    ...state,
    ...(reason === undefined ? {} : { reason }),
    ...(respond_by === undefined ? {} : { respond_by }),
  };
};

/** Source: DisputeState. */
const states: ReadonlyMap<unknown, Pick<DisputeFact, 'status' | 'stage'>> = new Map([
  ['INQUIRY_EVIDENCE_REQUIRED', { status: 'open', stage: 'inquiry' }],
  ['INQUIRY_PROCESSING', { status: 'open', stage: 'inquiry' }],
  // Without a chargeback; if one follows after all, it is a new state of the same dispute.
  ['INQUIRY_CLOSED', { status: 'won', stage: 'inquiry' }],
  ['EVIDENCE_REQUIRED', { status: 'open', stage: 'dispute' }],
  ['PROCESSING', { status: 'open', stage: 'dispute' }],
  ['WON', { status: 'won', stage: 'dispute' }],
  ['LOST', { status: 'lost', stage: 'dispute' }],
  ['ACCEPTED', { status: 'lost', stage: 'dispute' }],
]);
