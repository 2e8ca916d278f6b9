import { defined } from '../../../lib/types/defined.ts';
import { moveRefund, refundable } from '../framework/payment.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { Operation, PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import {
  changePayment,
  emitRefund,
  renderRefund,
  type SquareBooks,
  type SquarePayment,
  type SquareRefund,
} from './books.ts';
import { readJson, refundShape, squareError } from './requests.ts';

/** How long a refund takes in this simulation. */
const settleAfterMs = 100;

export const refundOperation = (books: SquareBooks): Operation => ({
  method: 'POST',
  path: '/v2/refunds',
  call: 'refund',
  run: (request) => refundPayment(books, request),
});

const refundPayment = (books: SquareBooks, request: PspRequest): PspResponse => {
  const read = readJson(refundShape, request);
  if (!read.ok) return read.answer;
  const { payment_id, amount_money, reason } = read.value;
  const payment = books.payments.get(payment_id);
  if (payment === undefined) return squareError(404, 'NOT_FOUND', { field: 'payment_id' });
  const refused = { executed: true, payment: payment.id };
  if (payment.status === 'authorized')
    return squareError(400, 'REFUND_ERROR_PAYMENT_NEEDS_COMPLETION', refused);
  if (payment.status !== 'captured') return squareError(400, 'PAYMENT_NOT_REFUNDABLE', refused);
  if (amount_money.currency.toLowerCase() !== payment.currency)
    return squareError(400, 'CURRENCY_MISMATCH', refused);
  const { amount } = amount_money;
  if (amount > refundable(payment)) return squareError(400, 'REFUND_AMOUNT_INVALID', refused);
  const { refund, waiting } = giveBack(
    books,
    payment,
    { amount, reference: reason ?? null },
    request.decline,
  );
  return {
    status: 200,
    body: { refund: renderRefund(waiting, refund) },
    executed: true,
    payment: payment.id,
  };
};

/** Starts to refund part of the captured amount; `decline`: the error with which it will fail. */
export const giveBack = (
  books: SquareBooks,
  payment: SquarePayment,
  asked: Pick<SquareRefund, 'amount' | 'reference'>,
  decline: string | undefined,
): { readonly refund: SquareRefund; readonly waiting: SquarePayment } => {
  const now = books.context.now();
  const refund: SquareRefund = {
    ...asked,
    id: `${payment.id}_${randomId(40, alphanumeric)}`,
    payment: payment.id,
    status: 'pending',
    rejected: false,
    created: now,
    updated: now,
  };
  const waiting = moveRefund(payment, asked.amount, undefined, 'pending');
  books.refunds.put(refund.id, refund);
  books.payments.put(payment.id, waiting);
  emitRefund(books, 'refund.created', waiting, refund);
  books.context.schedule(settleAfterMs, {
    kind: 'refund',
    id: refund.id,
    ...defined({ decline }),
  });
  return { refund, waiting };
};

/** The result of an accepted refund. */
export const settleRefund = (books: SquareBooks, id: string, decline: string | undefined): void => {
  const refund = books.refunds.get(id);
  const payment = books.payments.get(refund?.payment ?? '');
  if (refund === undefined || payment === undefined || refund.status !== 'pending') return;
  const status = decline === undefined ? 'succeeded' : 'failed';
  const now = books.context.now();
  const done: SquareRefund = { ...refund, status, rejected: decline !== undefined, updated: now };
  const settled = moveRefund(payment, refund.amount, 'pending', status);
  books.refunds.put(id, done);
  emitRefund(books, 'refund.updated', settled, done);
  changePayment(books, settled);
};
