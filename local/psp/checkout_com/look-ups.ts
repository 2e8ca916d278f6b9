import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import type { CheckoutBooks, CheckoutPayment } from './checkout-books.ts';
import { bare, requestInvalid } from './checkout-errors.ts';
import { isoTime, listProcessed, renderPayment } from './render-payment.ts';
import { summaryOf } from './response-codes.ts';

/** The search by reference lags; by id, payments are found at once. */
const searchLagMs = 1000;

export const lookUpOperations = (books: CheckoutBooks): readonly Operation[] => [
  {
    method: 'GET',
    path: '/payments/{id}',
    call: 'look_up',
    run: ({ params }) =>
      withPayment(books, params.id, (payment) => ({
        status: 200,
        body: renderPayment(books, payment),
        executed: true,
        payment: payment.id,
      })),
  },
  {
    method: 'GET',
    path: '/payments/{id}/actions',
    call: 'look_up',
    run: ({ params }) =>
      withPayment(books, params.id, (payment) => ({
        status: 200,
        body: renderActions(books, payment),
        executed: true,
        payment: payment.id,
      })),
  },
  {
    // Not in the stored API document: the public documentation describes it as a list of the payments with one reference.
    method: 'GET',
    path: '/payments',
    call: 'look_up',
    run: ({ query }) => listByReference(books, query),
  },
];

/** By payment id, or by the session id that the customer returns with from 3-D Secure. */
export const withPayment = (
  books: CheckoutBooks,
  id = '',
  then: (payment: CheckoutPayment) => PspResponse,
): PspResponse => {
  const payment = books.payments.get(books.sessions.get(id)?.payment ?? id);
  return payment === undefined ? bare(404) : then(payment);
};

const renderActions = (books: CheckoutBooks, payment: CheckoutPayment): readonly object[] =>
  listProcessed(books, payment)
    .map((action) => ({
      id: action.id,
      type: action.type,
      processed_on: isoTime(action.processed_on ?? payment.created),
      amount: action.amount,
      approved: action.response_code === '10000',
      ...(action.auth_code !== null && { auth_code: action.auth_code }),
      response_code: action.response_code ?? '10000',
      response_summary: summaryOf(action.response_code ?? '10000'),
      ...(action.reference !== null && { reference: action.reference }),
      metadata: action.metadata,
    }))
    .toReversed();

const listByReference = (books: CheckoutBooks, query: URLSearchParams): PspResponse => {
  const reference = query.get('reference');
  const limit = Number(query.get('limit') ?? 10);
  const skip = Number(query.get('skip') ?? 0);
  if (reference === null || reference === '') return requestInvalid('reference_required');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return requestInvalid('limit_invalid');
  if (!Number.isInteger(skip) || skip < 0) return requestInvalid('skip_invalid');
  const before = books.context.now() - searchLagMs;
  const found = books.payments.by(reference).filter(({ created }) => created <= before);
  const data = found
    .toReversed()
    .slice(skip, skip + limit)
    .map((payment) => renderPayment(books, payment));
  return { status: 200, body: { limit, skip, total_count: found.length, data }, executed: true };
};
