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

/** Checkout.com’s events of the gateway and of disputes. */
export const checkoutComEvents: PublishedCodes = {
  source: 'checkout.com/docs/developer-resources/event-notifications/event-types',
  as_of:
    'page last updated 2025-12-17; read in part, and of single events on pages of 2022-04-29 to 2025-09-03; the rest by an undated copy of what GET /workflows/event-types answers',
  codes: words(`
    card_verified card_verification_declined payment_approved payment_authentication_failed
    payment_authorized payment_authorization_incremented payment_authorization_increment_declined
    payment_canceled payment_captured payment_capture_declined payment_capture_pending payment_declined
    payment_expired payment_paid payment_pending payment_refunded payment_refund_declined
    payment_refund_pending payment_retry_scheduled payment_returned payment_voided payment_void_declined
    request_for_information_received dispute_received dispute_resolved dispute_canceled
    dispute_evidence_required dispute_accepted dispute_expired dispute_evidence_submitted
    dispute_evidence_acknowledged_by_scheme dispute_won dispute_lost
    dispute_arbitration_evidence_submitted dispute_arbitration_sent_to_scheme dispute_arbitration_won
    dispute_arbitration_lost
  `),
};

/** Square’s events of payments, refunds and disputes: its pages on the webhooks of each API, and the event classes of its PHP library. */
export const squareEvents: PublishedCodes = {
  source: 'github.com/square/square-php-sdk/tree/master/src/Types',
  as_of: 'commit 8e6c2146; developer.squareup.com/reference/square/webhooks in undated copies',
  codes: words(`
    payment.created payment.updated refund.created refund.updated dispute.created
    dispute.state.changed dispute.state.updated dispute.evidence.added dispute.evidence.created
    dispute.evidence.deleted dispute.evidence.removed
  `),
};
