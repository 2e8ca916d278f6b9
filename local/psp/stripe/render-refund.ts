import { renderCharge } from './render-charge.ts';
import { renderIntent } from './render-intent.ts';
import { seconds } from './seconds.ts';
import type { StripeBooks, StripeRefund } from './stripe-books.ts';

export const renderRefund = (
  books: StripeBooks,
  refund: StripeRefund,
  expand: readonly string[] = [],
): object => {
  const intent = books.intents.get(refund.payment);
  const charge = books.charges.get(refund.charge);
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: charge !== undefined && expand.includes('charge') ? renderCharge(books, charge) : refund.charge,
    created: seconds(refund.created),
    currency: refund.currency,
    ...(refund.failure_reason !== null && { failure_reason: refund.failure_reason }),
    metadata: refund.metadata,
    payment_intent:
      intent !== undefined && expand.includes('payment_intent')
        ? renderIntent(books, intent)
        : refund.payment,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
};
