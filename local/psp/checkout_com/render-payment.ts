import { networkTransactionId } from '../framework/network-transaction-id.ts';
import { refundable } from '../framework/payment.ts';
import type { CheckoutAction, CheckoutBooks, CheckoutCard, CheckoutPayment } from './checkout-books.ts';
import { summaryOf } from './response-codes.ts';

/** A payment as `GET /payments/{id}` returns it. */
export const renderPayment = (books: CheckoutBooks, payment: CheckoutPayment): object => ({
  id: payment.id,
  requested_on: isoTime(payment.created),
  source: renderSource(payment),
  amount: payment.amount,
  currency: payment.currency.toUpperCase(),
  payment_type: payment.payment_type ?? 'Regular',
  ...(payment.reference !== null && { reference: payment.reference }),
  ...(payment.description !== null && { description: payment.description }),
  approved: payment.response_code === '10000',
  status: statusOf(payment),
  balances: balancesOf(payment),
  ...(payment.three_d_secure !== null && { '3ds': payment.three_d_secure }),
  risk: { flagged: false },
  ...(payment.customer !== null && { customer: customerOf(payment) }),
  metadata: payment.metadata,
  eci: eciOf(payment),
  scheme_id: schemeIdOf(payment),
  actions: listProcessed(books, payment).map(({ id, type, response_code }) => ({
    id,
    type,
    response_code: response_code ?? '10000',
    response_summary: summaryOf(response_code ?? '10000'),
  })),
  _links: linksOf(books, payment),
});

const statusOf = (payment: CheckoutPayment): string => {
  switch (payment.status) {
    case 'created':
    case 'requires_action':
      return 'Pending';
    case 'authorized':
      return payment.captured > 0 ? 'Partially Captured' : 'Authorized';
    case 'captured':
      if (payment.refunded === payment.captured) return 'Refunded';
      if (payment.refunded > 0) return 'Partially Refunded';
      return payment.captured < payment.amount ? 'Partially Captured' : 'Captured';
    case 'canceled':
      return payment.expired === true ? 'Expired' : 'Voided';
    case 'declined':
      return 'Declined';
    default:
      return payment.status satisfies never;
  }
};

export const balancesOf = (payment: CheckoutPayment): object => {
  const open = payment.status === 'authorized' ? payment.authorized - payment.captured : 0;
  return {
    total_authorized: payment.authorized + payment.voided,
    total_voided: payment.expired === true ? 0 : payment.voided,
    available_to_void: payment.captured === 0 ? open : 0,
    total_captured: payment.captured,
    available_to_capture: open,
    total_refunded: payment.refunded,
    available_to_refund: refundable(payment),
  };
};

export const renderSource = ({ card, cvv_absent, not_stored }: CheckoutPayment): object => ({
  type: 'card',
  ...(not_stored ? {} : { id: sourceIdOf(card) }),
  expiry_month: card.expiry_month,
  expiry_year: card.expiry_year,
  scheme: card.scheme,
  last4: card.last4,
  fingerprint: card.fingerprint,
  bin: card.bin,
  card_type: 'Credit',
  card_category: 'Consumer',
  issuer_country: 'US',
  avs_check: 'S',
  cvv_check: cvv_absent ? 'P' : 'Y',
});

export const eciOf = ({ three_d_secure }: CheckoutPayment): string =>
  three_d_secure?.enrolled === 'Y' ? '05' : '07';

/** The same card always gives the same source. */
export const sourceIdOf = ({ fingerprint }: CheckoutCard): string =>
  `src_${fingerprint.slice(0, 26).toLowerCase()}`;

export const schemeIdOf = ({ id, card, created }: CheckoutPayment): string =>
  networkTransactionId(id, card.scheme === 'MASTERCARD' ? 'mastercard' : 'visa', created);

/** The customer that Checkout.com creates for a payment that names one. */
export const customerOf = ({ id, customer }: CheckoutPayment): object => ({
  id: `cus_${id.slice(4)}`,
  ...(customer?.email !== undefined && { email: customer.email }),
  ...(customer?.name !== undefined && { name: customer.name }),
});

/** Actions with a result; those only accepted are not shown yet. */
export const listProcessed = (books: CheckoutBooks, payment: CheckoutPayment): readonly CheckoutAction[] =>
  books.actions.by(payment.id).filter(({ processed_on }) => processed_on !== null);

export const linksOf = (books: CheckoutBooks, payment: CheckoutPayment): object => {
  const self = `${books.context.origin()}/payments/${payment.id}`;
  const link = (path: string) => ({ href: `${self}${path}` });
  return {
    self: link(''),
    actions: link('/actions'),
    ...(payment.status === 'authorized' && { capture: link('/captures'), void: link('/voids') }),
    ...(refundable(payment) > 0 && { refund: link('/refunds') }),
  };
};

export const isoTime = (ms: number): string => new Date(ms).toISOString();
