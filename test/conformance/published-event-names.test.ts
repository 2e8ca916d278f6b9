import { describe, expect, test } from '@jest/globals';
import { eventsRead as ofAdyen } from '../../lib/psp/adyen/read-claim.ts';
import { eventsRead as ofPayPal } from '../../lib/psp/paypal/read-event.ts';
import { eventsRead as ofStripe } from '../../lib/psp/stripe/read-webhook.ts';
import { readSpec } from '../tools/specs.ts';
import { words } from './code-meanings.ts';
import type { PublishedCodes } from './published/published-codes.ts';
import { adyenEvents, paypalEvents, stripeEvents } from './published/webhook-events.ts';

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
      expect(published.as_of).toMatch(/commit [\da-f]{8}|undated/);
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
