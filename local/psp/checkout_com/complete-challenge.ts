import { authorizePayment } from './authorize-payment.ts';
import type { CheckoutBooks } from './checkout-books.ts';
import { codeOf } from './payments.ts';

/** After 3-D Secure Checkout.com asks the bank by itself; the customer comes back with a session id. */
export const completeChallenge = (
  books: CheckoutBooks,
  id: string,
  approved: boolean,
): string | undefined => {
  const payment = books.payments.get(id);
  if (payment === undefined) return undefined;
  const code = approved ? codeOf(payment) : '20151';
  const waiting = payment.status === 'requires_action';
  const now = waiting ? authorizePayment(books, payment, code).payment : payment;
  const address = now.status === 'declined' ? now.failure_url : now.success_url;
  if (address === null) return undefined;
  const url = new URL(address);
  url.searchParams.set('cko-session-id', now.session);
  return url.href;
};
