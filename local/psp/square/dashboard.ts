import { type DashboardAct, type DashboardAnswer, within } from '../framework/dashboard.ts';
import { canceled, captured, refundable } from '../framework/payment.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { changePayment } from './emit-event.ts';
import { giveBack } from './refunds.ts';
import type { SquareBooks } from './square-books.ts';

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
