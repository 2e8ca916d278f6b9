import type * as z from 'zod';
import { exponentOf } from '../../../lib/types/currency.ts';
import { authorizePayment, cancelPayment, capturePayment, newPayment } from '../framework/payment.ts';
import type { Operation, PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import {
  cardOf,
  changePayment,
  emitPayment,
  isCardOnFile,
  renderPayment,
  type SquareBooks,
  type SquareCard,
  type SquarePayment,
  squareId,
  squareLocation,
} from './books.ts';
import { cancelByKeyShape, completeShape, createShape, errorOf, readJson, squareError } from './requests.ts';

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
      changePayment(books, cancelPayment(payment));
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
      return withApproved(books, request, (payment) => capturePayment(payment, payment.authorized));
    },
  },
  {
    method: 'POST',
    path: '/v2/payments/{id}/cancel',
    call: 'cancel',
    run: (request) => withApproved(books, request, cancelPayment),
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
  const held = error === null ? authorizePayment(asked) : { ...asked, status: 'declined' as const, error };
  const paid = error === null && body.autocomplete !== false ? capturePayment(held, held.amount) : held;
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
