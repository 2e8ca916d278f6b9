import type { Charge } from '../types/charge.ts';
import { type ChargeState, stateOf } from '../types/charge-state.ts';
import { isDecline } from '../types/outcome.ts';
import type { LookUpResult, PspEvent } from '../types/psp.ts';

/**
 * Whether the charge already records, from its PSP, what the event says: that the payment is held, that so much of it was captured, that it took
 * nothing, or how a refund ended. Such an event need not be verified.
 */
export const saysNothingNew = (charge: Charge, { claim, operation, psp_reference }: PspEvent): boolean => {
  if (charge.presumed) return false;
  if (claim.about === 'refund')
    return operation !== undefined && charge.refunds[operation]?.status === claim.result.outcome;
  if (claim.about !== 'authorization') return false;
  const state = stateOf(charge);
  if (state === 'failed') return tookNothing(claim.result);
  return (
    psp_reference !== undefined &&
    psp_reference === charge.psp_reference &&
    isRecorded(charge, state, claim.result)
  );
};

const tookNothing = ({ outcome }: LookUpResult): boolean =>
  outcome === 'canceled' || (outcome !== 'absent' && isDecline(outcome));

const isRecorded = ({ amount_captured }: Charge, state: ChargeState, reported: LookUpResult): boolean => {
  if (reported.outcome === 'captured')
    return state === 'captured' && amount_captured >= reported.amount_captured;
  return reported.outcome === 'approved' && holdsOrTook.includes(state);
};

const holdsOrTook: readonly ChargeState[] = ['authorized', 'capturing', 'canceling', 'captured'];
