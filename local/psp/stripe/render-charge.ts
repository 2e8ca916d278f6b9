import { networkTransactionId } from '../framework/network-transaction-id.ts';
import { refundable } from '../framework/payment.ts';
import { renderMethod } from './render-method.ts';
import { seconds } from './seconds.ts';
import type { StripeBooks, StripeCharge, StripeMethod } from './stripe-books.ts';

export const renderCharge = (books: StripeBooks, charge: StripeCharge): object | null => {
  const intent = books.intents.get(charge.intent);
  if (intent === undefined) return null;
  const method = books.methods.get(charge.method);
  const paid = charge.failure === null;
  return {
    id: charge.id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.captured : 0,
    amount_refunded: paid ? intent.refunded + intent.refund_pending : 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details:
      method === undefined ? {} : (renderMethod(method) as { billing_details: object }).billing_details,
    calculated_statement_descriptor: null,
    captured: paid && intent.captured > 0,
    created: seconds(charge.created),
    currency: intent.currency,
    customer: intent.customer ?? null,
    description: intent.description,
    disputed: books.disputes.by(intent.id).length > 0,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    invoice: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: charge.failure?.decline_code ?? null,
      risk_level: 'normal',
      seller_message: paid ? 'Payment complete.' : 'The bank declined the payment.',
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: intent.id,
    payment_method: charge.method,
    payment_method_details: {
      type: 'card',
      ...(method && { card: renderCard(method, charge) }),
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: paid && intent.captured > 0 && refundable(intent) === 0,
    review: null,
    shipping: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
};

const renderCard = (method: StripeMethod, { id, created, failure, authenticated }: StripeCharge): object => {
  const { line1, postal_code } = (method.billing_details.address ?? {}) as Readonly<Record<string, unknown>>;
  const checked = (given: unknown) => (given === undefined ? null : 'pass');
  return {
    brand: method.brand,
    checks: {
      address_line1_check: checked(line1),
      address_postal_code_check: checked(postal_code),
      cvc_check: method.cvc_absent ? 'unchecked' : 'pass',
    },
    country: 'US',
    exp_month: method.exp_month,
    exp_year: method.exp_year,
    fingerprint: method.fingerprint,
    funding: 'credit',
    last4: method.last4,
    network: method.brand,
    // As accounts receive it today, whatever version they have pinned.
    network_transaction_id: failure === null ? networkTransactionId(id, method.brand, created) : null,
    three_d_secure: authenticated
      ? { authentication_flow: 'challenge', result: 'authenticated', result_reason: null, version: '2.2.0' }
      : null,
  };
};
