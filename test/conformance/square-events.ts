import { createHmac } from 'node:crypto';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt, DisputeFact, InboundWebhook, OperationResult, PspEvent } from '../../lib/types/psp.ts';
import type { HttpResponse } from '../../lib/types/transport.ts';
import type { PspSubject, Script } from './psp-subject.ts';
import { moneyOf, sampleAttempt, sampleOperation } from './samples.ts';
import { answered } from './scripted-transport.ts';

export const squareIds = {
  location: 'L88917AVBK2S5',
  payment: 'R2B3Z8WMVt3EAmzYWLZvz7Y69EbZY',
  refund: 'R2B3Z8WMVt3EAmzYWLZvz7Y69EbZY_KlWP8IC1557ddwc9QWTKrCVU6m0JXDz15R2Qym5eQfR',
};

/** Square's `Money`: the currency's smallest unit. */
export const squareMoney = ({ amount, currency }: Money) => ({ amount, currency: currency.toUpperCase() });

/** A Payment of ours in the state given. */
export const squarePayment = (
  attempt: Attempt,
  echo: Money,
  state: { readonly status: string; readonly [field: string]: unknown },
) => ({
  id: squareIds.payment,
  created_at: new Date(attempt.started).toISOString(),
  amount_money: squareMoney(echo),
  total_money: squareMoney(echo),
  source_type: 'CARD',
  location_id: squareIds.location,
  reference_id: attempt.reference,
  ...state,
});

/** A PaymentRefund of ours. */
export const squareRefund = (attempt: Attempt, operation: string, echo: Money, status: string) => ({
  id: squareIds.refund,
  status,
  amount_money: squareMoney(echo),
  payment_id: squareIds.payment,
  location_id: squareIds.location,
  reason: `${attempt.reference}.${operation}`,
});

export const squareError = (code: string) => ({ category: 'PAYMENT_METHOD_ERROR', code });

/** A refusal. */
export const squareErrors = (status: number, ...codes: readonly string[]): HttpResponse =>
  answered(status, { errors: codes.map((code) => ({ category: 'INVALID_REQUEST_ERROR', code })) });

export const notification_url = 'https://pay.example.com/v1/webhooks/square';

const attempt = sampleAttempt();
const money = moneyOf(attempt);
const refund = sampleOperation('refund');
const refunded = { amount: refund.amount, currency: attempt.currency };
const { payment: psp_reference, refund: refund_reference } = squareIds;

/** As Square signs: HMAC-SHA256 of the notification URL and the body, in base64. */
const signedBySquare = (body: string, secret: string, now: number): InboundWebhook => ({
  headers: {
    'content-type': 'application/json',
    'x-square-hmacsha256-signature': createHmac('sha256', secret)
      .update(notification_url + body)
      .digest('base64'),
  },
  body: Buffer.from(body),
  now,
});

type Reported = {
  readonly type: string;
  readonly kind: 'payment' | 'refund' | 'dispute';
  readonly object: object;
  readonly event_id: string;
};

/** An event as Square delivers it. */
export const squareDelivery = (
  { type, kind, object, event_id }: Reported,
  secret: string,
  at: number,
): InboundWebhook => {
  const created_at = '2025-11-20T09:00:00.000Z';
  const data = { type: kind, id: 'x', object: { [kind]: object } };
  const body = JSON.stringify({ merchant_id: '6SSW7HV8K2ST5', type, event_id, created_at, data });
  return signedBySquare(body, secret, at);
};

const event = (
  type: string,
  kind: Reported['kind'],
  object: object,
  expected: Omit<Partial<PspEvent>, 'id'>,
  event_id: string,
) => ({
  name: `${type}, ${event_id}`,
  deliver: (secret: string, at: number) => squareDelivery({ type, kind, object, event_id }, secret, at),
  expected: { id: event_id, ...expected },
});

/** Square, asked for the payment that a refund or dispute names. */
const squareAsked: Script = ({ method, url }) => {
  const { pathname } = new URL(url);
  if (method !== 'GET' || !pathname.startsWith('/v2/payments/')) return undefined;
  return pathname.endsWith(squareIds.payment)
    ? answered(200, { payment: squarePayment(attempt, money, { status: 'COMPLETED' }) })
    : answered(404, { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND' }] });
};

const ofPayment = (
  status: string,
  claim: PspEvent['claim'],
  { type = 'payment.updated', ...more }: { readonly type?: string; readonly [field: string]: unknown } = {},
) =>
  event(
    type,
    'payment',
    squarePayment(attempt, money, { status, ...more }),
    { reference: attempt.reference, psp_reference, money, claim },
    `evt-${status}`,
  );

const ofRefund = (type: string, status: string, answer: OperationResult) =>
  event(
    type,
    'refund',
    squareRefund(attempt, refund.id, refunded, status),
    {
      reference: attempt.reference,
      operation: refund.id,
      operation_reference: refund_reference,
      psp_reference,
      money: refunded,
      claim: { about: 'refund', result: answer },
    },
    `evt-refund-${status}`,
  );

/** As the example of Square's own reference. */
export const dispute = (state: string) => ({
  amount_money: squareMoney(refunded),
  brand_dispute_id: 'r9rKGSBBQbywBNnWWIiGFg',
  card_brand: 'VISA',
  created_at: '2025-11-20T08:24:53.258Z',
  id: 'ORSEVtZAJxb37RA1EiGw',
  disputed_payment: { payment_id: psp_reference },
  due_at: '2025-12-04T00:00:00.000Z',
  location_id: squareIds.location,
  reason: 'AMOUNT_DIFFERS',
  state,
  updated_at: '2025-11-20T09:00:00.250Z',
  version: 2,
});

const ofDispute = (type: string, state: string, reported: Omit<DisputeFact, 'psp_reference'>) =>
  event(
    type,
    'dispute',
    dispute(state),
    {
      reference: attempt.reference,
      psp_reference,
      operation_reference: 'ORSEVtZAJxb37RA1EiGw',
      money: refunded,
      claim: {
        about: 'dispute',
        dispute: { psp_reference: 'ORSEVtZAJxb37RA1EiGw', as_of: 1_763_629_200_250, ...reported },
      },
    },
    `evt-dispute-${state}`,
  );

const nothing = { claim: { about: 'nothing_of_ours' } } as const;

export const squareWebhooks: PspSubject['webhooks'] = {
  events: [
    ofPayment('COMPLETED', {
      about: 'authorization',
      result: { outcome: 'captured', psp_reference, amount_captured: 2_599 },
    }),
    event(
      'payment.updated',
      'payment',
      squarePayment(
        attempt,
        { ...money, amount: 1_000 },
        {
          status: 'COMPLETED',
          approved_money: squareMoney(money),
          refunded_money: squareMoney({ ...money, amount: 300 }),
        },
      ),
      {
        reference: attempt.reference,
        psp_reference,
        money: { ...money, amount: 1_000 },
        claim: {
          about: 'authorization',
          result: { outcome: 'captured', psp_reference, amount_captured: 1_000, amount_refunded: 300 },
        },
      },
      'evt-completed-in-part',
    ),
    event(
      'payment.updated',
      'payment',
      { ...squarePayment(attempt, money, { status: 'COMPLETED' }), total_money: undefined },
      {
        claim: {
          about: 'authorization',
          result: { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference },
        },
      },
      'evt-completed-without-amount',
    ),
    ofPayment(
      'APPROVED',
      { about: 'authorization', result: { outcome: 'approved', psp_reference } },
      { type: 'payment.created' },
    ),
    ofPayment('PENDING', {
      about: 'authorization',
      result: { outcome: 'unknown', doubt: 'pending', psp_reference },
    }),
    ofPayment('CANCELED', { about: 'authorization', result: { outcome: 'canceled', psp_reference } }),
    ofPayment(
      'FAILED',
      {
        about: 'authorization',
        result: { outcome: 'incorrect_card_data', code: 'CVV_FAILURE', psp_reference },
      },
      { card_details: { errors: [squareError('CVV_FAILURE')] } },
    ),
    ofRefund('refund.created', 'PENDING', { outcome: 'pending', psp_reference: refund_reference }),
    ofRefund('refund.updated', 'COMPLETED', {
      outcome: 'succeeded',
      psp_reference: refund_reference,
      amount: refund.amount,
    }),
    ofRefund('refund.updated', 'REJECTED', { outcome: 'failed', reason: 'do_not_honor', code: 'REJECTED' }),
    ofRefund('refund.updated', 'FAILED', { outcome: 'failed', reason: 'processor_error', code: 'FAILED' }),
    event('customer.created', 'payment', { id: 'CUSTOMER' }, nothing, 'evt-customer'),
    event(
      'payment.updated',
      'payment',
      { ...squarePayment(attempt, money, { status: 'COMPLETED' }), reference_id: 'ORDER-17' },
      nothing,
      'evt-payment-of-another-integration',
    ),
    event(
      'refund.updated',
      'refund',
      { ...squareRefund(attempt, refund.id, refunded, 'COMPLETED'), reason: 'Broken', payment_id: 'OTHERS' },
      nothing,
      'evt-refund-of-another-integration',
    ),
    ofDispute('dispute.created', 'INQUIRY_EVIDENCE_REQUIRED', { status: 'open', stage: 'inquiry' }),
    ofDispute('dispute.created', 'EVIDENCE_REQUIRED', {
      status: 'open',
      stage: 'dispute',
      reason: 'incorrect_amount',
      psp_reason: 'AMOUNT_DIFFERS',
      respond_by: 1_764_806_400,
    }),
    ofDispute('dispute.state.updated', 'PROCESSING', { status: 'open', stage: 'dispute' }),
    ofDispute('dispute.state.updated', 'INQUIRY_PROCESSING', { status: 'open', stage: 'inquiry' }),
    ofDispute('dispute.state.updated', 'INQUIRY_CLOSED', { status: 'closed', stage: 'inquiry' }),
    ofDispute('dispute.state.updated', 'WON', { status: 'won', stage: 'dispute' }),
    ofDispute('dispute.state.changed', 'LOST', { status: 'lost', stage: 'dispute' }),
    ofDispute('dispute.state.updated', 'ACCEPTED', { status: 'lost', stage: 'dispute' }),
    ofDispute('dispute.state.updated', 'A_NEW_ONE', { status: 'open', stage: 'dispute' }),
    event(
      'dispute.created',
      'dispute',
      { ...dispute('EVIDENCE_REQUIRED'), disputed_payment: { payment_id: 'OTHERS' } },
      nothing,
      'evt-dispute-of-another-integration',
    ),
  ],
  script: squareAsked,
  tamper: (webhook) => ({
    ...webhook,
    body: Buffer.from(Buffer.from(webhook.body).toString().replace('evt-', 'evt_')),
  }),
  unsign: ({ body, now }) => ({ headers: {}, body, now }),
  malformed: (secret, at) => signedBySquare('{"type":"payment.updated"}', secret, at),
};
