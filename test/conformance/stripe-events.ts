import { createHmac } from 'node:crypto';
import { capabilities } from '../../lib/psp/stripe/capabilities.ts';
import { wirePart } from '../../lib/psp/wire-amounts.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt, InboundWebhook, PspEvent } from '../../lib/types/psp.ts';
import type { PspSubject } from './psp-subject.ts';
import { moneyOf, sampleAttempt, sampleOperation } from './samples.ts';
import { answered } from './scripted-transport.ts';

export const intentId = 'pi_1PgafyB7WZ01zgkWSjxsAJo3';
/** The sample's is Stripe's example; every other attempt has its own. */
export const intentIdOf = ({ reference }: Attempt): string =>
  reference === sampleAttempt().reference ? intentId : `pi_${reference.slice('ch_'.length)}`;
export const chargeId = 'ch_1PgafuB7WZ01zgkWXYmPNZs8';

/** A PaymentIntent as the official document describes one, in the state given, telling the amount `echo`. */
export const paymentIntent = (
  attempt: Attempt,
  echo: Money,
  state: { readonly status: string; readonly [field: string]: unknown },
) => {
  const amount = onWire(echo);
  return {
    id: intentIdOf(attempt),
    object: 'payment_intent',
    amount,
    amount_capturable: state.status === 'requires_capture' ? amount : 0,
    amount_received: state.status === 'succeeded' ? amount : 0,
    capture_method: attempt.capture_method,
    confirmation_method: 'automatic',
    created: Math.floor(attempt.started / 1_000),
    currency: echo.currency,
    last_payment_error: null,
    latest_charge: neverConfirmed.includes(state.status) ? null : chargeId,
    livemode: false,
    metadata: { charge: attempt.reference, session: attempt.session },
    next_action: null,
    payment_method_types: ['card'],
    ...state,
  };
};

const neverConfirmed = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** The intent's charge as a look-up asks for it, in full. */
export const chargeObject = (attempt: Attempt, echo: Money, captured: number, refunded: number) => ({
  id: chargeId,
  object: 'charge',
  amount: onWire(echo),
  amount_captured: captured === 0 ? 0 : onWire({ ...echo, amount: captured }),
  amount_refunded: refunded === 0 ? 0 : onWire({ ...echo, amount: refunded }),
  billing_details: {},
  captured: captured > 0,
  created: Math.floor(attempt.started / 1_000),
  currency: echo.currency,
  disputed: false,
  livemode: false,
  metadata: { charge: attempt.reference, session: attempt.session },
  paid: true,
  payment_intent: intentIdOf(attempt),
  refunded: captured > 0 && captured === refunded,
  status: 'succeeded',
});

/** A Refund of ours. */
export const refundObject = (attempt: Attempt, id: string, echo: Money, status: string) => ({
  id: 're_1Pgc72B7WZ01zgkWqPvrRrPE',
  object: 'refund',
  amount: onWire(echo),
  created: Math.floor(attempt.started / 1_000),
  currency: echo.currency,
  metadata: { refund: id, charge: attempt.reference },
  payment_intent: intentIdOf(attempt),
  status,
});

/** The error of a declined card. */
export const declineError = (decline_code: string) => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code,
  message: 'Your card was declined.',
});

export const onWire = (money: Money): number => {
  const wire = wirePart(capabilities.amounts, money);
  return wire.ok ? wire.value : money.amount;
};

const attempt = sampleAttempt();
const manual = sampleAttempt({ capture_method: 'manual' });
const money = moneyOf(attempt);
const refund = sampleOperation('refund');
const refunded = { amount: refund.amount, currency: attempt.currency };
const ours = { reference: attempt.reference, psp_reference: intentId, money };
const redirect_url = 'https://hooks.stripe.com/3d_secure/authenticate';

/** Type, object and what is to be understood. The event's id is its type's. */
const events: readonly (readonly [type: string, object: unknown, expected: Omit<Partial<PspEvent>, 'id'>])[] =
  [
    [
      'payment_intent.succeeded',
      paymentIntent(attempt, money, { status: 'succeeded' }),
      {
        ...ours,
        claim: {
          about: 'authorization',
          result: { outcome: 'captured', psp_reference: intentId, amount_captured: 2_599 },
        },
      },
    ],
    [
      'payment_intent.amount_capturable_updated',
      paymentIntent(manual, money, { status: 'requires_capture' }),
      {
        ...ours,
        claim: { about: 'authorization', result: { outcome: 'approved', psp_reference: intentId } },
      },
    ],
    [
      'payment_intent.payment_failed',
      paymentIntent(attempt, money, {
        status: 'requires_payment_method',
        last_payment_error: declineError('insufficient_funds'),
      }),
      {
        ...ours,
        claim: {
          about: 'authorization',
          result: { outcome: 'insufficient_funds', code: 'insufficient_funds', psp_reference: intentId },
        },
      },
    ],
    [
      'payment_intent.canceled',
      paymentIntent(attempt, money, { status: 'canceled' }),
      {
        ...ours,
        claim: { about: 'authorization', result: { outcome: 'canceled', psp_reference: intentId } },
      },
    ],
    [
      'payment_intent.requires_action',
      paymentIntent(attempt, money, {
        status: 'requires_action',
        next_action: { type: 'redirect_to_url', redirect_to_url: { url: redirect_url } },
      }),
      {
        ...ours,
        claim: {
          about: 'authorization',
          result: { outcome: 'requires_action', redirect_url, psp_reference: intentId },
        },
      },
    ],
    [
      'refund.created',
      refundObject(attempt, refund.id, refunded, 'pending'),
      {
        reference: attempt.reference,
        operation: refund.id,
        money: refunded,
        claim: {
          about: 'refund',
          result: { outcome: 'pending', psp_reference: 're_1Pgc72B7WZ01zgkWqPvrRrPE' },
        },
      },
    ],
    [
      'refund.updated',
      refundObject(attempt, refund.id, refunded, 'succeeded'),
      {
        reference: attempt.reference,
        operation: refund.id,
        money: refunded,
        claim: {
          about: 'refund',
          result: { outcome: 'succeeded', psp_reference: 're_1Pgc72B7WZ01zgkWqPvrRrPE', amount: 1_000 },
        },
      },
    ],
    [
      'refund.failed',
      { ...refundObject(attempt, refund.id, refunded, 'failed'), failure_reason: 'expired_or_canceled_card' },
      {
        operation: refund.id,
        claim: {
          about: 'refund',
          result: { outcome: 'failed', reason: 'card_closed', code: 'expired_or_canceled_card' },
        },
      },
    ],
    [
      'charge.refund.updated',
      refundObject(attempt, refund.id, refunded, 'succeeded'),
      { operation: refund.id },
    ],
    // Payments of the merchant's other integrations, and kinds of event that say nothing of ours.
    ['customer.created', { id: 'cus_1', object: 'customer' }, { claim: { about: 'nothing_of_ours' } }],
  ];

/** As Stripe signs: HMAC-SHA256 of the time in seconds, a dot and the body. */
export const signedByStripe = (body: string, secret: string, at: number): InboundWebhook => {
  const t = Math.floor(at / 1_000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return { headers: { 'stripe-signature': `t=${t},v1=${v1}` }, body: Buffer.from(body), now: at };
};

/** A delivery of an event about an object. */
export const signedStripeEvent = (
  type: string,
  object: unknown,
  secret: string,
  at: number,
  more: object = {},
): InboundWebhook => signedByStripe(stripeEvent(type, object, more), secret, at);

const stripeEvent = (type: string, object: unknown, more: object = {}): string =>
  JSON.stringify({ id: `evt_${type}`, object: 'event', livemode: false, type, data: { object }, ...more });

export const stripeWebhooks: PspSubject['webhooks'] = {
  events: [
    ...events.map(([type, object, expected]) => ({
      name: type,
      deliver: (secret: string, at: number) => signedStripeEvent(type, object, secret, at),
      expected: { id: `evt_${type}`, ...expected },
    })),
    {
      name: 'payment_intent.succeeded after a manual capture',
      deliver: (secret, at) => {
        const intent = {
          ...paymentIntent(manual, money, { status: 'succeeded' }),
          amount_received: 2_000,
          metadata: { charge: manual.reference, capture: 'cp_1' },
        };
        return signedByStripe(
          stripeEvent('payment_intent.succeeded', intent, { id: 'evt_capture' }),
          secret,
          at,
        );
      },
      expected: {
        id: 'evt_capture',
        reference: manual.reference,
        operation: 'cp_1',
        money: { amount: 2_000, currency: 'eur' },
        operation_reference: chargeId,
        claim: { about: 'capture', result: { outcome: 'succeeded', amount: 2_000, psp_reference: chargeId } },
      },
    },
    {
      name: 'an event of the live mode in a test account',
      deliver: (secret, at) => {
        const intent = paymentIntent(attempt, money, { status: 'succeeded' });
        const body = stripeEvent('payment_intent.succeeded', intent, { id: 'evt_live', livemode: true });
        return signedByStripe(body, secret, at);
      },
      expected: { id: 'evt_live', claim: { about: 'nothing_of_ours' } },
    },
    {
      name: 'a payment without our id on it',
      deliver: (secret, at) => {
        const intent = { ...paymentIntent(attempt, money, { status: 'succeeded' }), metadata: {} };
        return signedByStripe(
          stripeEvent('payment_intent.succeeded', intent, { id: 'evt_other' }),
          secret,
          at,
        );
      },
      expected: { id: 'evt_other', claim: { about: 'nothing_of_ours' } },
    },
  ],
  tamper: (webhook) => ({
    ...webhook,
    body: Buffer.from(Buffer.from(webhook.body).toString('utf8').replace('evt_', 'evt-')),
  }),
  unsign: (webhook) => ({ ...webhook, headers: {} }),
  malformed: (secret, at) => signedByStripe('{"id":"evt_1"}', secret, at),
  // A dispute, and a refund made elsewhere, does not name our charge: its payment does.
  script: ({ url }) =>
    url.endsWith(`/v1/payment_intents/${intentId}`)
      ? answered(200, paymentIntent(attempt, money, { status: 'succeeded' }))
      : undefined,
  window_ms: 300_000,
};
