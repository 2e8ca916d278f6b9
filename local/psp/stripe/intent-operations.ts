import type * as z from 'zod';
import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import { cancelIntent, captureIntent } from './change-intent.ts';
import { readForm } from './read-form.ts';
import { renderIntent } from './render-intent.ts';
import { cancelShape, captureShape, retrieveShape } from './request-shapes.ts';
import type { StripeBooks, StripeIntent } from './stripe-books.ts';
import { resourceMissing, stripeError } from './stripe-errors.ts';
import { unexpectedState } from './unexpected-state.ts';

/** Retrieve, capture and cancel one payment intent. */
export const intentOperations = (books: StripeBooks): readonly Operation[] => [
  {
    method: 'GET',
    path: '/v1/payment_intents/{intent}',
    call: 'look_up',
    run: (request) => {
      const read = readForm(retrieveShape, request, 'query');
      if (!read.ok) return read.answer;
      return withIntent(books, request.params.intent, (intent) => answer(books, intent, read.value.expand));
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/{intent}/capture',
    call: 'capture',
    run: (request) => {
      const read = readForm(captureShape, request);
      if (!read.ok) return read.answer;
      return withIntent(books, request.params.intent, (intent) =>
        capture(books, intent, read.value, request.decline),
      );
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/{intent}/cancel',
    call: 'cancel',
    run: (request) => {
      const read = readForm(cancelShape, request);
      if (!read.ok) return read.answer;
      return withIntent(books, request.params.intent, (intent) =>
        cancel(books, intent, read.value.cancellation_reason),
      );
    },
  },
];

const capture = (
  books: StripeBooks,
  intent: StripeIntent,
  { amount_to_capture: amount = intent.amount, metadata }: z.infer<typeof captureShape>,
  decline: string | undefined,
): PspResponse => {
  if (intent.status !== 'authorized') return unexpectedState(books, intent, 'be captured');
  if (decline !== undefined)
    return stripeError(400, { code: decline, message: `Capture refused: ${decline}.` }, { executed: true });
  if (amount < 1 || amount > intent.authorized)
    return stripeError(400, {
      code: amount < 1 ? 'parameter_invalid_integer' : 'amount_too_large',
      param: 'amount_to_capture',
      message: `Between 1 and ${intent.authorized} can be captured.`,
    });
  return answer(books, captureIntent(books, intent, amount, metadata));
};

const cancel = (books: StripeBooks, intent: StripeIntent, reason: string | undefined): PspResponse => {
  if (intent.status === 'captured' || intent.status === 'canceled')
    return unexpectedState(books, intent, 'be canceled');
  return answer(books, cancelIntent(books, intent, reason ?? null));
};

const withIntent = (
  books: StripeBooks,
  id = '',
  then: (intent: StripeIntent) => PspResponse,
): PspResponse => {
  const intent = books.intents.get(id);
  return intent === undefined ? resourceMissing('payment_intent', 'intent', id) : then(intent);
};

const answer = (books: StripeBooks, intent: StripeIntent, expand?: readonly string[]): PspResponse => ({
  status: 200,
  body: renderIntent(books, intent, expand),
  executed: true,
  payment: intent.id,
});
