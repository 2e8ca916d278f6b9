import type * as z from 'zod';
import { exponentOf } from '../../../lib/types/currency.ts';
import { authorized, canceled, captured, newPayment, refundable, refundMoved } from '../framework/payment.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { Operation, PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import {
  cardOf,
  changePayment,
  emitPayment,
  emitRefund,
  isCardOnFile,
  renderPayment,
  renderRefund,
  type SquareBooks,
  type SquareCard,
  type SquarePayment,
  type SquareRefund,
  squareId,
  squareLocation,
} from './books.ts';
import {
  cancelByKeyShape,
  completeShape,
  createShape,
  errorOf,
  readJson,
  refundShape,
  squareError,
} from './requests.ts';

/** Payments: create, complete, cancel, and cancel by key. */
export const paymentOperations = (books: SquareBooks): readonly Operation[] => [
  {
    method: 'POST',
    path: '/v2/payments',
    call: 'authorize',
    run: (request) => create(books, request),
  },
  {
    method: 'POST',
    path: '/v2/payments/cancel',
    call: 'cancel',
    run: (request) => {
      const read = readJson(cancelByKeyShape, request);
      if (!read.ok) return read.answer;
      const payment = books.payments.get(books.keys.get(read.value.idempotency_key)?.payment ?? '');
      // Without a payment, this does nothing, and leaves no mark for one that comes later.
      if (payment === undefined || payment.status === 'canceled' || payment.status === 'declined')
        return { status: 200, body: {}, executed: true };
      if (payment.status !== 'authorized') return squareError(400, 'BAD_REQUEST', { payment: payment.id });
      changePayment(books, canceled(payment));
      return { status: 200, body: {}, executed: true, payment: payment.id };
    },
  },
  {
    method: 'POST',
    path: '/v2/payments/{id}/complete',
    call: 'capture',
    run: (request) => {
      const read = readJson(completeShape, request);
      if (!read.ok) return read.answer;
      return withApproved(books, request, (payment) => captured(payment, payment.authorized));
    },
  },
  {
    method: 'POST',
    path: '/v2/payments/{id}/cancel',
    call: 'cancel',
    run: (request) => withApproved(books, request, canceled),
  },
];

type Body = z.infer<typeof createShape>;

/** The seller's currencies. A real account accepts one of them; the simulated one accepts all. */
const currencies = new Set(['aud', 'cad', 'eur', 'gbp', 'jpy', 'usd']);

const create = (books: SquareBooks, request: PspRequest): PspResponse => {
  const read = readJson(createShape, request);
  if (!read.ok) return read.answer;
  const { source_id, location_id = squareLocation, amount_money } = read.value;
  if (location_id !== squareLocation) return squareError(400, 'NOT_FOUND', { field: 'location_id' });
  const currency = amount_money.currency.toLowerCase();
  if (exponentOf(currency) === undefined)
    return squareError(400, 'INVALID_ENUM_VALUE', { field: 'amount_money.currency' });
  if (!currencies.has(currency))
    return squareError(400, 'CURRENCY_MISMATCH', { field: 'amount_money.currency' });
  // Required for a card on file, according to the document.
  if (isCardOnFile(source_id) && read.value.customer_id === undefined)
    return squareError(400, 'MISSING_REQUIRED_PARAMETER', { field: 'customer_id' });
  const source = cardOf(source_id);
  if (source === undefined) return squareError(400, 'NOT_FOUND', { field: 'source_id' });
  if (source.once && books.used.get(source_id) !== undefined) return squareError(400, 'CARD_TOKEN_USED');
  return pay(books, read.value, source, request.decline);
};

const pay = (
  books: SquareBooks,
  body: Body,
  { card, once }: { readonly card: SquareCard; readonly once: boolean },
  decline: string | undefined,
): PspResponse => {
  const error = decline ?? card.error;
  const asked = newSquarePayment(books, body, card);
  const held = error === null ? authorized(asked) : { ...asked, status: 'declined' as const, error };
  const paid = error === null && body.autocomplete !== false ? captured(held, held.amount) : held;
  books.payments.put(paid.id, paid);
  books.keys.put(body.idempotency_key, { payment: paid.id });
  if (once) books.used.put(body.source_id, { payment: paid.id });
  emitPayment(books, 'payment.created', paid);
  if (paid.status === 'captured') emitPayment(books, 'payment.updated', paid);
  const payment = renderPayment(books, paid);
  return error === null
    ? { status: 200, body: { payment }, executed: true, payment: paid.id }
    : { status: 400, body: { errors: [errorOf(error)], payment }, executed: true, payment: paid.id };
};

/** The default if the card is not present. */
const delayMs = 7 * 24 * 3_600_000;

const newSquarePayment = (books: SquareBooks, body: Body, card: SquareCard): SquarePayment => ({
  ...newPayment({
    id: squareId(),
    reference: body.reference_id ?? null,
    amount: body.amount_money.amount,
    currency: body.amount_money.currency.toLowerCase(),
    created: books.context.now(),
  }),
  card_last4: card.last_4,
  card,
  location_id: squareLocation,
  updated: books.context.now(),
  version: 0,
  delayed_until: books.context.now() + delayMs,
  buyer_email_address: body.buyer_email_address ?? null,
  note: body.note ?? null,
  error: null,
});

/** A change that only an approved payment allows. */
const withApproved = (
  books: SquareBooks,
  { params, decline }: PspRequest,
  changed: (payment: SquarePayment) => SquarePayment,
): PspResponse => {
  const payment = books.payments.get(params.id ?? '');
  if (payment === undefined) return squareError(404, 'NOT_FOUND');
  const refused = { executed: true, payment: payment.id };
  if (payment.status === 'captured') return squareError(400, 'DELAYED_TRANSACTION_CAPTURED', refused);
  if (payment.status === 'canceled') {
    const lapsed = payment.delayed_until <= payment.updated;
    return squareError(400, lapsed ? 'DELAYED_TRANSACTION_EXPIRED' : 'DELAYED_TRANSACTION_CANCELED', refused);
  }
  if (payment.status !== 'authorized') return squareError(400, 'DELAYED_TRANSACTION_FAILED', refused);
  if (decline !== undefined) return squareError(400, decline, refused);
  const now = changePayment(books, changed(payment));
  return { status: 200, body: { payment: renderPayment(books, now) }, executed: true, payment: now.id };
};

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
  const waiting = refundMoved(payment, asked.amount, undefined, 'pending');
  books.refunds.put(refund.id, refund);
  books.payments.put(payment.id, waiting);
  emitRefund(books, 'refund.created', waiting, refund);
  books.context.schedule(settleAfterMs, {
    kind: 'refund',
    id: refund.id,
    ...(decline !== undefined && { decline }),
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
  const settled = refundMoved(payment, refund.amount, 'pending', status);
  books.refunds.put(id, done);
  emitRefund(books, 'refund.updated', settled, done);
  changePayment(books, settled);
};

/** The list of payments lags; by id, payments are found at once. */
const listLagMs = 1_000;

export const lookUpOperations = (books: SquareBooks): readonly Operation[] => [
  {
    method: 'GET',
    path: '/v2/payments/{id}',
    call: 'look_up',
    run: ({ params }) => {
      const payment = books.payments.get(params.id ?? '');
      return payment === undefined
        ? squareError(404, 'NOT_FOUND')
        : {
            status: 200,
            body: { payment: renderPayment(books, payment) },
            executed: true,
            payment: payment.id,
          };
    },
  },
  {
    method: 'GET',
    path: '/v2/payments',
    call: 'look_up',
    run: ({ query }) => list(books, query),
  },
  {
    method: 'GET',
    path: '/v2/refunds/{id}',
    call: 'look_up',
    run: ({ params }) => {
      const refund = books.refunds.get(params.id ?? '');
      const payment = books.payments.get(refund?.payment ?? '');
      return refund === undefined || payment === undefined
        ? squareError(404, 'NOT_FOUND')
        : {
            status: 200,
            body: { refund: renderRefund(payment, refund) },
            executed: true,
            payment: payment.id,
          };
    },
  },
];

const known = new Set(['begin_time', 'end_time', 'sort_order', 'cursor', 'location_id', 'total', 'limit']);

/** By time, place and exact amount; a cursor leads to the next page. */
const list = (books: SquareBooks, query: URLSearchParams): PspResponse => {
  const strange = [...query.keys()].find((name) => !known.has(name));
  if (strange !== undefined) return squareError(400, 'UNKNOWN_QUERY_PARAMETER', { field: strange });
  const begin = Date.parse(query.get('begin_time') ?? '1970-01-01T00:00:00Z');
  const end = Date.parse(query.get('end_time') ?? '9999-12-31T00:00:00Z');
  if (Number.isNaN(begin) || Number.isNaN(end)) return squareError(400, 'INVALID_TIME');
  if (end < begin) return squareError(400, 'INVALID_TIME_RANGE');
  const limit = Number(query.get('limit') ?? 100);
  const from = Number(query.get('cursor') ?? 0);
  if (!Number.isInteger(limit) || limit < 1) return squareError(400, 'INVALID_VALUE', { field: 'limit' });
  if (!Number.isInteger(from)) return squareError(400, 'INVALID_CURSOR');
  const shown = books.context.now() - listLagMs;
  const fits = ({ created, amount, location_id }: SquarePayment): boolean =>
    created <= shown &&
    created >= begin &&
    created < end &&
    (query.get('location_id') ?? location_id) === location_id &&
    Number(query.get('total') ?? amount) === amount;
  const found = [...books.payments.values()].filter(fits);
  if (query.get('sort_order') !== 'ASC') found.reverse();
  const to = from + Math.min(limit, 100);
  return {
    status: 200,
    body: {
      payments: found.slice(from, to).map((payment) => renderPayment(books, payment)),
      ...(found.length > to && { cursor: String(to) }),
    },
    executed: true,
  };
};
