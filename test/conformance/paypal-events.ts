import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { exponentOf } from '../../lib/types/currency.ts';
import { defined } from '../../lib/types/defined.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt, DisputeFact, InboundWebhook, OperationResult, PspEvent } from '../../lib/types/psp.ts';
import type { PspSubject, Script } from './psp-subject.ts';
import { moneyOf, sampleAttempt, sampleOperation } from './samples.ts';
import { answered } from './scripted-transport.ts';

export const paypalIds = {
  order: '5O190127TN364715T',
  authorization: '0VF52814937998046',
  capture: '3C679366HH908993F',
  refund: '1JU08902781691411',
};

/** The id of an attempt's order. */
export const paypalOrderId = ({ reference }: Attempt): string =>
  reference === sampleAttempt().reference ? paypalIds.order : reference.slice(-17).toUpperCase();

const time = (unix_ms: number): string => `${new Date(unix_ms).toISOString().slice(0, 19)}Z`;

/** PayPal's `money` by its own rules: two decimals, none for HUF, JPY and TWD. */
export const paypalMoney = ({ amount, currency }: Money) => {
  const iso = exponentOf(currency) ?? 2;
  const digits = ['huf', 'jpy', 'twd'].includes(currency) ? 0 : 2;
  return { currency_code: currency.toUpperCase(), value: (amount / 10 ** iso).toFixed(digits) };
};

/** An order as orders v2 describes one, with the payments given. */
export const paypalOrder = (
  attempt: Attempt,
  echo: Money,
  {
    payments,
    ...state
  }: { readonly status: string; readonly payments?: object; readonly [field: string]: unknown },
) => ({
  id: paypalOrderId(attempt),
  intent: attempt.capture_method === 'automatic' ? 'CAPTURE' : 'AUTHORIZE',
  create_time: time(attempt.started),
  purchase_units: [
    {
      reference_id: 'default',
      amount: paypalMoney(echo),
      custom_id: attempt.reference,
      invoice_id: attempt.reference,
      ...defined({ payments }),
    },
  ],
  links: [
    {
      href: `https://api-m.sandbox.paypal.com/v2/checkout/orders/${paypalOrderId(attempt)}`,
      rel: 'self',
      method: 'GET',
    },
  ],
  ...state,
});

/** A capture or authorisation of the order. */
export const paypalPayment = (
  attempt: Attempt,
  echo: Money,
  state: { readonly id: string; readonly status: string; readonly [field: string]: unknown },
) => ({
  amount: paypalMoney(echo),
  custom_id: attempt.reference,
  invoice_id: attempt.reference,
  create_time: time(attempt.started),
  ...state,
});

export const paypalRefund = (attempt: Attempt, operation: string, echo: Money, status = 'COMPLETED') => ({
  id: paypalIds.refund,
  status,
  amount: paypalMoney(echo),
  custom_id: `${attempt.reference}.${operation}`,
  invoice_id: operation,
});

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

/** An event as PayPal delivers it, written as PayPal writes it, which is not how JSON.stringify would write it again. */
export const paypalDelivery = (
  {
    id,
    event_type,
    resource,
  }: { readonly id: string; readonly event_type: string; readonly resource: object },
  secret: string,
  at: number,
): InboundWebhook =>
  signed(JSON.stringify({ id, event_version: '1.0', event_type, resource }, null, 1), secret, at);

/** PayPal's own side: takes whatever one of its certificates signed, over exactly the bytes it is shown. */
export const paypalVerifier: Script = ({ url, body = '' }) => {
  if (url.endsWith('/v1/oauth2/token'))
    return answered(200, { access_token: 'A21AA', token_type: 'Bearer', expires_in: 32_400 });
  if (url.endsWith(`/v2/payments/captures/${capture}`)) return answered(200, captured('COMPLETED'));
  // Asked for by events that link to no capture: it is not there any more.
  if (url.includes('/v2/payments/refunds/')) return answered(404, { name: 'RESOURCE_NOT_FOUND' });
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
  deliver: (secret: string, at: number) => paypalDelivery({ id, event_type, resource }, secret, at),
  expected: { id, ...expected },
});

const ours = { reference: attempt.reference, psp_reference: order, money };
const of = (answer: Extract<PspEvent['claim'], { about: 'authorization' }>['result']) => ({
  ...ours,
  claim: { about: 'authorization', result: answer } as const,
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
const nothing = { claim: { about: 'nothing_of_ours' } } as const;
const look = {
  reference: attempt.reference,
  claim: { about: 'authorization', result: { outcome: 'unknown', doubt: 'pending' } },
} as const;
const dispute = (state: object) => ({
  dispute_id: 'PP-D-27803',
  disputed_transactions: [{ seller_transaction_id: capture, custom: attempt.reference }],
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  dispute_amount: paypalMoney(refunded),
  ...state,
});
const notReceived = {
  reason: 'product_not_received',
  psp_reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
} as const;
const ofDispute = (reported: Omit<DisputeFact, 'psp_reference'>) => ({
  reference: attempt.reference,
  psp_reference: order,
  operation_reference: 'PP-D-27803',
  money: refunded,
  claim: { about: 'dispute', dispute: { psp_reference: 'PP-D-27803', ...reported } } as const,
});
const declined = { processor_response: { response_code: '5120', payment_advice_code: '02' } };
const refundEvent = (status: string) => paypalRefund(attempt, refund.id, refunded, status);
const ofRefund = (answer: OperationResult) => ({
  reference: attempt.reference,
  operation: refund.id,
  operation_reference: paypalIds.refund,
  money: refunded,
  claim: { about: 'refund', result: answer } as const,
});

export const paypalWebhooks: PspSubject['webhooks'] = {
  events: [
    event(
      'PAYMENT.CAPTURE.COMPLETED',
      captured('COMPLETED'),
      of({ outcome: 'captured', psp_reference: order, amount_captured: 2_599 }),
    ),
    event(
      'PAYMENT.CAPTURE.DENIED',
      captured('DECLINED', declined),
      of({ outcome: 'insufficient_funds', code: '5120', advice: 'wait', psp_reference: order }),
    ),
    event(
      'PAYMENT.CAPTURE.DENIED',
      captured('DECLINED', { ...declined, network_transaction_reference: { id: '1', network: 'VISA' } }),
      of({ outcome: 'insufficient_funds', code: '5120', advice: 'never_again', psp_reference: order }),
      'WH-denied-capture-of-a-Visa-card',
    ),
    event(
      'PAYMENT.CAPTURE.PENDING',
      captured('PENDING'),
      of({ outcome: 'unknown', doubt: 'pending', psp_reference: order }),
    ),
    event(
      'PAYMENT.CAPTURE.COMPLETED',
      capturedLater('COMPLETED', { invoice_id: `${attempt.reference}.cp_1` }),
      {
        ...ours,
        operation: 'cp_1',
        operation_reference: capture,
        claim: {
          about: 'capture',
          result: { outcome: 'succeeded', psp_reference: capture, amount: 2_599 },
        },
      },
      'WH-capture-of-an-authorization',
    ),
    event(
      'PAYMENT.CAPTURE.PENDING',
      capturedLater('PENDING'),
      {
        ...ours,
        operation_reference: capture,
        claim: { about: 'capture', result: { outcome: 'pending', psp_reference: capture } },
      },
      'WH-pending-capture-of-an-authorization',
    ),
    event(
      'PAYMENT.CAPTURE.DENIED',
      capturedLater('DECLINED', declined),
      {
        ...ours,
        operation_reference: capture,
        claim: {
          about: 'capture',
          result: { outcome: 'failed', reason: 'insufficient_funds', code: '5120' },
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
      of({ outcome: 'canceled', hold: 'voided', psp_reference: order }),
    ),
    event(
      'PAYMENT.CAPTURE.REFUNDED',
      refundEvent('COMPLETED'),
      ofRefund({ outcome: 'succeeded', psp_reference: paypalIds.refund, amount: refund.amount }),
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
    event('CHECKOUT.ORDER.APPROVED', paypalOrder(attempt, money, { status: 'APPROVED' }), {
      reference: attempt.reference,
      psp_reference: order,
      claim: { about: 'authentication' },
    }),
    event(
      'PAYMENT.CAPTURE.REVERSED',
      { ...paypalRefund(attempt, '', money), custom_id: attempt.reference },
      { reference: attempt.reference, claim: look.claim },
    ),
    event(
      'CUSTOMER.DISPUTE.CREATED',
      dispute({ status: 'WAITING_FOR_SELLER_RESPONSE', dispute_life_cycle_stage: 'INQUIRY' }),
      ofDispute({ status: 'open', stage: 'inquiry', ...notReceived }),
    ),
    event(
      'CUSTOMER.DISPUTE.UPDATED',
      dispute({
        status: 'UNDER_REVIEW',
        dispute_life_cycle_stage: 'PRE_ARBITRATION',
        external_reason_code: '4837',
        seller_response_due_date: '2025-12-10T09:00:00.000Z',
        update_time: '2025-11-20T09:00:00.250Z',
      }),
      ofDispute({
        status: 'open',
        stage: 'arbitration',
        ...notReceived,
        psp_reason: '4837',
        respond_by: 1_765_357_200,
        as_of: 1_763_629_200_250,
      }),
    ),
    event(
      'CUSTOMER.DISPUTE.RESOLVED',
      dispute({
        status: 'RESOLVED',
        dispute_life_cycle_stage: 'CHARGEBACK',
        dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
      }),
      { ...ofDispute({ status: 'lost', stage: 'dispute', ...notReceived }), at_most: true },
    ),
    event(
      'CUSTOMER.DISPUTE.CREATED',
      dispute({ disputed_transactions: [{ seller_transaction_id: 'OTHERS', custom: 'ORDER-17' }] }),
      nothing,
      'WH-dispute-of-another-integration',
    ),
    event('BILLING.PLAN.CREATED', { id: 'P-1', custom_id: attempt.reference }, nothing),
    event(
      'PAYMENT.CAPTURE.COMPLETED',
      { id: capture, status: 'COMPLETED', amount: paypalMoney(money), custom_id: 'ORDER-17' },
      nothing,
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
