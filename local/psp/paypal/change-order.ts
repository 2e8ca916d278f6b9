import { canceled, captured, refundMoved } from '../framework/payment.ts';
import { emitEvent } from './emit-event.ts';
import { type PayPalBooks, type PayPalOrder, type PayPalRefund, payPalId } from './paypal-books.ts';
import { renderAuthorization, renderCapture, renderRefund } from './render-order.ts';

/** Captures a hold. Several captures of one authorisation are not simulated: this one is always the last. */
export const captureHold = (
  books: PayPalBooks,
  order: PayPalOrder,
  amount: number,
  capture_invoice: string | null,
): PayPalOrder => {
  const updated = books.context.now();
  const taken: PayPalOrder = { ...captured(order, amount), capture: payPalId(), capture_invoice, updated };
  books.orders.put(taken.id, taken);
  books.payments.put(taken.capture ?? '', { order: taken.id });
  emitEvent(books, 'PAYMENT.CAPTURE.COMPLETED', renderCapture(taken));
  return taken;
};

/** Ends a hold, by a void or (`expired`) because its time is up, which PayPal reports with the same event. */
export const endHold = (books: PayPalBooks, order: PayPalOrder, expired = false): PayPalOrder => {
  const updated = books.context.now();
  const released: PayPalOrder = { ...canceled(order), updated, ...(expired && { expires: updated }) };
  books.orders.put(released.id, released);
  emitEvent(books, 'PAYMENT.AUTHORIZATION.VOIDED', renderAuthorization(released));
  return released;
};

/** Refunds part of the captured amount, at once. */
export const giveBack = (
  books: PayPalBooks,
  order: PayPalOrder,
  asked: Pick<PayPalRefund, 'amount' | 'reference' | 'invoice_id'>,
): { readonly refund: PayPalRefund; readonly refunded: PayPalOrder } => {
  const created = books.context.now();
  const refund: PayPalRefund = { ...asked, id: payPalId(), payment: order.id, status: 'succeeded', created };
  const refunded = refundMoved(order, refund.amount, undefined, 'succeeded');
  books.refunds.put(refund.id, refund);
  books.orders.put(order.id, refunded);
  emitEvent(books, 'PAYMENT.CAPTURE.REFUNDED', renderRefund(books, refunded, refund));
  return { refund, refunded };
};
