import { createHmac } from 'node:crypto';
import type { InboundWebhook, OperationAnswer, PspEvent } from '../../lib/types/psp.ts';
import type { PspSubject } from './psp-subject.ts';
import { moneyOf, sampleAttempt, sampleOperation } from './samples.ts';
import { squareError, squareIds, squarePayment, squareRefund } from './square-objects.ts';

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

const event = (
  type: string,
  kind: 'payment' | 'refund',
  object: object,
  expected: Omit<Partial<PspEvent>, 'id'>,
  event_id: string,
) => {
  const body = JSON.stringify({
    merchant_id: '6SSW7HV8K2ST5',
    type,
    event_id,
    created_at: '2025-11-20T09:00:00.000Z',
    data: { type: kind, id: 'x', object: { [kind]: object } },
  });
  return {
    name: `${type}, ${event_id}`,
    deliver: (secret: string, at: number) => signedBySquare(body, secret, at),
    expected: { id: event_id, ...expected },
  };
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

const ofRefund = (type: string, status: string, answer: OperationAnswer) =>
  event(
    type,
    'refund',
    squareRefund(attempt, refund.id, refunded, status),
    {
      reference: attempt.reference,
      operation: refund.id,
      psp_reference,
      money: refunded,
      claim: { about: 'refund', answer },
    },
    `evt-refund-${status}`,
  );

const nothing = { claim: { about: 'nothing_of_ours' } } as const;

export const squareWebhooks: PspSubject['webhooks'] = {
  events: [
    ofPayment('COMPLETED', { about: 'capture', answer: { outcome: 'succeeded' } }),
    ofPayment(
      'APPROVED',
      { about: 'authorization', answer: { outcome: 'approved', psp_reference } },
      { type: 'payment.created' },
    ),
    ofPayment('PENDING', {
      about: 'authorization',
      answer: { outcome: 'unknown', doubt: 'pending', psp_reference },
    }),
    ofPayment('CANCELED', { about: 'authorization', answer: { outcome: 'canceled', psp_reference } }),
    ofPayment(
      'FAILED',
      {
        about: 'authorization',
        answer: { outcome: 'incorrect_card_data', code: 'CVV_FAILURE', psp_reference },
      },
      { card_details: { errors: [squareError('CVV_FAILURE')] } },
    ),
    ofRefund('refund.created', 'PENDING', { outcome: 'pending', psp_reference: refund_reference }),
    ofRefund('refund.updated', 'COMPLETED', { outcome: 'succeeded', psp_reference: refund_reference }),
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
      { ...squareRefund(attempt, refund.id, refunded, 'COMPLETED'), reason: 'Broken' },
      nothing,
      'evt-refund-of-another-integration',
    ),
  ],
  tamper: (webhook) => ({
    ...webhook,
    body: Buffer.from(Buffer.from(webhook.body).toString().replace('evt-', 'evt_')),
  }),
  unsign: ({ body, now }) => ({ headers: {}, body, now }),
  malformed: (secret, at) => signedBySquare('{"type":"payment.updated"}', secret, at),
};
