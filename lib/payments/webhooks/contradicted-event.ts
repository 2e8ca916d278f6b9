import type { Charge, KeptEvent } from '../../types/charge.ts';
import { heldOrTookMoney, isAttemptOpen, stateOf } from '../../types/charge-state.ts';
import { holdsMoney } from '../../types/outcome.ts';
import type { Psp, PspEvent } from '../../types/psp.ts';

/**
 * Why a signed event is not believed; undefined if nothing contradicts it. `other_payment`: it names another payment than the one that holds or took
 * the charge's money, so it says nothing about that one. At a PSP that cannot be asked, also: it names no payment, although such an event has to.
 * `not_confirmed`: only a person can say whether this payment exists. `not_completed`: it reports money, although the payment waits for a call that
 * only we can make and nobody has made.
 */
export const contradictionOf = (
  psp: Psp,
  charge: Charge,
  event: PspEvent,
): NonNullable<KeptEvent['why']> | undefined => {
  if (isOfOther(charge, event)) return 'other_payment';
  if (canBeAsked(psp, event)) return undefined;
  if (awaitsPerson(psp, charge)) return 'not_confirmed';
  if (isOfNone(charge, event)) return 'other_payment';
  return reportsMoney(event) && waitsForUs(psp, charge) ? 'not_completed' : undefined;
};

const canBeAsked = (psp: Psp, { claim }: PspEvent): boolean => {
  if (claim.about === 'dispute') return false;
  return claim.about === 'refund' ? psp.lookUpRefunds !== undefined : psp.lookUp !== undefined;
};

/** Only a person can confirm a payment that this service did not make and that its PSP cannot be asked about. */
const awaitsPerson = (psp: Psp, charge: Charge): boolean =>
  charge.other_payment_of !== undefined && psp.lookUp === undefined && isAttemptOpen(charge);

/** A person has decided the outcome of the attempt. */
export const isDecidedByPerson = (charge: Charge): boolean =>
  charge.decisions?.some(({ operation }) => operation === charge.id) === true;

/** An id received before the money was held may differ from the final one, and a person may have given a wrong one. */
const isOfOther = (charge: Charge, { psp_reference }: PspEvent): boolean =>
  psp_reference !== undefined && charge.psp_reference !== psp_reference && holdsAtKnown(charge);

/** The charge holds or took money, and the final id of its payment is recorded: from the PSP, also if a person has decided before. */
const holdsAtKnown = (charge: Charge): boolean => {
  const mayBeGivenByPerson = charge.presumed && isDecidedByPerson(charge);
  return charge.psp_reference !== undefined && heldOrTookMoney(charge) && !mayBeGivenByPerson;
};

/**
 * It names no payment, although it has to. A dispute may be named by its charge alone, and the result of our cancel by reference that found nothing
 * has none to name. An event that ends a payment, or changes a recorded one, names it.
 */
const isOfNone = (charge: Charge, { claim, psp_reference }: PspEvent): boolean => {
  if (psp_reference !== undefined || claim.about === 'dispute') return false;
  if (claim.about === 'fence' && charge.recovery?.fence !== 'sent') return !isDecidedByPerson(charge);
  const says_dead = 'result' in claim && claim.result.outcome === 'canceled';
  return isAttemptOpen(charge) ? says_dead : holdsAtKnown(charge);
};

const waitsForUs = ({ capabilities }: Psp, charge: Charge): boolean => {
  if (!capabilities.completes_authentication || charge.completing !== undefined) return false;
  const state = stateOf(charge);
  return state === 'requires_action' || (state === 'failed' && charge.redirected === true);
};

/** It reports that another payment was made, and the person who had to confirm that has said that it is not there: only a later report counts. */
export const contradictsDecision = (charge: Charge, event: PspEvent): boolean => {
  const isDeniedByPerson = isDecidedByPerson(charge) && stateOf(charge) === 'failed';
  return charge.other_payment_of !== undefined && isDeniedByPerson && isReportOfPayment(event);
};

const isReportOfPayment = (event: PspEvent): boolean =>
  event.claim.about === 'authorization' && reportsMoney(event);

/** Anything that cannot be true unless money was held. */
export const reportsMoney = ({ claim }: PspEvent): boolean => {
  if (claim.about === 'authorization' || claim.about === 'fence') return holdsMoney(claim.result.outcome);
  return claim.about === 'capture' || claim.about === 'refund' || claim.about === 'dispute';
};
