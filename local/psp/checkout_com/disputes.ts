import { type Dispute, endDispute } from '../framework/dispute.ts';
import { type CheckoutBooks, type CheckoutPayment, checkoutId } from './checkout-books.ts';
import { emitEvent } from './emit-event.ts';
import { isoTime } from './render-payment.ts';

/** A cardholder disputes what was captured. */
export const openDispute = (books: CheckoutBooks, payment: CheckoutPayment, amount: number): void => {
  const created = books.context.now();
  const dispute: Dispute = { id: checkoutId('dsp'), payment: payment.id, amount, status: 'open', created };
  books.disputes.put(dispute.id, dispute);
  tell(books, 'dispute_received', payment, dispute);
};

/** The bank decides on the newest dispute; false if there is none. */
export const closeDispute = (
  books: CheckoutBooks,
  payment: CheckoutPayment,
  status: 'won' | 'lost',
): boolean => {
  const ended = endDispute(books.disputes, payment.id, status);
  if (ended === undefined) return false;
  tell(books, `dispute_${status}`, payment, ended);
  return true;
};

const twoWeeksMs = 14 * 24 * 3_600_000;

/** A dispute's event names the payment by its id, not by the merchant's reference. */
const tell = (books: CheckoutBooks, type: string, payment: CheckoutPayment, dispute: Dispute): void =>
  emitEvent(books, type, payment, {
    id: dispute.id,
    payment_id: payment.id,
    category: 'fraudulent',
    reason_code: '10.4',
    amount: dispute.amount,
    currency: payment.currency.toUpperCase(),
    date: isoTime(books.context.now()),
    ...(dispute.status === 'open' && { evidence_required_by: isoTime(dispute.created + twoWeeksMs) }),
  });
