import type { PspResponse } from '../framework/simulated-psp.ts';
import { renderIntent, statusOf } from './render-intent.ts';
import type { StripeBooks, StripeIntent } from './stripe-books.ts';
import { stripeError } from './stripe-errors.ts';

/** The refusal of a step that the intent's state does not allow; it carries the intent. */
export const unexpectedState = (books: StripeBooks, intent: StripeIntent, step: string): PspResponse =>
  stripeError(
    400,
    {
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent's status is ${statusOf(intent)}: it cannot ${step} now.`,
      payment_intent: renderIntent(books, intent),
    },
    { executed: true, payment: intent.id },
  );
