import { emitPayment } from './emit-event.ts';
import type { SquareBooks, SquarePayment } from './square-books.ts';

/** Books a payment's new state, and reports it. */
export const changePayment = (books: SquareBooks, payment: SquarePayment): SquarePayment => {
  const now = { ...payment, updated: books.context.now(), version: payment.version + 1 };
  books.payments.put(now.id, now);
  emitPayment(books, 'payment.updated', now);
  return now;
};
