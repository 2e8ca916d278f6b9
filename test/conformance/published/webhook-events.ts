import { words } from '../code-meanings.ts';
import type { PublishedCodes } from './published-codes.ts';

/** Stripe’s events of charges, payment intents and refunds. */
export const stripeEvents: PublishedCodes = {
  source: 'github.com/stripe/stripe-node/blob/master/types/EventTypes.d.ts',
  as_of: 'commit 0a579b04',
  codes: words(`
    charge.captured charge.dispute.closed charge.dispute.created charge.dispute.funds_reinstated
    charge.dispute.funds_withdrawn charge.dispute.updated charge.expired charge.failed charge.pending
    charge.refund.updated charge.refunded charge.succeeded charge.updated
    payment_intent.amount_capturable_updated payment_intent.canceled payment_intent.created
    payment_intent.partially_funded payment_intent.payment_failed payment_intent.processing
    payment_intent.requires_action payment_intent.succeeded refund.created refund.failed refund.updated
  `),
};

/** Adyen’s event codes of payments and disputes: of its Webhooks v1, its Java library, and its page on the dispute flow. */
export const adyenEvents: PublishedCodes = {
  source: 'github.com/Adyen/adyen-openapi/blob/main/json/Webhooks-v1.json',
  as_of: 'commit aa014f0c; library commit 02898cf5; the page in an undated copy',
  codes: words(`
    AUTHORISATION AUTHORISATION_ADJUSTMENT CANCELLATION CANCEL_OR_REFUND CAPTURE CAPTURE_FAILED CHARGEBACK
    CHARGEBACK_REVERSED EXPIRE NOTIFICATION_OF_CHARGEBACK OFFER_CLOSED POSTPONED_REFUND REFUND
    REFUNDED_REVERSED REFUND_FAILED REFUND_WITH_DATA REPORT_AVAILABLE TECHNICAL_CANCEL HANDLED_EXTERNALLY
    ORDER_OPENED ORDER_CLOSED PENDING PROCESS_RETRY VOID_PENDING_REFUND NOTIFICATION_OF_FRAUD
    PREARBITRATION_LOST PREARBITRATION_WON REQUEST_FOR_INFORMATION SECOND_CHARGEBACK AUTORESCUE
    CANCEL_AUTORESCUE MANUAL_REVIEW_ACCEPT MANUAL_REVIEW_REJECT PREARBITRATION_OPEN
    SCHEME_ARBITRATION_WON SCHEME_ARBITRATION_LOST DISPUTE_DEFENSE_PERIOD_ENDED
    ISSUER_RESPONSE_TIMEFRAME_EXPIRED INFORMATION_SUPPLIED ISSUER_COMMENTS
  `),
};

/** PayPal’s events of payments v2, orders and disputes. */
export const paypalEvents: PublishedCodes = {
  source: 'developer.paypal.com/api/rest/webhooks/event-names',
  as_of: 'read in undated copies of this page and of the commerce platform’s',
  codes: words(`
    PAYMENT.AUTHORIZATION.CREATED PAYMENT.AUTHORIZATION.VOIDED PAYMENT.CAPTURE.DECLINED
    PAYMENT.CAPTURE.DENIED PAYMENT.CAPTURE.COMPLETED PAYMENT.CAPTURE.PENDING PAYMENT.CAPTURE.REFUNDED
    PAYMENT.CAPTURE.REVERSED CHECKOUT.ORDER.APPROVED CHECKOUT.ORDER.COMPLETED
    CHECKOUT.PAYMENT-APPROVAL.REVERSED CUSTOMER.DISPUTE.CREATED CUSTOMER.DISPUTE.RESOLVED
    CUSTOMER.DISPUTE.UPDATED
  `),
};
