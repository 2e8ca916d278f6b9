import { defined } from '../../../lib/types/defined.ts';
import type { OperationResult, PspEvent } from '../../../lib/types/psp.ts';
import type { Profile } from '../../simulation/psp/draw-profile.ts';
import { type LedgerOperation, stateNow } from '../../simulation/psp/ledger.ts';
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
  const { id, ours, kind, amount, status } = operation;
  if (kind === 'cancel' && (ours === undefined || profile.reports_voids_as_state))
    return status === 'succeeded' ? [reportPayment(profile, payment)] : [];
  return [
    event(profile, `${id}/${status}`, {
      reference: payment.reference,
      psp_reference: payment.id,
      ...namesOf(profile, operation),
      money: { amount, currency: payment.currency },
      claim: { about: kind, result: operationAnswer(operation) },
    }),
  ];
};

/** What the PSP answers about an operation as it stands. */
export const operationAnswer = ({ kind, id, amount, status }: LedgerOperation): OperationResult => {
  if (status === 'failed') return { outcome: 'failed', reason: 'processor_error', code: 'refused' };
  if (status === 'pending' || kind === 'cancel') return { outcome: status, psp_reference: id };
  return { outcome: 'succeeded', psp_reference: id, amount };
};

const namesOf = (
  { names }: Profile,
  { id, ours, kind }: LedgerOperation,
): Pick<PspEvent, 'operation' | 'operation_reference'> => {
  const both = defined({ operation: ours });
  if (kind === 'refund' || names === 'both') return { ...both, operation_reference: id };
  return names === 'its_own' ? { operation_reference: id } : {};
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
