import type { Attempt, Authorized, LookUpAnswer, Unknown } from '../../types/psp.ts';
import { echoesAmount } from '../echoes-amount.ts';
import { booleanAt, integerAt, textAt } from '../json.ts';
import { approvals } from './approvals.ts';
import { capabilities } from './capabilities.ts';
import { readDeclined } from './read-declined.ts';
import { readPending } from './read-pending.ts';

/** The state of a payment that is known to be the attempt's: amount and currency first, for no state of another amount means anything. */
export const readPaymentState = (attempt: Attempt, json: unknown, psp_reference: string): LookUpAnswer => {
  const status = statuses.find((known) => known === textAt(json, 'status'));
  if (status === undefined) return unreadable(psp_reference);
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
      return unreadable(psp_reference);
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

const unreadable = (psp_reference: string): Unknown => ({
  outcome: 'unknown',
  doubt: 'unreadable_answer',
  psp_reference,
});

const echoes = (attempt: Attempt, json: unknown): boolean =>
  echoesAmount(capabilities.amounts, attempt, integerAt(json, 'amount'), textAt(json, 'currency'));

/**
 * Authorised with automatic capture counts as captured, for the capture follows by itself; a flagged payment is the exception, because
 * Checkout.com leaves it to a person to capture or void it.
 */
const readAuthorized = (attempt: Attempt, json: unknown, psp_reference: string): Authorized | Unknown => {
  if (booleanAt(json, 'approved') === false) return unreadable(psp_reference);
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
