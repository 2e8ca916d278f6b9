import { type DashboardAct, type DashboardAnswer, within } from '../framework/dashboard.ts';
import { type Dispute, endDispute } from '../framework/dispute.ts';
import { wireAmount } from '../framework/ledger.ts';
import { cancelPayment, refundable } from '../framework/payment.ts';
import { isUnderWay } from './actions.ts';
import { type CheckoutBooks, type CheckoutPayment, checkoutId, exponents } from './checkout-books.ts';
import { emitActionEvent, emitEvent } from './emit-event.ts';
import { isoTime } from './render-payment.ts';
import { acceptAction } from './settle-action.ts';

/** Actions in Checkout.com's dashboard, by the bank, or by time: none carries our ids. */
export const actInDashboard = (
  books: CheckoutBooks,
  { act, payment: id, amount }: DashboardAct,
): DashboardAnswer => {
  const payment = books.payments.get(id);
  if (payment === undefined) return `no payment ${id}`;
  const asked = amount === undefined ? undefined : wireAmount(amount, payment.currency, exponents);
  const open = payment.status === 'authorized' ? payment.authorized - payment.captured : 0;
  switch (act) {
    case 'capture':
      return whileQuiet(books, payment) ?? within(open, asked, accept(books, payment, 'Capture'));
    case 'void':
      return whileHeld(books, payment) ?? within(open, undefined, accept(books, payment, 'Void'));
    case 'expire':
      return whileHeld(books, payment) ?? within(open, undefined, () => expire(books, payment));
    case 'refund':
      return within(refundable(payment), asked, accept(books, payment, 'Refund'));
    case 'dispute':
      return within(payment.captured, asked, (value) => openDispute(books, payment, value));
    case 'win':
      return closeDispute(books, payment, 'won') ? undefined : 'no dispute of it is open';
    case 'lose':
      return closeDispute(books, payment, 'lost') ? undefined : 'no dispute of it is open';
    default:
      return act satisfies never;
  }
};

const accept =
  (books: CheckoutBooks, payment: CheckoutPayment, type: 'Capture' | 'Void' | 'Refund') =>
  (amount: number): void => {
    acceptAction(books, payment, { type, amount, final: true });
  };

const expire = (books: CheckoutBooks, payment: CheckoutPayment): void => {
  const expired: CheckoutPayment = { ...cancelPayment(payment), voided: payment.authorized, expired: true };
  books.payments.put(expired.id, expired);
  const authorization = books.actions.by(payment.id).find(({ type }) => type === 'Authorization');
  if (authorization !== undefined) emitActionEvent(books, 'payment_expired', expired, authorization);
};

const whileQuiet = (books: CheckoutBooks, payment: CheckoutPayment): DashboardAnswer =>
  isUnderWay(books, payment) ? 'a capture or void of it is being processed' : undefined;

const whileHeld = (books: CheckoutBooks, payment: CheckoutPayment): DashboardAnswer =>
  payment.captured > 0 ? 'some of it is captured' : whileQuiet(books, payment);

/** A cardholder disputes a captured amount. */
const openDispute = (books: CheckoutBooks, payment: CheckoutPayment, amount: number): void => {
  const created = books.context.now();
  const dispute: Dispute = { id: checkoutId('dsp'), payment: payment.id, amount, status: 'open', created };
  books.disputes.put(dispute.id, dispute);
  tell(books, 'dispute_received', payment, dispute);
};

/** The bank decides on the newest dispute; false if there is none. */
const closeDispute = (books: CheckoutBooks, payment: CheckoutPayment, status: 'won' | 'lost'): boolean => {
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
