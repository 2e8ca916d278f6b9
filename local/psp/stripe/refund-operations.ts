import type * as z from 'zod';
import { defined } from '../../../lib/types/defined.ts';
import { isChargedBack } from '../framework/dispute.ts';
import { refundable } from '../framework/payment.ts';
import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import { bookRefund } from './book-refund.ts';
import { pageOf } from './page-of.ts';
import { readForm } from './read-form.ts';
import { renderRefund } from './render-refund.ts';
import { createRefundShape, listRefundsShape, retrieveShape } from './request-shapes.ts';
import type { StripeBooks, StripeIntent } from './stripe-books.ts';
import { resourceMissing, stripeError } from './stripe-errors.ts';

export const refundOperations = (books: StripeBooks): readonly Operation[] => [
  {
    method: 'POST',
    path: '/v1/refunds',
    call: 'refund',
    run: (request) => {
      const read = readForm(createRefundShape, request);
      return read.ok ? createRefund(books, read.value, request.decline) : read.answer;
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds/{refund}',
    call: 'look_up',
    run: (request) => {
      const read = readForm(retrieveShape, request, 'query');
      if (!read.ok) return read.answer;
      const id = request.params.refund ?? '';
      const refund = books.refunds.get(id);
      if (refund === undefined) return resourceMissing('refund', 'id', id);
      const body = renderRefund(books, refund, read.value.expand);
      return { status: 200, body, executed: true, payment: refund.payment };
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    call: 'look_up',
    run: (request) => {
      const read = readForm(listRefundsShape, request, 'query');
      if (!read.ok) return read.answer;
      const { payment_intent, charge } = read.value;
      const payment =
        payment_intent ?? (charge === undefined ? undefined : books.charges.get(charge)?.intent);
      if (payment_intent !== undefined && books.intents.get(payment_intent) === undefined)
        return resourceMissing('payment_intent', 'payment_intent', payment_intent);
      if (charge !== undefined && payment === undefined) return resourceMissing('charge', 'charge', charge);
      const all = payment === undefined ? [...books.refunds.values()] : books.refunds.by(payment);
      const { items, has_more } = pageOf(all.toReversed(), read.value);
      const data = items.map((refund) => renderRefund(books, refund));
      const body = { object: 'list', url: '/v1/refunds', has_more, data };
      return { status: 200, body, executed: true };
    },
  },
];

type Params = z.infer<typeof createRefundShape>;

const createRefund = (books: StripeBooks, params: Params, decline: string | undefined): PspResponse => {
  const found = findIntent(books, params);
  if (!('id' in found)) return found;
  const left = refundable(found);
  const amount = params.amount ?? left;
  const refusal = refuse(found, amount, left) ?? refuseDisputed(books, found);
  if (refusal !== undefined) return refusal;
  const refund = bookRefund(books, found, {
    amount,
    reason: params.reason ?? null,
    metadata: params.metadata ?? {},
    ...defined({ decline }),
  });
  return {
    status: 200,
    body: renderRefund(books, refund, params.expand),
    executed: true,
    payment: found.id,
  };
};

const findIntent = (books: StripeBooks, { payment_intent, charge }: Params): StripeIntent | PspResponse => {
  if (payment_intent !== undefined) {
    const intent = books.intents.get(payment_intent);
    return intent ?? resourceMissing('payment_intent', 'payment_intent', payment_intent);
  }
  if (charge === undefined)
    return stripeError(400, { message: 'One of charge and payment_intent must be given.' });
  const intent = books.intents.get(books.charges.get(charge)?.intent ?? '');
  return intent ?? resourceMissing('charge', 'charge', charge);
};

/** As `is_charge_refundable` of the dispute says. */
const refuseDisputed = (books: StripeBooks, { id, latest_charge }: StripeIntent): PspResponse | undefined =>
  isChargedBack(books.disputes, id)
    ? stripeError(
        400,
        { code: 'charge_disputed', message: `${latest_charge} has been charged back.` },
        { executed: true, payment: id },
      )
    : undefined;

const refuse = (intent: StripeIntent, amount: number, left: number): PspResponse | undefined => {
  const about = { executed: true, payment: intent.id };
  if (intent.status !== 'captured')
    return stripeError(
      400,
      {
        param: 'payment_intent',
        message: `This PaymentIntent (${intent.id}) has no successful charge to refund.`,
      },
      about,
    );
  if (left === 0)
    return stripeError(
      400,
      { code: 'charge_already_refunded', message: `${intent.latest_charge} has already been refunded.` },
      about,
    );
  if (amount < 1)
    return stripeError(400, {
      code: 'parameter_invalid_integer',
      param: 'amount',
      message: 'The amount must be at least 1.',
    });
  if (amount > left)
    return stripeError(
      400,
      {
        param: 'amount',
        message: `The refund (${amount}) is greater than what is left of the charge (${left}).`,
      },
      about,
    );
  return undefined;
};
