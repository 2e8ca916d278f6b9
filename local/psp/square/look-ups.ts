import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import { renderPayment, renderRefund, type SquareBooks, type SquarePayment } from './books.ts';
import { squareError } from './requests.ts';

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
  const isListed = (created: number): boolean => created <= shown && created >= begin && created < end;
  const fits = ({ created, amount, location_id }: SquarePayment): boolean =>
    isListed(created) &&
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
