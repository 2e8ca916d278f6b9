import { expect, test } from '@jest/globals';
import type { InboundWebhook } from '../../../lib/types/psp.ts';
import { checkoutComSubject } from '../../conformance/checkout-com.ts';
import { sign } from '../../conformance/checkout-com-events.ts';
import { paypalSubject } from '../../conformance/paypal.ts';
import {
  paypalDelivery,
  paypalIds,
  paypalPayment,
  paypalRefund,
  paypalVerifier,
} from '../../conformance/paypal-events.ts';
import type { PspSubject } from '../../conformance/psp-subject.ts';
import { moneyOf, now, sampleAttempt, scripted } from '../../conformance/samples.ts';
import { squareSubject } from '../../conformance/square.ts';
import { squareDelivery, squareIds, squarePayment, squareRefund } from '../../conformance/square-events.ts';
import { stripeSubject } from '../../conformance/stripe.ts';
import { intentId, paymentIntent, refundObject, signedStripeEvent } from '../../conformance/stripe-events.ts';

const attempt = sampleAttempt({ capture_method: 'manual' });
const { reference } = attempt;
const money = moneyOf(attempt);
const someday = 'SOMEDAY';

type Case = readonly [name: string, subject: PspSubject, payment: string, deliver: () => InboundWebhook];

const [stripeSecret] = stripeSubject.account.webhook_secrets;
const stripe = (name: string, type: string, object: object): Case => [
  `stripe: ${name}`,
  stripeSubject,
  intentId,
  () => signedStripeEvent(type, object, stripeSecret, now),
];
const stripeRefund = refundObject(attempt, 're_1', money, 'succeeded');
const part = { amount: 150, currency: 'isk' };

const [squareSecret] = squareSubject.account.webhook_secrets;
const square = (name: string, kind: 'payment' | 'refund', object: object): Case => [
  `square: ${name}`,
  squareSubject,
  squareIds.payment,
  () => squareDelivery({ type: `${kind}.updated`, kind, object, event_id: 'evt_1' }, squareSecret, now),
];
const squareOther = (refund: object) => ({ ...refund, reason: 'Broken' });

const [paypalSecret] = paypalSubject.account.webhook_secrets;
const paypal = (name: string, event_type: string, resource: object): Case => [
  `paypal: ${name}`,
  paypalSubject,
  paypalIds.order,
  () => paypalDelivery({ id: 'WH-1', event_type, resource }, paypalSecret, now),
];
const related = {
  supplementary_data: { related_ids: { order_id: paypalIds.order, authorization_id: 'A1' } },
};
const paypalCapture = (status: string, more: object = {}) =>
  paypalPayment(attempt, money, { id: 'C1', status, ...related, ...more });

const [checkoutSecret] = checkoutComSubject.account.webhook_secrets;
const checkoutCom = (name: string, type: string, data: object): Case => [
  `checkout_com: ${name}`,
  checkoutComSubject,
  'pay_1',
  () => {
    const whole = { id: 'pay_1', action_id: 'act_1', metadata: { charge: reference }, ...data };
    return sign(JSON.stringify({ id: 'evt_1', type, data: whole }), checkoutSecret, now);
  },
];

test.each<Case>([
  stripe(
    'a payment in a new state',
    'payment_intent.succeeded',
    paymentIntent(attempt, money, { status: someday }),
  ),
  stripe('a refund in a new state', 'refund.updated', { ...stripeRefund, status: someday }),
  stripe('a refund in a new state, made elsewhere', 'refund.updated', {
    ...stripeRefund,
    metadata: {},
    status: someday,
  }),
  stripe('a refund of a part of a krona', 'refund.created', { ...stripeRefund, metadata: {}, ...part }),
  square('a payment in a new state', 'payment', squarePayment(attempt, money, { status: someday })),
  square('a refund in a new state', 'refund', squareRefund(attempt, 're_1', money, someday)),
  square(
    'a refund in a new state, made elsewhere',
    'refund',
    squareOther(squareRefund(attempt, 're_1', money, someday)),
  ),
  paypal('a capture in a new state', 'PAYMENT.CAPTURE.COMPLETED', paypalCapture(someday)),
  paypal(
    'a capture without an amount',
    'PAYMENT.CAPTURE.COMPLETED',
    paypalCapture('COMPLETED', { amount: undefined }),
  ),
  paypal('an authorisation in a new state', 'PAYMENT.AUTHORIZATION.CREATED', paypalCapture(someday)),
  paypal('a refund in a new state', 'PAYMENT.CAPTURE.REFUNDED', {
    ...paypalRefund(attempt, 're_1', money, someday),
    ...related,
  }),
  checkoutCom('a capture without an amount', 'payment_captured', {}),
  checkoutCom('a refund of a part of a peso', 'payment_refunded', { amount: 1_050, currency: 'CLP' }),
])(
  '%s: nobody takes it for another’s, and the payment is looked up',
  async (_, subject, payment, deliver) => {
    const { psp } = scripted(subject, subject.webhooks.script ?? paypalVerifier);
    expect(await psp.readWebhook(deliver())).toMatchObject({
      ok: true,
      events: [
        {
          reference,
          psp_reference: payment,
          claim: { about: 'authorization', result: { outcome: 'unknown', psp_reference: payment } },
        },
      ],
    });
  },
);

test.each<Case>([
  stripe('a payment', 'payment_intent.succeeded', {
    ...paymentIntent(attempt, money, { status: someday }),
    metadata: {},
  }),
  stripe('a release of a hold', 'charge.refund.updated', {
    ...stripeRefund,
    metadata: {},
    status: someday,
    reason: 'expired_uncaptured_charge',
  }),
  stripe('a refund of no payment', 'refund.updated', {
    ...stripeRefund,
    metadata: {},
    status: someday,
    payment_intent: null,
  }),
  square('a refund of no payment', 'refund', {
    ...squareOther(squareRefund(attempt, 're_1', money, someday)),
    payment_id: undefined,
  }),
])('%s in a new state that is not ours stays another’s', async (_, subject, _payment, deliver) => {
  const { psp, exchanges } = scripted(subject, subject.webhooks.script ?? (() => undefined));
  expect(await psp.readWebhook(deliver())).toMatchObject({
    ok: true,
    events: [{ claim: { about: 'nothing_of_ours' } }],
  });
  expect(exchanges).toEqual([]);
});
