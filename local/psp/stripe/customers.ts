import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import { findMethod } from './payment-methods.ts';
import { readForm } from './read-form.ts';
import { renderMethod } from './render-method.ts';
import { attachShape, createCustomerShape } from './request-shapes.ts';
import { seconds } from './seconds.ts';
import type { StripeBooks, StripeIntent, StripeMethod } from './stripe-books.ts';
import { resourceMissing, stripeError } from './stripe-errors.ts';
import { stripeId } from './stripe-id.ts';
import { cardOfTestMethod } from './test-cards.ts';

/** A customer, and a payment method attached to one. A merchant who stores cards at Stripe makes these calls; the adapter makes none of them. */
export const customerOperations = (books: StripeBooks): readonly Operation[] => [
  {
    method: 'POST',
    path: '/v1/customers',
    call: 'create',
    run: (request) => {
      const read = readForm(createCustomerShape, request);
      if (!read.ok) return read.answer;
      const customer = {
        id: stripeId('cus'),
        created: books.context.now(),
        metadata: read.value.metadata ?? {},
      };
      books.customers.put(customer.id, customer);
      const { id, metadata } = customer;
      const body = { id, object: 'customer', created: seconds(customer.created), livemode: false, metadata };
      return { status: 200, body, executed: true };
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/{payment_method}/attach',
    call: 'create',
    run: (request) => {
      const read = readForm(attachShape, request);
      if (!read.ok) return read.answer;
      const id = request.params.payment_method ?? '';
      const method = findMethod(books, id);
      if (method === undefined) return resourceMissing('PaymentMethod', 'payment_method', id);
      const { customer } = read.value;
      if (books.customers.get(customer) === undefined)
        return resourceMissing('customer', 'customer', customer);
      return { status: 200, body: renderMethod(attach(books, method, customer)), executed: true };
    },
  },
];

/** A built-in `pm_card_…` stays shared: a copy of it is attached. */
const attach = (books: StripeBooks, method: StripeMethod, customer: string): StripeMethod => {
  const id = cardOfTestMethod(method.id) === undefined ? method.id : stripeId('pm');
  const attached = { ...method, id, customer };
  books.methods.put(attached.id, attached);
  return attached;
};

/**
 * Why this intent cannot be paid with a payment method that belongs to a customer. For the first reason, Stripe's own words, code and parameter, as
 * its users quote them; those for the second are not published.
 */
export const ownerProblem = (
  intent: StripeIntent,
  { id, customer }: StripeMethod,
): PspResponse | undefined => {
  if (customer === undefined || customer === intent.customer) return undefined;
  return intent.customer === undefined
    ? stripeError(400, {
        code: 'parameter_missing',
        param: 'payment_method',
        message: `The payment method ${id} belongs to the customer ${customer}: name that customer on the PaymentIntent.`,
      })
    : stripeError(400, {
        param: 'payment_method',
        message: `The payment method ${id} does not belong to the customer ${intent.customer}.`,
      });
};

/** Attaches the payment method of a paid intent to its customer, if requested. */
export const attachPaid = (books: StripeBooks, intent: StripeIntent, method: StripeMethod): void => {
  if (intent.customer === undefined || intent.setup_future_usage === undefined) return;
  books.methods.put(method.id, { ...method, customer: intent.customer });
};
