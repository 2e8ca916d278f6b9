import { describe, expect, test } from '@jest/globals';
import { eventsRead as ofAdyen } from '../../lib/psp/adyen/read-claim.ts';
import { eventsRead as ofCheckoutCom } from '../../lib/psp/checkout_com/read-webhook.ts';
import { eventsRead as ofPayPal } from '../../lib/psp/paypal/read-event.ts';
import { eventsRead as ofSquare } from '../../lib/psp/square/read-webhook.ts';
import { eventsRead as ofStripe } from '../../lib/psp/stripe/read-webhook.ts';
import { readSpec } from '../tools/specs.ts';
import { words } from './code-meanings.ts';
import type { PublishedCodes } from './published/published-codes.ts';
import {
  adyenEvents,
  checkoutComEvents,
  paypalEvents,
  squareEvents,
  stripeEvents,
} from './published/webhook-events.ts';

type Names = {
  readonly psp: string;
  readonly read: readonly string[];
  readonly published: PublishedCodes;
  readonly unread: Readonly<Record<string, readonly string[]>>;
  readonly unpublished?: Readonly<Record<string, readonly string[]>>;
};

const all: readonly Names[] = [
  {
    psp: 'Stripe',
    read: ofStripe,
    published: stripeEvents,
    unread: {
      'the payment intent’s own event tells it': words(`
        charge.captured charge.expired charge.failed charge.pending charge.succeeded charge.updated
        payment_intent.created payment_intent.processing
      `),
      'the refund’s own event tells it': words('charge.refunded'),
      'the dispute’s own events tell it': words(
        'charge.dispute.funds_reinstated charge.dispute.funds_withdrawn',
      ),
      'of payments by bank transfer': words('payment_intent.partially_funded'),
    },
  },
  {
    psp: 'Adyen',
    read: ofAdyen,
    published: adyenEvents,
    unread: {
      'never asked for': words(`
        AUTHORISATION_ADJUSTMENT REFUND_WITH_DATA ORDER_OPENED ORDER_CLOSED AUTORESCUE CANCEL_AUTORESCUE
        VOID_PENDING_REFUND
      `),
      'of payment methods that are never asked for': words('PENDING HANDLED_EXTERNALLY'),
      'of a report, not of a payment': words('REPORT_AVAILABLE'),
      'another event follows with the outcome': words(
        'PROCESS_RETRY MANUAL_REVIEW_ACCEPT MANUAL_REVIEW_REJECT',
      ),
      'no dispute, and nothing of one changes': words(
        'NOTIFICATION_OF_FRAUD INFORMATION_SUPPLIED ISSUER_COMMENTS',
      ),
    },
  },
  {
    psp: 'Checkout.com',
    read: [...ofCheckoutCom.gateway, ...ofCheckoutCom.dispute],
    published: checkoutComEvents,
    unread: {
      'never asked for': words(`
        card_verified card_verification_declined payment_authorization_incremented
        payment_authorization_increment_declined
      `),
      'the approval’s own event tells it': words('payment_authorized'),
      'another event follows with the outcome': words('payment_capture_pending payment_refund_pending'),
      'of payouts, and of payment methods that are never asked for': words('payment_paid payment_returned'),
    },
  },
  {
    psp: 'Square',
    read: ofSquare,
    published: squareEvents,
    unread: {
      'an old name, read as dispute.state.updated if it comes': words('dispute.state.changed'),
      'nothing of the dispute changes': words(`
        dispute.evidence.added dispute.evidence.created dispute.evidence.deleted dispute.evidence.removed
      `),
    },
  },
  {
    psp: 'PayPal',
    read: ofPayPal,
    published: paypalEvents,
    unread: {
      'the capture’s or authorisation’s own event tells it': words('CHECKOUT.ORDER.COMPLETED'),
      'of payment methods that are never asked for': words('CHECKOUT.PAYMENT-APPROVAL.REVERSED'),
    },
    unpublished: {
      'read if they come, and not asked for': words('PAYMENT.REFUND.PENDING PAYMENT.REFUND.FAILED'),
    },
  },
];

describe.each(all.map((names) => [names.psp, names] as const))(
  'the events of %s',
  (_, { read, published, unread, unpublished = {} }) => {
    const without = Object.values(unread).flat();
    const beyond = Object.values(unpublished).flat();

    test('that it publishes are read, or there is a reason', () => {
      expect([...read, ...without].filter((name) => !beyond.includes(name)).sort()).toEqual(
        [...published.codes].sort(),
      );
    });

    test('that are read are published, or there is a reason', () => {
      expect(read.filter((name) => !published.codes.includes(name)).sort()).toEqual([...beyond].sort());
    });

    test('have a source and its date', () => {
      expect(published.source).toMatch(/^[\w.-]+\/[\w./-]+/);
      expect(published.as_of).toMatch(/commit [\da-f]{8}|\d{4}-\d\d-\d\d|undated/);
    });
  },
);

const document = readSpec('adyen-webhooks.openapi.json') as
  | { readonly webhooks: Readonly<Record<string, unknown>> }
  | undefined;
(document === undefined ? test.skip : test)('Adyen’s stored document describes no other', () => {
  for (const path of Object.keys(document?.webhooks ?? {}))
    expect(adyenEvents.codes).toContain(path.slice(1));
});
