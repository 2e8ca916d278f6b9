import { isChargedBack } from '../framework/dispute.ts';
import type { Operation, PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import { giveBack } from './change-order.ts';
import { captureIn, orderOf, type PayPalBooks, refundedOf } from './paypal-books.ts';
import { notFound, payPalError, unprocessable } from './paypal-errors.ts';
import { readJson } from './read-json.ts';
import { renderRefund } from './render-order.ts';
import { refundShape } from './request-shapes.ts';
import { readMoney } from './wire-money.ts';

/** Refunds of a capture, done at once. */
export const refundOperations = (books: PayPalBooks): readonly Operation[] => [
  {
    method: 'POST',
    path: '/v2/payments/captures/{id}/refund',
    call: 'refund',
    run: (request) => refundCapture(books, request),
  },
  {
    method: 'GET',
    path: '/v2/payments/refunds/{id}',
    call: 'look_up',
    run: ({ params }) => {
      const refund = books.refunds.get(params.id ?? '');
      const order = books.orders.get(refund?.payment ?? '');
      return refund === undefined || order === undefined
        ? notFound()
        : { status: 200, body: renderRefund(books, order, refund), executed: true, payment: order.id };
    },
  },
];

const refundCapture = (books: PayPalBooks, request: PspRequest): PspResponse => {
  const read = readJson(refundShape, request);
  if (!read.ok) return read.answer;
  const order = orderOf(books, request.params.id ?? '');
  const capture = order && captureIn(order, request.params.id);
  if (order === undefined || capture === undefined) return notFound();
  const left = order.captured === 0 ? 0 : capture.amount - refundedOf(books, order, capture);
  const money = read.value.amount === undefined ? undefined : readMoney(read.value.amount);
  if (money?.ok === false) return payPalError(422, money.issue);
  if (money !== undefined && money.currency !== order.currency)
    return unprocessable('CURRENCY_MISMATCH', order.id);
  const amount = money?.value ?? left;
  if (left === 0)
    return unprocessable(order.captured === 0 ? 'REFUND_NOT_ALLOWED' : 'CAPTURE_FULLY_REFUNDED', order.id);
  if (amount > left) return unprocessable('REFUND_AMOUNT_EXCEEDED', order.id);
  if (isChargedBack(books.disputes, order.id))
    return unprocessable('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK', order.id);
  if (request.decline !== undefined) return unprocessable('REFUND_FAILED_INSUFFICIENT_FUNDS', order.id);
  const { custom_id = null, invoice_id = null } = read.value;
  const { refund, refunded } = giveBack(books, order, {
    capture: capture.id,
    amount,
    reference: custom_id,
    invoice_id,
  });
  return { status: 201, body: renderRefund(books, refunded, refund), executed: true, payment: order.id };
};
