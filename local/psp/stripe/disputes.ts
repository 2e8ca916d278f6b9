import { type Dispute, endDispute } from '../framework/dispute.ts';
import { emitEvent } from './emit-event.ts';
import { seconds } from './seconds.ts';
import type { StripeBooks, StripeIntent } from './stripe-books.ts';
import { stripeId } from './stripe-id.ts';

/** A cardholder disputes a captured amount. */
export const openDispute = (books: StripeBooks, intent: StripeIntent, amount: number): void => {
  const created = books.context.now();
  const dispute: Dispute = { id: stripeId('dp'), payment: intent.id, amount, status: 'open', created };
  books.disputes.put(dispute.id, dispute);
  emitEvent(books, 'charge.dispute.created', renderDispute(intent, dispute));
};

/** The bank decides on the newest dispute; false if there is none. */
export const closeDispute = (books: StripeBooks, intent: StripeIntent, status: 'won' | 'lost'): boolean => {
  const ended = endDispute(books.disputes, intent.id, status);
  if (ended === undefined) return false;
  emitEvent(books, 'charge.dispute.closed', renderDispute(intent, ended));
  return true;
};

const weekMs = 7 * 24 * 3_600_000;

const renderDispute = (intent: StripeIntent, { id, amount, status, created }: Dispute): object => ({
  id,
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: intent.latest_charge,
  created: seconds(created),
  currency: intent.currency,
  evidence: {},
  evidence_details: {
    due_by: seconds(created + weekMs),
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: intent.id,
  reason: 'fraudulent',
  status: status === 'open' ? 'needs_response' : status,
});
