import { at } from '../../../lib/psp/json.ts';
import { defined } from '../../../lib/types/defined.ts';
import { authorizePayment, capturePayment } from '../framework/payment.ts';
import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import { attachPaid, ownerProblem } from './customers.ts';
import { declineError } from './declines.ts';
import { emitEvent } from './emit-event.ts';
import { findMethod } from './payment-methods.ts';
import { readForm } from './read-form.ts';
import { renderError } from './render-error.ts';
import { renderIntent } from './render-intent.ts';
import { confirmShape } from './request-shapes.ts';
import type { StripeBooks, StripeIntent, StripeMethod } from './stripe-books.ts';
import { resourceMissing, stripeError } from './stripe-errors.ts';
import { stripeId } from './stripe-id.ts';
import { unexpectedState } from './unexpected-state.ts';

export const confirmIntentOperation = (books: StripeBooks): Operation => ({
  method: 'POST',
  path: '/v1/payment_intents/{intent}/confirm',
  call: 'authorize',
  run: (request) => {
    const read = readForm(confirmShape, request);
    if (!read.ok) return read.answer;
    const id = request.params.intent ?? '';
    const intent = books.intents.get(id);
    if (intent === undefined) return resourceMissing('payment_intent', 'intent', id);
    return confirmIntent(books, intent, read.value, request.decline);
  },
});

export type ConfirmParams = {
  readonly payment_method?: string | undefined;
  readonly return_url?: string | undefined;
  readonly receipt_email?: string | undefined;
  readonly capture_method?: StripeIntent['capture_method'] | undefined;
  readonly payment_method_options?: { readonly card?: unknown } | undefined;
  readonly error_on_requires_action?: boolean | undefined;
  readonly off_session?: boolean | 'one_off' | 'recurring' | undefined;
  readonly setup_future_usage?: StripeIntent['setup_future_usage'];
  readonly expand?: readonly string[] | undefined;
};

/** Asks the bank: approved, declined (HTTP 402), or the customer must authenticate first. */
export const confirmIntent = (
  books: StripeBooks,
  intent: StripeIntent,
  params: ConfirmParams,
  decline: string | undefined,
): PspResponse => {
  if (!confirmable.has(intent.status)) return unexpectedState(books, intent, 'confirm');
  const id = params.payment_method ?? intent.payment_method;
  if (id === null)
    return stripeError(400, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_method',
      message: 'This PaymentIntent cannot be confirmed: it has no payment method.',
    });
  const method = findMethod(books, id);
  if (method === undefined) return resourceMissing('PaymentMethod', 'payment_method', id);
  const problem = ownerProblem(intent, method);
  if (problem !== undefined) return problem;
  const returnUrl = params.return_url ?? intent.return_url;
  const automatic = intent.automatic_payment_methods;
  if (automatic?.enabled === true && automatic.allow_redirects === 'always' && returnUrl === null)
    return stripeError(400, {
      param: 'return_url',
      message: 'Automatic payment methods may redirect the customer: give a return_url.',
    });
  const confirmed: StripeIntent = {
    ...intent,
    payment_method: id,
    return_url: returnUrl,
    capture_method: params.capture_method ?? intent.capture_method,
    receipt_email: params.receipt_email ?? intent.receipt_email,
    last_error: null,
    ...defined({ setup_future_usage: params.setup_future_usage }),
  };
  // A challenge cures a refusal for lack of authentication.
  const wanted = cardOptionOf(params, 'request_three_d_secure') === 'any';
  const declined = decline !== undefined && !(wanted && decline === 'authentication_required');
  if (!declined && (wanted || method.behavior.three_d_secure === true))
    return requireAction(books, confirmed, params);
  return authorizeIntent(books, confirmed, method, decline ?? method.behavior.decline, params.expand);
};

const cardOptionOf = ({ payment_method_options }: ConfirmParams, name: string): unknown =>
  at(payment_method_options, 'card', name);

const confirmable = new Set<StripeIntent['status']>(['created', 'declined', 'requires_action']);

const requireAction = (books: StripeBooks, intent: StripeIntent, params: ConfirmParams): PspResponse => {
  // A customer who is away cannot act.
  if (params.error_on_requires_action === true || (params.off_session ?? false) !== false) {
    const method = books.methods.get(intent.payment_method ?? '');
    if (method !== undefined)
      return authorizeIntent(books, intent, method, 'authentication_required', params.expand);
  }
  const waiting: StripeIntent = {
    ...intent,
    status: 'requires_action',
    challenge_url: books.context.challenge(intent.id),
  };
  books.intents.put(waiting.id, waiting);
  emitEvent(books, 'payment_intent.requires_action', renderIntent(books, waiting));
  return answer(books, waiting, params.expand);
};

/** The bank's answer, booked: a charge that succeeded or failed, and the intent's next state. */
export const authorizeIntent = (
  books: StripeBooks,
  intent: StripeIntent,
  method: StripeMethod,
  decline: string | undefined,
  expand?: readonly string[],
): PspResponse => {
  const charge = stripeId('ch');
  const failure = decline === undefined ? null : declineError(decline, charge, method.id);
  books.charges.put(charge, {
    id: charge,
    intent: intent.id,
    created: books.context.now(),
    method: method.id,
    failure,
    ...(intent.challenge_url !== null && { authenticated: true }),
  });
  const asked: StripeIntent = {
    ...intent,
    latest_charge: charge,
    card_last4: method.last4,
    challenge_url: null,
  };
  if (failure !== null) {
    const declined: StripeIntent = {
      ...asked,
      status: 'declined',
      payment_method: null,
      last_error: failure,
    };
    books.intents.put(declined.id, declined);
    const body = renderIntent(books, declined);
    emitEvent(books, 'payment_intent.payment_failed', body);
    return stripeError(
      402,
      { ...renderError(books, failure), message: failure.message, type: 'card_error', payment_intent: body },
      { executed: true, payment: intent.id },
    );
  }
  attachPaid(books, asked, method);
  const held = authorizePayment(asked);
  const taken = intent.capture_method === 'manual' ? held : capturePayment(held, held.amount);
  books.intents.put(taken.id, taken);
  emitEvent(
    books,
    taken.status === 'captured' ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
    renderIntent(books, taken),
  );
  return answer(books, taken, expand);
};

const answer = (books: StripeBooks, intent: StripeIntent, expand?: readonly string[]): PspResponse => ({
  status: 200,
  body: renderIntent(books, intent, expand),
  executed: true,
  payment: intent.id,
});
