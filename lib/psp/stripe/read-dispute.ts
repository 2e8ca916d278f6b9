import type { DisputeReason } from '../../types/dispute.ts';
import type { Money } from '../../types/money.ts';
import type { DisputeFact } from '../../types/psp.ts';
import { disputeParts } from '../dispute-parts.ts';
import { at, codeAt, integerAt, textAt } from '../json.ts';
import { moneyFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';

/**
 * The fields of a Dispute that this adapter reads, and the payment it is about. `money` is undefined for an amount that we cannot express, such as a
 * part of an Icelandic krona, which a change of exchange rates may leave.
 */
export type StripeDispute = {
  readonly fact: DisputeFact;
  readonly money: Money | undefined;
  readonly payment: string | undefined;
};

/** The dispute in Stripe's JSON, or undefined if it is incomplete. */
export const readDispute = (value: unknown): StripeDispute | undefined => {
  const psp_reference = textAt(value, 'id');
  const status = textAt(value, 'status');
  const money = moneyFromWire(capabilities.amounts, integerAt(value, 'amount'), textAt(value, 'currency'));
  if (at(value, 'object') !== 'dispute') return undefined;
  if (psp_reference === undefined || status === undefined) return undefined;
  const fact: DisputeFact = {
    psp_reference,
    status: status === 'prevented' ? readPrevented(value) : (ends.get(status) ?? 'open'),
    stage: status.startsWith('warning_') ? 'inquiry' : 'dispute',
    ...disputeParts(reasons, codeAt(value, 'reason'), integerAt(value, 'evidence_details', 'due_by')),
  };
  return { fact, money, payment: textAt(value, 'payment_intent') };
};

/** A closed inquiry took no money; a refund has its own event. An unknown status leaves the dispute open. */
const ends: ReadonlyMap<string, DisputeFact['status']> = new Map([
  ['won', 'won'],
  ['lost', 'lost'],
  ['warning_closed', 'closed'],
  ['charge_refunded', 'closed'],
]);

/** A resolution returned the money before a chargeback; a block prevented the dispute. Source: changelog of 2025-08-27. */
const readPrevented = (value: unknown): DisputeFact['status'] => {
  switch (at(value, 'payment_method_details', 'card', 'case_type')) {
    case 'resolution':
      return 'lost';
    case 'block':
      return 'closed';
    default:
      return 'open';
  }
};

/** Source: Stripe, "The Dispute object", `reason`, an undated page, read in a copy on 26 November 2026. A reason that is not listed is `general`. */
const reasons: ReadonlyMap<string, DisputeReason> = new Map([
  ['credit_not_processed', 'credit_not_processed'],
  ['duplicate', 'duplicate'],
  ['fraudulent', 'fraudulent'],
  ['product_not_received', 'product_not_received'],
  ['product_unacceptable', 'product_unacceptable'],
  ['subscription_canceled', 'subscription_canceled'],
  ['unrecognized', 'unrecognized'],
  ['bank_cannot_process', 'processing_error'],
  ['check_returned', 'processing_error'],
  ['incorrect_account_details', 'processing_error'],
  ['insufficient_funds', 'processing_error'],
  ['debit_not_authorized', 'fraudulent'],
]);
