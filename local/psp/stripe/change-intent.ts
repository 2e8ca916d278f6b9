import { cancelPayment, capturePayment } from '../framework/payment.ts';
import { emitEvent } from './emit-event.ts';
import { renderIntent } from './render-intent.ts';
import { seconds } from './seconds.ts';
import type { StripeBooks, StripeIntent } from './stripe-books.ts';

/** Captures `amount` of the held amount and releases the rest. */
export const captureIntent = (
  books: StripeBooks,
  intent: StripeIntent,
  amount: number,
  metadata: Readonly<Record<string, string>> = {},
): StripeIntent => {
  const taken = capturePayment({ ...intent, metadata: { ...intent.metadata, ...metadata } }, amount);
  books.intents.put(taken.id, taken);
  emitEvent(books, 'payment_intent.succeeded', renderIntent(books, taken));
  return taken;
};

/** Ends an intent that took nothing; releases any held amount. `automatic`: by Stripe itself, after a week. */
export const cancelIntent = (
  books: StripeBooks,
  intent: StripeIntent,
  reason: string | null,
): StripeIntent => {
  const ended: StripeIntent = {
    ...cancelPayment(intent),
    canceled_at: seconds(books.context.now()),
    cancellation_reason: reason,
  };
  books.intents.put(ended.id, ended);
  emitEvent(books, 'payment_intent.canceled', renderIntent(books, ended));
  return ended;
};
