import type { Operation } from '../framework/simulated-psp.ts';
import { pageOf } from './page-of.ts';
import { readForm } from './read-form.ts';
import { renderCharge } from './render-charge.ts';
import { renderIntent, statusOf } from './render-intent.ts';
import { listIntentsShape, retrieveShape, searchShape } from './request-shapes.ts';
import type { StripeBooks, StripeIntent } from './stripe-books.ts';
import { resourceMissing, stripeError } from './stripe-errors.ts';

/** Stripe's search index lags: "not for read-after-write flows". Here, by a minute. */
const searchLagMs = 60_000;

/** Lists and searches of payment intents, and one charge. */
export const listOperations = (books: StripeBooks): readonly Operation[] => [
  {
    method: 'GET',
    path: '/v1/payment_intents',
    call: 'look_up',
    run: (request) => {
      const read = readForm(listIntentsShape, request, 'query');
      if (!read.ok) return read.answer;
      const { customer } = read.value;
      if (customer !== undefined && books.customers.get(customer) === undefined)
        return resourceMissing('customer', 'customer', customer);
      const theirs = [...books.intents.values()].filter(
        (intent) => customer === undefined || intent.customer === customer,
      );
      const { items, has_more } = pageOf(theirs.toReversed(), read.value);
      const data = items.map((intent) => renderIntent(books, intent));
      const body = { object: 'list', url: '/v1/payment_intents', has_more, data };
      return { status: 200, body, executed: true };
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/search',
    call: 'look_up',
    run: (request) => {
      const read = readForm(searchShape, request, 'query');
      if (!read.ok) return read.answer;
      const matches = parseQuery(read.value.query);
      if (matches === undefined)
        return stripeError(400, { param: 'query', message: 'The search query cannot be parsed.' });
      const before = books.context.now() - searchLagMs;
      const found = [...books.intents.values()]
        .toReversed()
        .filter((intent) => intent.created <= before && matches(intent));
      const { items, has_more } = pageOf(found, read.value);
      const data = items.map((intent) => renderIntent(books, intent));
      const body = {
        object: 'search_result',
        url: '/v1/payment_intents/search',
        has_more,
        data,
        next_page: null,
      };
      return { status: 200, body, executed: true };
    },
  },
  {
    method: 'GET',
    path: '/v1/charges/{charge}',
    call: 'look_up',
    run: (request) => {
      const read = readForm(retrieveShape, request, 'query');
      if (!read.ok) return read.answer;
      const id = request.params.charge ?? '';
      const charge = books.charges.get(id);
      if (charge === undefined) return resourceMissing('charge', 'id', id);
      return { status: 200, body: renderCharge(books, charge), executed: true, payment: charge.intent };
    },
  },
];

/** The part of the query language that a router uses: `metadata['key']:'value'`, `status:'…'`, `currency:'…'`, `amount:n`, joined by AND. */
const parseQuery = (query: string): ((intent: StripeIntent) => boolean) | undefined => {
  const clauses = query.split(/\s+AND\s+/i).map(parseClause);
  if (!clauses.every((clause) => clause !== undefined)) return undefined;
  return (intent) => clauses.every((clause) => clause(intent));
};

const parseClause = (clause: string): ((intent: StripeIntent) => boolean) | undefined => {
  const meta = /^metadata\[(["'])(.+?)\1\]:(["'])(.*)\3$/.exec(clause.trim());
  if (meta !== null) return ({ metadata }) => metadata[meta[2] ?? ''] === meta[4];
  const field = /^(status|currency|amount):(["']?)([^"']+)\2$/.exec(clause.trim());
  if (field === null) return undefined;
  return (intent) => {
    const { currency, amount } = intent;
    const values: Readonly<Record<string, unknown>> = { status: statusOf(intent), currency, amount };
    return String(values[field[1] ?? '']) === field[3];
  };
};
