import { type DashboardAct, type DashboardAnswer, within } from '../framework/dashboard.ts';
import { wireAmount } from '../framework/ledger.ts';
import { refundable } from '../framework/payment.ts';
import { captureHold, endHold, giveBack } from './change-order.ts';
import { closeDispute, openDispute } from './disputes.ts';
import type { PayPalBooks } from './paypal-books.ts';
import { payPalExponents } from './wire-money.ts';

/** Actions in PayPal's own pages, by the card's issuer, or by time: with the order's ids, but none of their own. */
export const actInDashboard = (
  books: PayPalBooks,
  { act, payment, amount }: DashboardAct,
): DashboardAnswer => {
  const order = books.orders.get(payment);
  if (order === undefined) return `no payment ${payment}`;
  const asked = amount === undefined ? undefined : wireAmount(amount, order.currency, payPalExponents);
  const held = order.status === 'authorized' ? order.authorized : 0;
  switch (act) {
    case 'capture':
      return within(held, asked, (value) => captureHold(books, order, value, null));
    case 'void':
    case 'expire':
      return within(held, undefined, () => endHold(books, order, act === 'expire'));
    case 'refund':
      return within(refundable(order), asked, (value) =>
        giveBack(books, order, { amount: value, reference: null, invoice_id: null }),
      );
    case 'dispute':
      return within(order.captured, asked, (value) => openDispute(books, order, value));
    case 'win':
    case 'lose':
      return closeDispute(books, order, act === 'win' ? 'won' : 'lost')
        ? undefined
        : 'no dispute of it is open';
    default:
      return act satisfies never;
  }
};
