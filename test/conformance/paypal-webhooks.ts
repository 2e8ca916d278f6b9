import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { InboundWebhook, OperationAnswer, PspEvent } from '../../lib/types/psp.ts';
import { paypalIds, paypalMoney, paypalOrder, paypalPayment, paypalRefund } from './paypal-objects.ts';
import type { PspSubject, Script } from './psp-subject.ts';
import { moneyOf, sampleAttempt, sampleOperation } from './samples.ts';
import { answered } from './scripted-transport.ts';

export const webhook_id = '1JE4291016473214C';
export const paypalSecrets: readonly [string, string] = [
  'key of the newest certificate',
  'key of the one before',
];

const attempt = sampleAttempt();
const manual = sampleAttempt({ capture_method: 'manual' });
const money = moneyOf(attempt);
const refund = sampleOperation('refund');
const refunded = { amount: refund.amount, currency: attempt.currency };
const { order, capture, authorization } = paypalIds;
const related = (ids: object) => ({ supplementary_data: { related_ids: { order_id: order, ...ids } } });

/**
 * A delivery as PayPal signs one: over transmission id, time, webhook id and the checksum of the body. PayPal's RSA key is its own, and only it
 * checks the signature, so here any keyed digest stands for it.
 */
const signed = (body: string, secret: string, at: number): InboundWebhook => {
  const transmission = { id: `transmission-${at}`, time: `${new Date(at).toISOString().slice(0, 19)}Z` };
  return {
    headers: {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270',
      'paypal-transmission-id': transmission.id,
      'paypal-transmission-time': transmission.time,
      'paypal-transmission-sig': digest(secret, transmission.id, transmission.time, webhook_id, body),
    },
    body: Buffer.from(body),
    now: at,
  };
};

const digest = (secret: string, id: string, time: string, webhook: string, body: string): string =>
  createHmac('sha256', secret)
    .update(`${id}|${time}|${webhook}|${crc32(body)}`)
    .digest('base64');

/** PayPal's own side: takes whatever one of its certificates signed, over exactly the bytes it is shown. */
export const paypalVerifier: Script = ({ url, body = '' }) => {
  if (url.endsWith('/v1/oauth2/token'))
    return answered(200, { access_token: 'A21AA', token_type: 'Bearer', expires_in: 32_400 });
  if (!url.endsWith('/v1/notifications/verify-webhook-signature')) return undefined;
  const asked: { readonly [field: string]: string } = JSON.parse(body);
  const event = body.slice(body.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
  const { transmission_id = '', transmission_time = '', webhook_id: webhook = '', transmission_sig } = asked;
  const genuine = paypalSecrets.some(
    (secret) => digest(secret, transmission_id, transmission_time, webhook, event) === transmission_sig,
  );
  return answered(200, { verification_status: genuine ? 'SUCCESS' : 'FAILURE' });
};

const event = (
  event_type: string,
  resource: object,
  expected: Omit<Partial<PspEvent>, 'id'>,
  id = `WH-${event_type}`,
) => ({
  name: id,
  // As PayPal writes it, which is not how JSON.stringify would write it again.
  deliver: (secret: string, at: number) =>
    signed(JSON.stringify({ id, event_version: '1.0', event_type, resource }, null, 1), secret, at),
  expected: { id, ...expected },
});

const ours = { reference: attempt.reference, psp_reference: order, money };
const of = (answer: Extract<PspEvent['claim'], { about: 'authorization' }>['answer']) => ({
  ...ours,
  claim: { about: 'authorization', answer } as const,
});
const captured = (status: string, more: object = {}) =>
  paypalPayment(attempt, money, { id: capture, status, ...related({}), ...more });
const capturedLater = (status: string, more: object = {}) =>
  paypalPayment(manual, money, {
    id: capture,
    status,
    ...related({ authorization_id: authorization }),
    ...more,
  });
const declined = { processor_response: { response_code: '5120', payment_advice_code: '02' } };
const refundEvent = (status: string) => paypalRefund(attempt, refund.id, refunded, status);
const ofRefund = (answer: OperationAnswer) => ({
  reference: attempt.reference,
  operation: refund.id,
  money: refunded,
  claim: { about: 'refund', answer } as const,
});

export const paypalWebhooks: PspSubject['webhooks'] = {
  events: [
    event(
      'PAYMENT.CAPTURE.COMPLETED',
      captured('COMPLETED'),
      of({ outcome: 'captured', psp_reference: order }),
    ),
    event(
      'PAYMENT.CAPTURE.DENIED',
      captured('DECLINED', declined),
      of({ outcome: 'insufficient_funds', code: '5120', advice: 'wait', psp_reference: order }),
    ),
    event(
      'PAYMENT.CAPTURE.PENDING',
      captured('PENDING'),
      of({ outcome: 'unknown', doubt: 'pending', psp_reference: order }),
    ),
    event(
      'PAYMENT.CAPTURE.COMPLETED',
      capturedLater('COMPLETED'),
      { ...ours, claim: { about: 'capture', answer: { outcome: 'succeeded', psp_reference: capture } } },
      'WH-capture-of-an-authorization',
    ),
    event(
      'PAYMENT.CAPTURE.DENIED',
      capturedLater('DECLINED', declined),
      {
        ...ours,
        claim: {
          about: 'capture',
          answer: { outcome: 'failed', reason: 'insufficient_funds', code: '5120' },
        },
      },
      'WH-denied-capture-of-an-authorization',
    ),
    event(
      'PAYMENT.AUTHORIZATION.CREATED',
      paypalPayment(manual, money, { id: authorization, status: 'CREATED', ...related({}) }),
      of({ outcome: 'approved', psp_reference: order }),
    ),
    event(
      'PAYMENT.AUTHORIZATION.VOIDED',
      paypalPayment(manual, money, { id: authorization, status: 'VOIDED', ...related({}) }),
      { ...ours, claim: { about: 'cancel', answer: { outcome: 'succeeded' } } },
    ),
    event(
      'PAYMENT.CAPTURE.REFUNDED',
      refundEvent('COMPLETED'),
      ofRefund({ outcome: 'succeeded', psp_reference: paypalIds.refund }),
    ),
    event(
      'PAYMENT.REFUND.PENDING',
      refundEvent('PENDING'),
      ofRefund({ outcome: 'pending', psp_reference: paypalIds.refund }),
    ),
    event(
      'PAYMENT.REFUND.FAILED',
      refundEvent('FAILED'),
      ofRefund({ outcome: 'failed', reason: 'processor_error', code: 'FAILED' }),
    ),
    event(
      'CHECKOUT.ORDER.APPROVED',
      paypalOrder(attempt, money, { status: 'APPROVED' }),
      of({ outcome: 'unknown', doubt: 'pending', psp_reference: order }),
    ),
    event('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1' }, { claim: { about: 'nothing_of_ours' } }),
    event(
      'PAYMENT.CAPTURE.COMPLETED',
      { id: capture, status: 'COMPLETED', amount: paypalMoney(money), custom_id: 'ORDER-17' },
      { claim: { about: 'nothing_of_ours' } },
      'WH-of-another-integration',
    ),
  ],
  script: paypalVerifier,
  tamper: (webhook) => ({
    ...webhook,
    body: Buffer.from(Buffer.from(webhook.body).toString().replace('"id": "WH-', '"id":  "WH-')),
  }),
  unsign: (webhook) => ({ ...webhook, headers: {} }),
  malformed: (secret, at) => signed('{"id":"WH-1"}', secret, at),
};
