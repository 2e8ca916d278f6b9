import type { Operation, PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import { captureHold, endHold } from './change-order.ts';
import { captureIn, orderOf, type PayPalBooks, type PayPalOrder } from './paypal-books.ts';
import { notFound, payPalError, unprocessable } from './paypal-errors.ts';
import { readJson } from './read-json.ts';
import { refundOperations } from './refunds.ts';
import { renderAuthorization, renderCapture } from './render-order.ts';
import { captureShape, voidShape } from './request-shapes.ts';
import { readMoney } from './wire-money.ts';

/** Payments v2: operations on an order's authorisation or capture. */
export const paymentOperations = (books: PayPalBooks): readonly Operation[] => [
  {
    method: 'GET',
    path: '/v2/payments/authorizations/{id}',
    call: 'look_up',
    run: ({ params }) => shown(orderOf(books, params.id ?? ''), renderAuthorization),
  },
  {
    method: 'GET',
    path: '/v2/payments/captures/{id}',
    call: 'look_up',
    run: ({ params: { id = '' } }) => {
      const order = orderOf(books, id);
      const capture = order && captureIn(order, id);
      return shown(capture && order, (known) => (capture ? renderCapture(books, known, capture) : known));
    },
  },
  {
    method: 'POST',
    path: '/v2/payments/authorizations/{id}/capture',
    call: 'capture',
    run: (request) => captureAuthorization(books, request),
  },
  {
    method: 'POST',
    path: '/v2/payments/authorizations/{id}/void',
    call: 'cancel',
    run: (request) => voidAuthorization(books, request),
  },
  ...refundOperations(books),
];

const shown = (order: PayPalOrder | undefined, render: (order: PayPalOrder) => object): PspResponse =>
  order === undefined ? notFound() : { status: 200, body: render(order), executed: true, payment: order.id };

const captureAuthorization = (books: PayPalBooks, request: PspRequest): PspResponse => {
  const read = readJson(captureShape, request);
  if (!read.ok) return read.answer;
  const order = orderOf(books, request.params.id ?? '');
  if (order === undefined) return notFound();
  if (order.status === 'canceled')
    return unprocessable(
      order.expires <= order.updated ? 'AUTHORIZATION_EXPIRED' : 'AUTHORIZATION_VOIDED',
      order.id,
    );
  if (order.status === 'declined') return unprocessable('AUTHORIZATION_DENIED', order.id);
  if (order.status !== 'authorized') return unprocessable('AUTHORIZATION_ALREADY_CAPTURED', order.id);
  const money = read.value.amount === undefined ? undefined : readMoney(read.value.amount);
  if (money?.ok === false) return payPalError(422, money.issue);
  if (money !== undefined && money.currency !== order.currency)
    return unprocessable('AUTH_CAPTURE_CURRENCY_MISMATCH', order.id);
  const amount = money?.value ?? order.authorized - order.captured;
  if (amount > order.authorized - order.captured)
    return unprocessable('MAX_CAPTURE_AMOUNT_EXCEEDED', order.id);
  if (request.decline !== undefined) return unprocessable('TRANSACTION_REFUSED', order.id);
  const { invoice_id = null, final_capture = false } = read.value;
  const { capture, taken } = captureHold(books, order, { amount, invoice_id, final: final_capture });
  return { status: 201, body: renderCapture(books, taken, capture), executed: true, payment: taken.id };
};

const voidAuthorization = (books: PayPalBooks, request: PspRequest): PspResponse => {
  const read = readJson(voidShape, request);
  if (!read.ok) return read.answer;
  const { params, headers, decline } = request;
  const order = orderOf(books, params.id ?? '');
  if (order === undefined) return notFound();
  if (order.status === 'canceled') return unprocessable('PREVIOUSLY_VOIDED', order.id);
  if (order.status === 'captured') return unprocessable('PREVIOUSLY_CAPTURED', order.id);
  if (order.status !== 'authorized' || decline !== undefined)
    return unprocessable('CANNOT_BE_VOIDED', order.id);
  const released = endHold(books, order);
  return headers.prefer === 'return=representation'
    ? { status: 200, body: renderAuthorization(released), executed: true, payment: released.id }
    : { status: 204, executed: true, payment: released.id };
};
