import { cancelPayment } from '../framework/payment.ts';
import type { AdyenBooks } from './adyen-books.ts';
import { notify } from './notify.ts';

/** A customer who has not returned from 3-D Secure by then never will. */
const openMs = 12 * 3_600_000;

export const offerClosed = 'offer_closed';

export const closeOfferLater = (books: AdyenBooks, payment: string): void =>
  books.context.schedule(openMs, { kind: offerClosed, id: payment });

/** Withdraws a payment that is still waiting for its customer, and reports it. */
export const closeOffer = (books: AdyenBooks, id: string): void => {
  const payment = books.payments.get(id);
  if (payment?.status !== 'requires_action') return;
  const closed = cancelPayment(payment);
  books.payments.put(id, closed);
  notify(books, { code: 'OFFER_CLOSED', payment: closed, success: true });
};
