import { authorizeIntent } from './confirm-intent.ts';
import { emitEvent } from './emit-event.ts';
import { renderIntent } from './render-intent.ts';
import type { StripeBooks, StripeIntent } from './stripe-books.ts';

/** After 3-D Secure, Stripe charges by itself; the customer returns with the intent's id and a hint of the result. */
export const completeChallenge = (books: StripeBooks, id: string, approved: boolean): string | undefined => {
  const intent = books.intents.get(id);
  if (intent === undefined) return undefined;
  const method = books.methods.get(intent.payment_method ?? '');
  if (intent.status === 'requires_action' && method !== undefined) {
    if (approved) authorizeIntent(books, intent, method, method.behavior.decline);
    else failAuthentication(books, intent);
  }
  if (intent.return_url === null) return undefined;
  const url = new URL(intent.return_url);
  url.searchParams.set('payment_intent', id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', approved ? 'succeeded' : 'failed');
  return url.href;
};

const failAuthentication = (books: StripeBooks, intent: StripeIntent): void => {
  const failed: StripeIntent = {
    ...intent,
    status: 'declined',
    payment_method: null,
    challenge_url: null,
    last_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'The payment method failed authentication.',
      ...(intent.payment_method !== null && { method: intent.payment_method }),
    },
  };
  books.intents.put(failed.id, failed);
  emitEvent(books, 'payment_intent.payment_failed', renderIntent(books, failed));
};
