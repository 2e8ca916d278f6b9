import type * as z from 'zod';
import { defined } from '../../../lib/types/defined.ts';
import { newPayment } from '../framework/payment.ts';
import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import { amountProblem } from './amount-rules.ts';
import { confirmIntent } from './confirm-intent.ts';
import { decodeForm } from './decode-form.ts';
import { findMethod } from './payment-methods.ts';
import { readForm } from './read-form.ts';
import { renderIntent } from './render-intent.ts';
import { createIntentShape } from './request-shapes.ts';
import type { StripeBooks, StripeIntent } from './stripe-books.ts';
import { parameterError, resourceMissing, stripeError } from './stripe-errors.ts';
import { stripeId } from './stripe-id.ts';

export const createIntentOperation = (books: StripeBooks): Operation => ({
  method: 'POST',
  path: '/v1/payment_intents',
  call: (request) => (decodeForm(request.body)?.confirm === 'true' ? 'authorize' : 'create'),
  run: (request) => {
    const read = readForm(createIntentShape, request);
    if (!read.ok) return read.answer;
    const refusal = refuse(books, read.value);
    if (refusal !== undefined) return refusal;
    const intent = newIntent(books, read.value);
    books.intents.put(intent.id, intent);
    return read.value.confirm === true
      ? confirmIntent(books, intent, read.value, request.decline)
      : answerCreated(books, intent, read.value.expand);
  },
});

type Params = z.infer<typeof createIntentShape>;

const answerCreated = (
  books: StripeBooks,
  intent: StripeIntent,
  expand?: readonly string[],
): PspResponse => ({
  status: 200,
  body: renderIntent(books, intent, expand),
  executed: true,
  payment: intent.id,
});

const refuse = (books: StripeBooks, params: Params): PspResponse | undefined => {
  const amount = amountProblem(params.amount, params.currency.toLowerCase());
  if (amount !== undefined) return stripeError(400, amount);
  if (params.automatic_payment_methods !== undefined && params.payment_method_types !== undefined)
    return stripeError(400, {
      message: 'Give either payment_method_types or automatic_payment_methods, not both.',
    });
  const other = params.payment_method_types?.find((type) => type !== 'card');
  if (other !== undefined)
    return parameterError({
      kind: 'invalid',
      path: ['payment_method_types'],
      message: `${other} is not set up`,
    });
  if (params.customer !== undefined && books.customers.get(params.customer) === undefined)
    return resourceMissing('customer', 'customer', params.customer);
  const early = confirmOnly.find((name) => params[name] !== undefined);
  if (params.confirm !== true && early !== undefined)
    return stripeError(400, {
      code: 'parameter_invalid',
      param: early,
      message: `${early} can only be given with confirm=true.`,
    });
  if (params.payment_method !== undefined && findMethod(books, params.payment_method) === undefined)
    return resourceMissing('PaymentMethod', 'payment_method', params.payment_method);
  return undefined;
};

const confirmOnly = ['return_url', 'off_session', 'error_on_requires_action', 'mandate_data'] as const;

const newIntent = ({ context }: StripeBooks, params: Params): StripeIntent => {
  const id = stripeId('pi');
  const metadata = params.metadata ?? {};
  const automatic = params.automatic_payment_methods;
  return {
    ...newPayment({
      id,
      reference: referenceOf(metadata),
      amount: params.amount,
      currency: params.currency.toLowerCase(),
      created: context.now(),
    }),
    client_secret: `${id}_secret_${stripeId('s').slice(2)}`,
    capture_method: params.capture_method ?? 'automatic',
    confirmation_method: params.confirmation_method ?? 'automatic',
    metadata,
    description: params.description ?? null,
    receipt_email: params.receipt_email ?? null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    payment_method_types: params.payment_method_types ?? ['card'],
    automatic_payment_methods:
      automatic === undefined
        ? null
        : { enabled: automatic.enabled, allow_redirects: automatic.allow_redirects ?? 'always' },
    payment_method: params.payment_method ?? null,
    ...defined({ customer: params.customer }),
    return_url: null,
    challenge_url: null,
    latest_charge: null,
    last_error: null,
    canceled_at: null,
    cancellation_reason: null,
  };
};

/** Stripe has no field for a merchant's own reference: it is in the metadata, under the name of the object that it refers to. */
const referenceOf = (metadata: Readonly<Record<string, string>>): string | null =>
  metadata.charge ?? metadata.reference ?? metadata.order_id ?? null;
