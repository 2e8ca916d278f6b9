import type { PspEvent } from '../../../lib/types/psp.ts';
import type { Profile } from '../../simulation/psp/draw-profile.ts';
import { type LedgerOperation, stateNow } from '../../simulation/psp/ledger.ts';
import { isReportedAsPayment, operationEvent } from '../../simulation/psp/report-operation.ts';
import { authorizationEvent } from '../../simulation/psp/report-payment.ts';
import { asLedger, type BookPayment } from './books.ts';
import type { Item } from './call.ts';

/** The PSP's webhook about a payment as it is now. An event's id depends on nothing but what it tells. */
export const reportPayment = (profile: Profile, payment: BookPayment): Item =>
  event(
    profile,
    `${payment.id}/${payment.status}`,
    authorizationEvent(profile, asLedger(payment), stateNow(payment)),
  );

/** The PSP's webhook about a capture, cancel or refund that has come to its end. Nothing if this PSP sends none. */
export const reportOperation = (
  profile: Profile,
  payment: BookPayment,
  operation: LedgerOperation,
): readonly Item[] => {
  const { id, status } = operation;
  if (isReportedAsPayment(profile, operation))
    return status === 'succeeded' ? [reportPayment(profile, payment)] : [];
  return [event(profile, `${id}/${status}`, operationEvent(profile, payment, operation))];
};

/** At a PSP that waits for our call: the bank has approved, so that the payment can be completed. */
export const reportAuthentication = (profile: Profile, reference: string): Item =>
  event(profile, `${reference}/authentication`, { reference, claim: { about: 'authentication' } });

export const event = ({ account }: Profile, id: string, reported: Omit<PspEvent, 'id'>): Item => ({
  type: 'event',
  psp: account.id,
  event: { ...reported, id: `evt/${id}` },
  tries: 0,
});
