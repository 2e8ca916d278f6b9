import type { Attempt, LookUpAnswer } from '../../types/psp.ts';
import { at, textAt } from '../json.ts';
import { readPaymentState } from './read-payment-state.ts';

/** A payment as `GET /payments/{id}` or an entry of the list by reference shows it. Source: PaymentDetails. */
export const readKnownPayment = (attempt: Attempt, json: unknown): LookUpAnswer => {
  const psp_reference = textAt(json, 'id');
  return psp_reference === undefined || at(json, 'reference') !== attempt.reference
    ? { outcome: 'unknown', doubt: 'unreadable_answer' }
    : readPaymentState(attempt, json, psp_reference);
};
