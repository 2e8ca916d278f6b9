import { randomUUID } from 'node:crypto';
import type { Dispute } from '../framework/dispute.ts';
import type { SquareBooks, SquarePayment, SquareRefund } from './books.ts';
import { errorOf } from './requests.ts';

/** A Payment as every call shows it. */
export const renderPayment = (books: SquareBooks, payment: SquarePayment): object => {
  const approved = moneyOf(payment.amount, payment.currency);
  // Whatever is completed in part was changed to that part before.
  const amount_money = payment.status === 'captured' ? moneyOf(payment.captured, payment.currency) : approved;
  const refund_ids = books.refunds.by(payment.id).map(({ id }) => id);
  return {
    id: payment.id,
    created_at: time(payment.created),
    updated_at: time(payment.updated),
    amount_money,
    total_money: amount_money,
    ...(payment.status !== 'declined' && { approved_money: approved }),
    ...(payment.refunded > 0 && { refunded_money: moneyOf(payment.refunded, payment.currency) }),
    status: statusOf(payment),
    delay_action: 'CANCEL',
    delay_duration: 'PT168H',
    delayed_until: time(payment.delayed_until),
    source_type: 'CARD',
    card_details: {
      status: cardStatusOf(payment),
      card: {
        card_brand: payment.card.card_brand,
        last_4: payment.card.last_4,
        exp_month: 11,
        exp_year: 2030,
        card_type: 'CREDIT',
      },
      cvv_status: payment.error === 'CVV_FAILURE' ? 'CVV_REJECTED' : 'CVV_ACCEPTED',
      avs_status: payment.error === 'ADDRESS_VERIFICATION_FAILURE' ? 'AVS_REJECTED' : 'AVS_ACCEPTED',
      ...(payment.status !== 'declined' && { auth_result_code: payment.id.slice(0, 6) }),
      entry_method: 'KEYED',
      ...(payment.status === 'canceled' && { card_payment_timeline: { voided_at: time(payment.updated) } }),
      ...(payment.error !== null && { errors: [errorOf(payment.error)] }),
    },
    location_id: payment.location_id,
    ...(payment.reference !== null && { reference_id: payment.reference }),
    ...(refund_ids.length > 0 && { refund_ids }),
    ...(payment.buyer_email_address !== null && { buyer_email_address: payment.buyer_email_address }),
    ...(payment.note !== null && { note: payment.note }),
    version_token: `${payment.id}-${payment.version}`,
  };
};

export const renderRefund = (payment: SquarePayment, refund: SquareRefund): object => ({
  id: refund.id,
  status: refundStatusOf(refund),
  location_id: payment.location_id,
  destination_type: 'CARD',
  amount_money: moneyOf(refund.amount, payment.currency),
  payment_id: payment.id,
  ...(refund.reference !== null && { reason: refund.reference }),
  created_at: time(refund.created),
  updated_at: time(refund.updated),
});

/** Square writes the currency's smallest unit, which is ISO 4217's. */
export const moneyOf = (amount: number, currency: string) => ({ amount, currency: currency.toUpperCase() });

const time = (ms: number): string => new Date(ms).toISOString();

const statusOf = ({ status }: SquarePayment): string => {
  switch (status) {
    case 'captured':
      return 'COMPLETED';
    case 'authorized':
      return 'APPROVED';
    case 'canceled':
      return 'CANCELED';
    case 'declined':
      return 'FAILED';
    default:
      return 'PENDING';
  }
};

const cardStatusOf = ({ status }: SquarePayment): string => {
  switch (status) {
    case 'captured':
      return 'CAPTURED';
    case 'canceled':
      return 'VOIDED';
    case 'declined':
      return 'FAILED';
    default:
      return 'AUTHORIZED';
  }
};

const refundStatusOf = ({ status, rejected }: SquareRefund): string => {
  if (status === 'succeeded') return 'COMPLETED';
  if (status === 'pending') return 'PENDING';
  return rejected ? 'REJECTED' : 'FAILED';
};

const responseMs = 14 * 24 * 3_600_000;
const disputeStates = { open: 'EVIDENCE_REQUIRED', won: 'WON', lost: 'LOST' };

export const renderDispute = (
  { context }: SquareBooks,
  payment: SquarePayment,
  { id, amount, status, created }: Dispute,
): object => ({
  id,
  amount_money: moneyOf(amount, payment.currency),
  brand_dispute_id: id,
  card_brand: payment.card.card_brand,
  created_at: time(created),
  disputed_payment: { payment_id: payment.id },
  due_at: time(created + responseMs),
  location_id: payment.location_id,
  reason: 'NO_KNOWLEDGE',
  reported_at: time(created),
  state: disputeStates[status],
  updated_at: time(context.now()),
  version: status === 'open' ? 1 : 2,
});

/** Puts a webhook event into the outbox; it is signed when it is sent. */
export const emitPayment = (
  books: SquareBooks,
  type: 'payment.created' | 'payment.updated',
  payment: SquarePayment,
): void => {
  // Events show a number that rises with every change; answers show a token instead.
  emit(books, type, 'payment', payment.id, { ...renderPayment(books, payment), version: payment.version });
};

export const emitRefund = (
  books: SquareBooks,
  type: 'refund.created' | 'refund.updated',
  payment: SquarePayment,
  refund: SquareRefund,
): void => emit(books, type, 'refund', refund.id, renderRefund(payment, refund));

export const emitDispute = (
  books: SquareBooks,
  type: 'dispute.created' | 'dispute.state.updated',
  id: string,
  dispute: object,
): void => emit(books, type, 'dispute', id, dispute);

const emit = (books: SquareBooks, type: string, kind: string, id: string, object: object): void =>
  books.context.emit({
    merchant_id: '6SSW7HV8K2ST5',
    type,
    event_id: randomUUID(),
    created_at: new Date(books.context.now()).toISOString(),
    data: { type: kind, id, object: { [kind]: object } },
  });

/** Books a payment's new state, and reports it. */
export const changePayment = (books: SquareBooks, payment: SquarePayment): SquarePayment => {
  const now = { ...payment, updated: books.context.now(), version: payment.version + 1 };
  books.payments.put(now.id, now);
  emitPayment(books, 'payment.updated', now);
  return now;
};
