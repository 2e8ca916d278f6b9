import { type Dispute, endDispute } from '../framework/dispute.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import { emitDispute } from './emit-event.ts';
import { moneyOf, time } from './render-payment.ts';
import type { SquareBooks, SquarePayment } from './square-books.ts';

/** A cardholder disputes what was captured. */
export const openDispute = (books: SquareBooks, payment: SquarePayment, amount: number): void => {
  const id = randomId(20, alphanumeric);
  const created = books.context.now();
  const dispute: Dispute = { id, payment: payment.id, amount, status: 'open', created };
  books.disputes.put(id, dispute);
  emitDispute(books, 'dispute.created', id, renderDispute(books, payment, dispute));
};

/** The bank decides on the newest dispute; false if there is none. */
export const closeDispute = (books: SquareBooks, payment: SquarePayment, status: 'won' | 'lost'): boolean => {
  const ended = endDispute(books.disputes, payment.id, status);
  if (ended === undefined) return false;
  emitDispute(books, 'dispute.state.updated', ended.id, renderDispute(books, payment, ended));
  return true;
};

const responseMs = 14 * 24 * 3_600_000;
const states = { open: 'EVIDENCE_REQUIRED', won: 'WON', lost: 'LOST' };

export const renderDispute = (
  { context }: SquareBooks,
  payment: SquarePayment,
  { id, amount, status, created }: Dispute,
): object => ({
  id,
  amount_money: moneyOf(amount, payment.currency),
  brand_dispute_id: id,
  card_brand: payment.card.card_brand,
  created_at: time(created),
  disputed_payment: { payment_id: payment.id },
  due_at: time(created + responseMs),
  location_id: payment.location_id,
  reason: 'NO_KNOWLEDGE',
  reported_at: time(created),
  state: states[status],
  updated_at: time(context.now()),
  version: status === 'open' ? 1 : 2,
});
