import { type DashboardAct, type DashboardAnswer, within } from '../framework/dashboard.ts';
import { wireAmount } from '../framework/ledger.ts';
import { captureHold, endHold, giveBack } from './change-order.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { type PayPalBooks, type PayPalOrder, refundedOf } from './paypal-books.ts';
import { payPalExponents } from './wire-money.ts';

/** Actions in PayPal's own pages, by the card's issuer, or by time: with the order's ids, but none of their own. */
export const actInDashboard = (
  books: PayPalBooks,
  { act, payment, amount }: DashboardAct,
): DashboardAnswer => {
  const order = books.orders.get(payment);
  if (order === undefined) return `no payment ${payment}`;
  const asked = amount === undefined ? undefined : wireAmount(amount, order.currency, payPalExponents);
  const held = order.status === 'authorized' ? order.authorized - order.captured : 0;
  switch (act) {
    case 'capture':
      return within(held, asked, (amount) =>
        captureHold(books, order, { amount, invoice_id: null, final: false }),
      );
    case 'void':
    case 'expire':
      return within(held, undefined, () => endHold(books, order, act === 'expire'));
    case 'refund':
      return refundOne(books, order, asked);
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

/** A refund is made of one capture: the first that has so much left, or the one with most left. */
const refundOne = (books: PayPalBooks, order: PayPalOrder, asked: number | undefined): DashboardAnswer => {
  const left = order.captures
    .map((capture) => ({ capture: capture.id, left: capture.amount - refundedOf(books, order, capture) }))
    .sort((a, b) => b.left - a.left);
  const chosen = left.find((one) => one.left >= (asked ?? one.left)) ?? left[0];
  if (chosen === undefined) return 'nothing of it is captured';
  const { capture } = chosen;
  return within(chosen.left, asked, (amount) =>
    giveBack(books, order, { capture, amount, reference: null, invoice_id: null }),
  );
};
