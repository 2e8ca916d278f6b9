import { type DashboardAct, type DashboardAnswer, within } from '../framework/dashboard.ts';
import { type Dispute, endDispute } from '../framework/dispute.ts';
import { canceled, captured, refundable } from '../framework/payment.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { SquareBooks, SquarePayment } from './books.ts';
import { changePayment, emitDispute, renderDispute } from './objects.ts';
import { giveBack } from './payments.ts';

/** Actions in Square's dashboard, by the bank, or by time. Square writes ISO 4217 minor units. */
export const actInDashboard = (
  books: SquareBooks,
  { act, payment: id, amount }: DashboardAct,
): DashboardAnswer => {
  const payment = books.payments.get(id);
  if (payment === undefined) return `no payment ${id}`;
  const held = payment.status === 'authorized' ? payment.authorized : 0;
  switch (act) {
    case 'capture':
      return within(held, amount, (value) => changePayment(books, captured(payment, value)));
    case 'void':
      return within(held, undefined, () => changePayment(books, canceled(payment)));
    case 'expire':
      return within(held, undefined, () =>
        changePayment(books, { ...canceled(payment), delayed_until: books.context.now() }),
      );
    case 'refund':
      return within(refundable(payment), amount, (value) =>
        giveBack(books, payment, { amount: value, reference: null }, undefined),
      );
    case 'dispute':
      return within(payment.captured, amount, (value) => openDispute(books, payment, value));
    case 'win':
    case 'lose':
      return closeDispute(books, payment, act === 'win' ? 'won' : 'lost')
        ? undefined
        : 'no dispute of it is open';
    default:
      return act satisfies never;
  }
};

/** A cardholder disputes what was captured. */
const openDispute = (books: SquareBooks, payment: SquarePayment, amount: number): void => {
  const id = randomId(20, alphanumeric);
  const created = books.context.now();
  const dispute: Dispute = { id, payment: payment.id, amount, status: 'open', created };
  books.disputes.put(id, dispute);
  emitDispute(books, 'dispute.created', id, renderDispute(books, payment, dispute));
};

/** The bank decides on the newest dispute; false if there is none. */
const closeDispute = (books: SquareBooks, payment: SquarePayment, status: 'won' | 'lost'): boolean => {
  const ended = endDispute(books.disputes, payment.id, status);
  if (ended === undefined) return false;
  emitDispute(books, 'dispute.state.updated', ended.id, renderDispute(books, payment, ended));
  return true;
};
