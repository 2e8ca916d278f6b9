import { isDecline } from '../../types/outcome.ts';
import type { Attempt, AuthorizationAnswer, Authorized, LookUpAnswer, Unknown } from '../../types/psp.ts';
import { echoesAmount } from '../echoes-amount.ts';
import { at, booleanAt, integerAt, textAt, urlAt } from '../json.ts';
import { capabilities } from './capabilities.ts';
import { readDeclined } from './read-declined.ts';
import { approvals, responseOutcome } from './response-outcomes.ts';

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
  const answer = readState(attempt, json, psp_reference);
  if (answer.outcome === 'absent' || answer.outcome === 'canceled') return { ...unreadable, psp_reference };
  // Declined because the same payment is under way says nothing about that payment.
  return isDecline(answer.outcome) && responseOutcome(textAt(json, 'response_code')) === 'duplicate'
    ? { outcome: 'duplicate', doubt: 'in_flight', psp_reference }
    : answer;
};

/** A payment as `GET /payments/{id}` or an entry of the list by reference shows it. Source: PaymentDetails. */
export const readKnownPayment = (attempt: Attempt, json: unknown): LookUpAnswer => {
  const psp_reference = textAt(json, 'id');
  return psp_reference === undefined || at(json, 'reference') !== attempt.reference
    ? unreadable
    : readState(attempt, json, psp_reference);
};

const readState = (attempt: Attempt, json: unknown, psp_reference: string): LookUpAnswer => {
  const status = statuses.find((known) => known === textAt(json, 'status'));
  if (status === undefined) return { ...unreadable, psp_reference };
  if (!echoes(attempt, json)) return { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference };
  switch (status) {
    case 'Authorized':
      return readAuthorized(attempt, json, psp_reference);
    case 'Captured':
    case 'Partially Captured':
    case 'Partially Refunded':
    case 'Refunded':
    case 'Paid':
      return { outcome: 'captured', psp_reference };
    case 'Declined':
      return { ...readDeclined(json), psp_reference };
    case 'Pending':
      return readPending(json, psp_reference);
    case 'Voided':
    case 'Canceled':
    case 'Expired':
      return { outcome: 'canceled', psp_reference };
    // A verification takes no money and is never asked for.
    case 'Card Verified':
      return { ...unreadable, psp_reference };
    default:
      return status satisfies never;
  }
};

const statuses = [
  'Pending',
  'Authorized',
  'Card Verified',
  'Voided',
  'Partially Captured',
  'Captured',
  'Partially Refunded',
  'Refunded',
  'Declined',
  'Canceled',
  'Expired',
  'Paid',
] as const;

const unreadable: Unknown = { outcome: 'unknown', doubt: 'unreadable_answer' };

const echoes = (attempt: Attempt, json: unknown): boolean =>
  echoesAmount(capabilities.amounts, attempt, integerAt(json, 'amount'), textAt(json, 'currency'));

/**
 * Authorised with automatic capture counts as captured, for the capture follows by itself; a flagged payment is the exception, because
 * Checkout.com leaves it to a person to capture or void it.
 */
const readAuthorized = (attempt: Attempt, json: unknown, psp_reference: string): Authorized | Unknown => {
  if (booleanAt(json, 'approved') === false) return { ...unreadable, psp_reference };
  const approval = approvals[textAt(json, 'response_code') ?? ''];
  const authorized = integerAt(json, 'balances', 'total_authorized');
  if (approval === 'partial' || (authorized !== undefined && authorized < (integerAt(json, 'amount') ?? 0)))
    return { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference };
  const held = approval === 'held' || booleanAt(json, 'risk', 'flagged') === true;
  return {
    outcome: attempt.capture_method === 'automatic' && !held ? 'captured' : 'approved',
    psp_reference,
  };
};

const readPending = (json: unknown, psp_reference: string): AuthorizationAnswer => {
  const redirect_url = urlAt(json, '_links', 'redirect', 'href');
  return redirect_url === undefined
    ? { outcome: 'unknown', doubt: 'pending', psp_reference }
    : { outcome: 'requires_action', redirect_url, psp_reference };
};
