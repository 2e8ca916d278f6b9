import { renderCharge } from './render-charge.ts';
import { renderError } from './render-error.ts';
import { renderMethod } from './render-method.ts';
import { seconds } from './seconds.ts';
import type { StripeBooks, StripeIntent } from './stripe-books.ts';

/** A payment intent as in answers and events. `expand` names the fields given in full instead of by id. */
export const renderIntent = (
  books: StripeBooks,
  intent: StripeIntent,
  expand: readonly string[] = [],
): object => {
  const charge = intent.latest_charge === null ? undefined : books.charges.get(intent.latest_charge);
  const method = intent.payment_method === null ? undefined : books.methods.get(intent.payment_method);
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: intent.status === 'authorized' ? intent.authorized - intent.captured : 0,
    amount_details: { tip: {} },
    amount_received: intent.captured,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: seconds(intent.created),
    currency: intent.currency,
    customer: intent.customer ?? null,
    description: intent.description,
    invoice: null,
    last_payment_error: intent.last_error === null ? null : renderError(books, intent.last_error),
    latest_charge:
      charge !== undefined && expand.includes('latest_charge')
        ? renderCharge(books, charge)
        : intent.latest_charge,
    livemode: false,
    metadata: intent.metadata,
    next_action: nextAction(intent),
    on_behalf_of: null,
    payment_method:
      method !== undefined && expand.includes('payment_method')
        ? renderMethod(method)
        : intent.payment_method,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: intent.payment_method_types,
    processing: null,
    receipt_email: intent.receipt_email,
    review: null,
    setup_future_usage: intent.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: statusOf(intent),
    transfer_data: null,
    transfer_group: null,
  };
};

export const statusOf = ({ status, payment_method }: StripeIntent): string => {
  switch (status) {
    case 'created':
      return payment_method === null ? 'requires_payment_method' : 'requires_confirmation';
    case 'declined':
      return 'requires_payment_method';
    case 'requires_action':
      return 'requires_action';
    case 'authorized':
      return 'requires_capture';
    case 'captured':
      return 'succeeded';
    case 'canceled':
      return 'canceled';
    default:
      return status satisfies never;
  }
};

const nextAction = ({ status, challenge_url, return_url }: StripeIntent): object | null => {
  if (status !== 'requires_action') return null;
  return return_url === null
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: challenge_url },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url, url: challenge_url } };
};
