import { cancelPayment, capturePayment, moveRefund } from '../framework/payment.ts';
import { emitEvent } from './emit-event.ts';
import {
  type PayPalBooks,
  type PayPalCapture,
  type PayPalOrder,
  type PayPalRefund,
  payPalId,
} from './paypal-books.ts';
import { renderAuthorization, renderCapture, renderRefund } from './render-order.ts';

/** Captures a hold or a part of it. The rest is released by the last capture only: the `final` one, or one that leaves nothing. */
export const captureHold = (
  books: PayPalBooks,
  order: PayPalOrder,
  made: Omit<PayPalCapture, 'id'>,
): { readonly capture: PayPalCapture; readonly taken: PayPalOrder } => {
  const updated = books.context.now();
  const capture = { ...made, id: payPalId() };
  const captures = [...order.captures, capture];
  const taken: PayPalOrder = { ...capturePayment(order, made.amount, made.final), captures, updated };
  books.orders.put(taken.id, taken);
  books.payments.put(capture.id, { order: taken.id });
  emitEvent(books, 'PAYMENT.CAPTURE.COMPLETED', renderCapture(books, taken, capture));
  return { capture, taken };
};

/** Ends a hold, or what is left of it, by a void or (`expired`) because its time is up, which PayPal reports with the same event. */
export const endHold = (books: PayPalBooks, order: PayPalOrder, expired = false): PayPalOrder => {
  const updated = books.context.now();
  const ended: PayPalOrder = order.captured > 0 ? { ...order, status: 'captured' } : cancelPayment(order);
  const released: PayPalOrder = { ...ended, updated, ...(expired && { expires: updated }) };
  books.orders.put(released.id, released);
  emitEvent(books, 'PAYMENT.AUTHORIZATION.VOIDED', renderAuthorization(released));
  return released;
};

/** Refunds all or part of one capture, at once. */
export const giveBack = (
  books: PayPalBooks,
  order: PayPalOrder,
  asked: Pick<PayPalRefund, 'capture' | 'amount' | 'reference' | 'invoice_id'>,
): { readonly refund: PayPalRefund; readonly refunded: PayPalOrder } => {
  const created = books.context.now();
  const refund: PayPalRefund = { ...asked, id: payPalId(), payment: order.id, status: 'succeeded', created };
  const refunded = moveRefund(order, refund.amount, undefined, 'succeeded');
  books.refunds.put(refund.id, refund);
  books.orders.put(order.id, refunded);
  emitEvent(books, 'PAYMENT.CAPTURE.REFUNDED', renderRefund(books, refunded, refund));
  return { refund, refunded };
};
