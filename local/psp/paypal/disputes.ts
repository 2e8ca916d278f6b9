import { type Dispute, endDispute } from '../framework/dispute.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import { emitEvent } from './emit-event.ts';
import { type PayPalBooks, type PayPalOrder, payPalId } from './paypal-books.ts';
import { payPalTime, renderRefund } from './render-order.ts';
import { renderMoney } from './wire-money.ts';

/** A cardholder disputes a captured amount, through the card's issuer. */
export const openDispute = (books: PayPalBooks, order: PayPalOrder, amount: number): void => {
  const id = `PP-R-${randomId(3, alphanumeric).toUpperCase()}-${randomId(8, '0123456789')}`;
  const dispute: Dispute = {
    id,
    payment: order.id,
    amount,
    status: 'open',
    created: books.context.now(),
  };
  books.disputes.put(id, dispute);
  emitEvent(books, 'CUSTOMER.DISPUTE.CREATED', renderDispute(books, order, dispute));
};

/** The issuer decides on the newest dispute; false if there is none. PayPal takes a lost amount back from the merchant, with a separate event. */
export const closeDispute = (books: PayPalBooks, order: PayPalOrder, status: 'won' | 'lost'): boolean => {
  const ended = endDispute(books.disputes, order.id, status);
  if (ended === undefined) return false;
  emitEvent(books, 'CUSTOMER.DISPUTE.RESOLVED', renderDispute(books, order, ended));
  if (status === 'lost') emitEvent(books, 'PAYMENT.CAPTURE.REVERSED', renderReversal(books, order, ended));
  return true;
};

const responseMs = 10 * 24 * 3_600_000;
const statuses = { open: 'WAITING_FOR_SELLER_RESPONSE', won: 'RESOLVED', lost: 'RESOLVED' };
const outcomes = { won: 'RESOLVED_SELLER_FAVOUR', lost: 'RESOLVED_BUYER_FAVOUR' };

const renderDispute = (
  { context }: PayPalBooks,
  order: PayPalOrder,
  { id, amount, status, created }: Dispute,
): object => ({
  dispute_id: id,
  create_time: payPalTime(created),
  update_time: payPalTime(context.now()),
  disputed_transactions: [
    {
      seller_transaction_id: order.captures[0]?.id,
      ...(order.reference !== null && { custom: order.reference }),
      ...(order.invoice_id !== null && { invoice_number: order.invoice_id }),
      gross_amount: renderMoney(order.captured, order.currency),
      transaction_status: 'COMPLETED',
    },
  ],
  reason: 'UNAUTHORISED',
  external_reason_code: '4837',
  status: statuses[status],
  dispute_amount: renderMoney(amount, order.currency),
  ...(status === 'open'
    ? { seller_response_due_date: payPalTime(created + responseMs) }
    : { dispute_outcome: { outcome_code: outcomes[status] } }),
  dispute_life_cycle_stage: 'CHARGEBACK',
  dispute_channel: 'EXTERNAL',
});

/** In the form of a refund. */
const renderReversal = (books: PayPalBooks, order: PayPalOrder, { amount, created }: Dispute): object =>
  renderRefund(books, order, {
    id: payPalId(),
    capture: order.captures[0]?.id ?? '',
    reference: null,
    invoice_id: null,
    payment: order.id,
    amount,
    status: 'succeeded',
    created,
  });
