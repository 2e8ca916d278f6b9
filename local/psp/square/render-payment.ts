import type { SquareBooks, SquarePayment, SquareRefund } from './square-books.ts';
import { errorOf } from './square-errors.ts';

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

export const time = (ms: number): string => new Date(ms).toISOString();

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
