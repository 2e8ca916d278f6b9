import type { CancelByReferenceResult } from '../../../lib/types/psp.ts';
import type { LedgerPayment } from './ledger.ts';
import { released } from './payment-changes.ts';
import type { PspServer } from './psp-server.ts';
import { stateOf } from './report-payment.ts';

/** Kills what is there, and where the PSP keeps a mark what may still come. What was captured, or never got that far, is told as it is. */
export const fenceAtOnce = (server: PspServer, reference: string): CancelByReferenceResult => {
  const { profile, ledger } = server;
  const payment = server.paymentOf(reference);
  if (payment?.status !== 'captured' && profile.fence_marks) ledger.fenced.add(reference);
  if (!payment)
    return profile.fence_marks ? endOpened(server, reference) : { outcome: 'unknown', doubt: 'pending' };
  if (payment.status === 'authorized' || payment.status === 'requires_action') release(server, payment);
  const state = stateOf(profile, payment, server.stateOf(payment));
  return state.outcome === 'absent' ? { outcome: 'canceled' } : state;
};

/** What was opened and never paid is told as canceled. */
const endOpened = ({ ledger, emit }: PspServer, reference: string): CancelByReferenceResult => {
  const psp_reference = ledger.opened.get(reference);
  if (psp_reference === undefined) return { outcome: 'canceled' };
  const result = { outcome: 'canceled', psp_reference } as const;
  emit({ reference, psp_reference, claim: { about: 'authorization', result } });
  return result;
};

/** The delayed cancel releases a hold; of what is not there, captured or away with the customer it proves nothing. */
export const technicalCancel = (server: PspServer, reference: string): void => {
  const payment = server.paymentOf(reference);
  const dead = payment?.status === 'authorized';
  if (dead) release(server, payment);
  server.emit({
    reference,
    ...(payment ? { psp_reference: payment.id } : {}),
    claim: {
      about: 'fence',
      result: dead
        ? { outcome: 'canceled', hold: 'voided' }
        : { outcome: 'unknown', doubt: 'ambiguous_error' },
    },
  });
};

const release = (server: PspServer, payment: LedgerPayment): void => {
  Object.assign(payment, released(payment));
  server.changed(payment);
};
