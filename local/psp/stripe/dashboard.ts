import { type DashboardAct, type DashboardAnswer, within } from '../framework/dashboard.ts';
import { wireAmount } from '../framework/ledger.ts';
import { refundable } from '../framework/payment.ts';
import { stripeExponents } from './amount-rules.ts';
import { bookRefund } from './book-refund.ts';
import { cancelIntent, captureIntent } from './change-intent.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { statusOf } from './render-intent.ts';
import type { StripeBooks, StripeIntent } from './stripe-books.ts';

/** Actions in Stripe's dashboard, by the bank, or by time: none carries our ids. */
export const actInDashboard = (
  books: StripeBooks,
  { act, payment, amount }: DashboardAct,
): DashboardAnswer => {
  const intent = books.intents.get(payment);
  if (intent === undefined) return `no payment ${payment}`;
  const asked = amount === undefined ? undefined : wireAmount(amount, intent.currency, stripeExponents);
  switch (act) {
    case 'capture':
      return whileHeld(intent, () => captureIntent(books, intent, asked ?? intent.authorized), asked);
    case 'void':
      return whileHeld(intent, () => cancelIntent(books, intent, 'requested_by_customer'));
    case 'expire':
      return whileHeld(intent, () => cancelIntent(books, intent, 'expired'));
    case 'refund':
      return within(refundable(intent), asked, (value) =>
        bookRefund(books, intent, { amount: value, reason: null, metadata: {} }),
      );
    case 'dispute':
      return within(intent.captured, asked, (value) => openDispute(books, intent, value));
    case 'win':
      return closeDispute(books, intent, 'won') ? undefined : 'no dispute of it is open';
    case 'lose':
      return closeDispute(books, intent, 'lost') ? undefined : 'no dispute of it is open';
    default:
      return act satisfies never;
  }
};

const whileHeld = (intent: StripeIntent, change: () => void, amount = 0): DashboardAnswer => {
  if (intent.status !== 'authorized') return `its status is ${statusOf(intent)}: nothing is held`;
  if (amount > intent.authorized) return `only ${intent.authorized} is held`;
  change();
  return undefined;
};
