import type { Charge } from '../types/charge.ts';
import { type ChargeState, stateOf } from '../types/charge-state.ts';
import { isDecline } from '../types/outcome.ts';
import type { Captured, LookUpResult, OperationResult, PspEvent } from '../types/psp.ts';
import { keyElsewhere } from './key-elsewhere.ts';
import { sumOfRefunds } from './sum-of-refunds.ts';
import { isDenied } from './transitions/refund-table.ts';

/**
 * Whether the charge already records, from its PSP, what the event says: that the payment is held, that so much of it was captured and refunded, that
 * it took nothing, or how a refund ended. Such an event need not be verified.
 */
export const saysNothingNew = (charge: Charge, event: PspEvent): boolean => {
  const { claim, psp_reference } = event;
  if (charge.presumed) return false;
  if (claim.about === 'refund') return hasEndedSo(charge, event, claim.result);
  if (claim.about !== 'authorization') return false;
  const state = stateOf(charge);
  if (state === 'failed') return tookNothing(claim.result);
  return (
    psp_reference !== undefined &&
    psp_reference === charge.psp_reference &&
    isRecorded(charge, state, claim.result)
  );
};

/**
 * What a refund of ours became, or the one that is recorded beside it because it was made after all. What only a person has said may change, and a PSP
 * may have made a second refund under our id: then the event names another one of its own.
 */
const hasEndedSo = (
  charge: Charge,
  { operation = '', operation_reference }: PspEvent,
  { outcome }: OperationResult,
): boolean => {
  const ours = charge.refunds[operation];
  if (ours === undefined || isDenied(charge, ours)) return false;
  const { psp_reference: known = operation_reference } = ours;
  const named = operation_reference ?? known;
  // Beside one that has not failed, its failure may have been reported before it was known as ours.
  const beside = ours.status === 'failed' && named ? charge.refunds[keyElsewhere('ext', named)] : undefined;
  const { status } = beside ?? ours;
  return status === outcome && named === known;
};

const tookNothing = ({ outcome }: LookUpResult): boolean =>
  outcome === 'canceled' || (outcome !== 'absent' && isDecline(outcome));

const isRecorded = (charge: Charge, state: ChargeState, reported: LookUpResult): boolean => {
  if (reported.outcome === 'captured') return state === 'captured' && recordsAmounts(charge, reported);
  return reported.outcome === 'approved' && holdsOrTook.includes(state);
};

const recordsAmounts = (charge: Charge, { amount_captured, amount_refunded }: Captured): boolean => {
  const refunded = sumOfRefunds(charge, 'succeeded');
  return charge.amount_captured >= amount_captured && (amount_refunded ?? refunded) === refunded;
};

const holdsOrTook: readonly ChargeState[] = ['authorized', 'capturing', 'canceling', 'captured'];
