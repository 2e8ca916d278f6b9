import { randomUUID } from 'node:crypto';
import { renderPayment, renderRefund } from './render-payment.ts';
import type { SquareBooks, SquarePayment, SquareRefund } from './square-books.ts';

/** Puts a webhook event into the outbox; it is signed when it is sent. */
export const emitPayment = (
  books: SquareBooks,
  type: 'payment.created' | 'payment.updated',
  payment: SquarePayment,
): void => {
  // Events show a number that rises with every change; answers show a token instead.
  emit(books, type, 'payment', payment.id, { ...renderPayment(books, payment), version: payment.version });
};

export const emitRefund = (
  books: SquareBooks,
  type: 'refund.created' | 'refund.updated',
  payment: SquarePayment,
  refund: SquareRefund,
): void => emit(books, type, 'refund', refund.id, renderRefund(payment, refund));

export const emitDispute = (
  books: SquareBooks,
  type: 'dispute.created' | 'dispute.state.updated',
  id: string,
  dispute: object,
): void => emit(books, type, 'dispute', id, dispute);

const emit = (books: SquareBooks, type: string, kind: string, id: string, object: object): void =>
  books.context.emit({
    merchant_id: '6SSW7HV8K2ST5',
    type,
    event_id: randomUUID(),
    created_at: new Date(books.context.now()).toISOString(),
    data: { type: kind, id, object: { [kind]: object } },
  });

/** Books a payment's new state, and reports it. */
export const changePayment = (books: SquareBooks, payment: SquarePayment): SquarePayment => {
  const now = { ...payment, updated: books.context.now(), version: payment.version + 1 };
  books.payments.put(now.id, now);
  emitPayment(books, 'payment.updated', now);
  return now;
};
