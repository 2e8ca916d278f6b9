import { newPayment } from '../framework/payment.ts';
import type { Operation } from '../framework/simulated-psp.ts';
import { payOrder } from './pay-order.ts';
import { type PayPalBooks, type PayPalOrder, payPalId } from './paypal-books.ts';
import { notFound, payPalError } from './paypal-errors.ts';
import { readJson } from './read-json.ts';
import { renderOrder } from './render-order.ts';
import { orderShape } from './request-shapes.ts';
import { readMoney } from './wire-money.ts';

/** How long an authorisation can be captured at PayPal. */
const authorizationMs = 29 * 24 * 3_600_000;

/** Orders v2: create, read, and pay by capture or authorisation. */
export const orderOperations = (books: PayPalBooks): readonly Operation[] => [
  {
    method: 'POST',
    path: '/v2/checkout/orders',
    call: 'create',
    run: (request) => {
      const read = readJson(orderShape, request);
      if (!read.ok) return read.answer;
      const [unit] = read.value.purchase_units;
      if (unit === undefined) return payPalError(400, 'INVALID_ARRAY_MIN_ITEMS');
      const money = readMoney(unit.amount);
      if (!money.ok) return payPalError(422, money.issue);
      const order: PayPalOrder = {
        ...newPayment({
          id: payPalId(),
          reference: unit.custom_id ?? null,
          amount: money.value,
          currency: money.currency,
          created: books.context.now(),
        }),
        intent: read.value.intent,
        invoice_id: unit.invoice_id ?? null,
        card: null,
        return_url: null,
        cancel_url: null,
        authenticated: null,
        challenge_url: null,
        authorization: null,
        captures: [],
        response_code: null,
        paid_at: null,
        updated: books.context.now(),
        expires: books.context.now() + authorizationMs,
      };
      books.orders.put(order.id, order);
      return { status: 201, body: renderOrder(books, order), executed: true, payment: order.id };
    },
  },
  {
    method: 'GET',
    path: '/v2/checkout/orders/{id}',
    call: 'look_up',
    run: ({ params }) => {
      const order = books.orders.get(params.id ?? '');
      return order === undefined
        ? notFound()
        : { status: 200, body: renderOrder(books, order), executed: true, payment: order.id };
    },
  },
  ...(['capture', 'authorize'] as const).map(
    (verb): Operation => ({
      method: 'POST',
      path: `/v2/checkout/orders/{id}/${verb}`,
      // With a card, this is the payment itself; without one, the end of 3-D Secure.
      call: ({ body }) => (body.includes('"payment_source"') ? 'authorize' : 'authenticate'),
      run: (request) => payOrder(books, verb, request),
    }),
  ),
];
