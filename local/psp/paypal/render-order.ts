import { defined } from '../../../lib/types/defined.ts';
import { networkTransactionId } from '../framework/network-transaction-id.ts';
import {
  type PayPalBooks,
  type PayPalCapture,
  type PayPalOrder,
  type PayPalRefund,
  refundedOf,
} from './paypal-books.ts';
import { renderMoney } from './wire-money.ts';

/** An order with everything in it, as `Prefer: return=representation` and `GET` return it. */
export const renderOrder = (books: PayPalBooks, order: PayPalOrder): object => {
  const payments = paymentsOf(books, order);
  const href = `${books.context.origin()}/v2/checkout/orders/${order.id}`;
  return {
    id: order.id,
    intent: order.intent,
    status: statusOf(order),
    create_time: payPalTime(order.created),
    purchase_units: [
      {
        reference_id: 'default',
        amount: renderMoney(order.amount, order.currency),
        ...ownIds(order),
        ...defined({ payments }),
      },
    ],
    ...(order.card !== null && {
      payment_source: {
        card: {
          last_digits: order.card.last_digits,
          brand: order.card.brand,
          type: 'CREDIT',
          ...(order.authenticated !== null && { authentication_result: authentication(order.authenticated) }),
        },
      },
    }),
    links: [
      { href, rel: 'self', method: 'GET' },
      ...(order.status === 'requires_action' ? payerAction(order) : []),
    ],
  };
};

/** The link that leads to 3-D Secure. */
export const payerAction = ({ challenge_url }: PayPalOrder): readonly object[] =>
  challenge_url === null ? [] : [{ href: challenge_url, rel: 'payer-action', method: 'GET' }];

export const renderCapture = (books: PayPalBooks, order: PayPalOrder, capture: PayPalCapture): object => ({
  id: capture.id,
  status: captureStatus(books, order, capture),
  amount: renderMoney(capture.amount, order.currency),
  ...ownIds(order),
  ...(capture.invoice_id !== null && { invoice_id: capture.invoice_id }),
  final_capture: capture.final,
  ...processor(order),
  create_time: payPalTime(order.paid_at ?? order.created),
  ...related(order, order.authorization === null ? {} : { authorization_id: order.authorization }),
});

export const renderAuthorization = (order: PayPalOrder): object => ({
  id: order.authorization,
  status: authorizationStatus(order),
  amount: renderMoney(order.amount, order.currency),
  ...ownIds(order),
  ...processor(order),
  create_time: payPalTime(order.paid_at ?? order.created),
  update_time: payPalTime(order.updated),
  expiration_time: payPalTime(order.expires),
  ...related(order, {}),
});

const refundStatuses = { succeeded: 'COMPLETED', failed: 'FAILED', pending: 'PENDING' } as const;

export const renderRefund = (books: PayPalBooks, order: PayPalOrder, refund: PayPalRefund): object => ({
  id: refund.id,
  status: refundStatuses[refund.status],
  amount: renderMoney(refund.amount, order.currency),
  // A refund without its own ids gets the order's.
  ...ownIds({
    reference: refund.reference ?? order.reference,
    invoice_id: refund.invoice_id ?? order.invoice_id,
  }),
  create_time: payPalTime(refund.created),
  links: [
    { href: `${books.context.origin()}/v2/payments/captures/${refund.capture}`, rel: 'up', method: 'GET' },
  ],
});

export const payPalTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const paymentsOf = (books: PayPalBooks, order: PayPalOrder): object | undefined => {
  const captures = order.captures.map((capture) => renderCapture(books, order, capture));
  if (order.authorization === null && captures.length === 0) return undefined;
  const refunds = books.refunds.by(order.id).map((refund) => renderRefund(books, order, refund));
  return {
    ...(order.authorization !== null && { authorizations: [renderAuthorization(order)] }),
    ...(captures.length > 0 && { captures }),
    ...(refunds.length > 0 && { refunds }),
  };
};

const statusOf = (order: PayPalOrder): string => {
  if (order.status === 'requires_action') return 'PAYER_ACTION_REQUIRED';
  if (order.status !== 'created') return 'COMPLETED';
  return order.authenticated === null ? 'CREATED' : 'APPROVED';
};

const captureStatus = (books: PayPalBooks, order: PayPalOrder, capture: PayPalCapture): string => {
  if (order.status === 'declined') return 'DECLINED';
  const refunded = refundedOf(books, order, capture);
  if (refunded === 0) return 'COMPLETED';
  return refunded === capture.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
};

const authorizationStatus = ({ status, captured, authorized }: PayPalOrder): string => {
  switch (status) {
    case 'declined':
      return 'DENIED';
    case 'canceled':
      return 'VOIDED';
    case 'captured':
      return captured < authorized ? 'PARTIALLY_CAPTURED' : 'CAPTURED';
    default:
      return captured > 0 ? 'PARTIALLY_CAPTURED' : 'CREATED';
  }
};

const authentication = (approved: boolean): object => ({
  liability_shift: approved ? 'POSSIBLE' : 'NO',
  three_d_secure: { enrollment_status: 'Y', authentication_status: approved ? 'Y' : 'N' },
});

const ownIds = ({ reference, invoice_id }: Pick<PayPalOrder, 'reference' | 'invoice_id'>): object => ({
  ...(reference !== null && { custom_id: reference }),
  ...(invoice_id !== null && { invoice_id }),
});

const processor = ({ id, card, created, response_code }: PayPalOrder): object =>
  response_code === null
    ? {}
    : {
        processor_response: { avs_code: 'Y', cvv_code: card?.cvv_code ?? 'M', response_code },
        network_transaction_reference: {
          id: networkTransactionId(id, card?.brand === 'MASTERCARD' ? 'mastercard' : 'visa', created),
          network: card?.brand ?? 'VISA',
        },
      };

const related = (order: PayPalOrder, ids: object): object => ({
  supplementary_data: { related_ids: { order_id: order.id, ...ids } },
});
