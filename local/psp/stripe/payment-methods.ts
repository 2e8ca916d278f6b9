import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import { brandOf, isExpired, passesLuhn } from '../framework/test-card.ts';
import { readForm } from './read-form.ts';
import { renderMethod } from './render-method.ts';
import { createMethodShape, retrieveShape } from './request-shapes.ts';
import type { StripeBooks, StripeMethod } from './stripe-books.ts';
import { resourceMissing, stripeError } from './stripe-errors.ts';
import { stripeId } from './stripe-id.ts';
import { behaviorOf, cardOfTestMethod } from './test-cards.ts';

export const paymentMethodOperations = (books: StripeBooks): readonly Operation[] => [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    call: 'tokenize',
    run: (request) => {
      const read = readForm(createMethodShape, request);
      if (!read.ok) return read.answer;
      const problem = cardProblem(read.value.card, books.context.now());
      if (problem !== undefined) return problem;
      const method = createMethod(books, stripeId('pm'), read.value);
      return { status: 200, body: renderMethod(method), executed: true };
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/{payment_method}',
    call: 'look_up',
    run: (request) => {
      const read = readForm(retrieveShape, request, 'query');
      if (!read.ok) return read.answer;
      const id = request.params.payment_method ?? '';
      const method = findMethod(books, id);
      if (method === undefined) return resourceMissing('PaymentMethod', 'payment_method', id);
      return { status: 200, body: renderMethod(method), executed: true };
    },
  },
];

/** A payment method by id. The built-in `pm_card_…` ones are created on first use. */
export const findMethod = (books: StripeBooks, id: string): StripeMethod | undefined => {
  const found = books.methods.get(id);
  const number = cardOfTestMethod(id);
  if (found !== undefined || number === undefined) return found;
  return createMethod(books, id, { card: { number, exp_month: 12, exp_year: 2040 } });
};

type Facts = {
  readonly card: {
    readonly number: string;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly cvc?: string | undefined;
  };
  readonly billing_details?: z.infer<typeof createMethodShape>['billing_details'];
  readonly metadata?: Readonly<Record<string, string>> | undefined;
};

const createMethod = (books: StripeBooks, id: string, { card, ...facts }: Facts): StripeMethod => {
  const method: StripeMethod = {
    id,
    created: books.context.now(),
    brand: brandOf(card.number),
    last4: card.number.slice(-4),
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
    billing_details: facts.billing_details ?? {},
    metadata: facts.metadata ?? {},
    behavior: behaviorOf(card.number),
    ...(card.cvc === undefined && cardOfTestMethod(id) === undefined && { cvc_absent: true as const }),
  };
  books.methods.put(id, method);
  return method;
};

type Card = z.infer<typeof createMethodShape>['card'];

/** Stripe's refusals of card data before it asks a bank. */
const cardProblem = (card: Card, now: number): PspResponse | undefined => {
  const { number, exp_month, exp_year, cvc } = card;
  const cvcDigits = brandOf(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (!/^\d{12,19}$/.test(number)) return cardError('invalid_number', 'number');
  if (!passesLuhn(number)) return cardError('incorrect_number', 'number');
  if (exp_month < 1 || exp_month > 12) return cardError('invalid_expiry_month', 'exp_month');
  const year = exp_year < 100 ? 2000 + exp_year : exp_year;
  if (isExpired(12, year, now) || year > new Date(now).getUTCFullYear() + 50)
    return cardError('invalid_expiry_year', 'exp_year');
  if (isExpired(exp_month, year, now)) return cardError('invalid_expiry_month', 'exp_month');
  if (cvc !== undefined && !cvcDigits.test(cvc)) return cardError('invalid_cvc', 'cvc');
  return undefined;
};

const cardError = (code: string, param: string): PspResponse =>
  stripeError(402, { type: 'card_error', code, param, message: `The card's ${param} is not valid.` });
