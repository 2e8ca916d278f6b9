import { isDecline } from '../../types/outcome.ts';
import type { Attempt, AuthorizationAnswer, Unknown } from '../../types/psp.ts';
import { at, textAt } from '../json.ts';
import { readPaymentState } from './read-payment-state.ts';
import { readPending } from './read-pending.ts';
import { responseOutcome } from './response-outcomes.ts';

/** The body of a 201 or 202 from `POST /payments`. Source: PaymentResponse and PaymentAcceptedResponse. */
export const readNewPayment = (attempt: Attempt, status: number, json: unknown): AuthorizationAnswer => {
  const psp_reference = textAt(json, 'id');
  // The reference may be left out of this answer; one that is there must be the attempt's.
  if (psp_reference === undefined || (at(json, 'reference') ?? attempt.reference) !== attempt.reference)
    return unreadable;
  // An accepted payment names no amount yet.
  if (status === 202)
    return textAt(json, 'status') === 'Pending'
      ? readPending(json, psp_reference)
      : { ...unreadable, psp_reference };
  const answer = readPaymentState(attempt, json, psp_reference);
  if (answer.outcome === 'absent' || answer.outcome === 'canceled') return { ...unreadable, psp_reference };
  // Declined because the same payment is under way says nothing about that payment.
  return isDecline(answer.outcome) && responseOutcome(textAt(json, 'response_code')) === 'duplicate'
    ? { outcome: 'duplicate', doubt: 'in_flight', psp_reference }
    : answer;
};

const unreadable: Unknown = { outcome: 'unknown', doubt: 'unreadable_answer' };
