import { createHmac } from 'node:crypto';
import type { InboundWebhook, PspEvent } from '../../lib/types/psp.ts';
import type { PspSubject } from './psp-subject.ts';

export const checkoutComIds = {
  payment: 'pay_mbabizu24mvu3mela5njyhpit4',
  action: 'act_mbabizu24mvu3mela5njyhpit4',
  processed_on: '2019-09-10T10:11:12Z',
};
const { payment, action, processed_on } = checkoutComIds;
const charge = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
const operation = 're_01jd2k5m7n9p1q3r5s7t9v1w3y';

export const sign = (body: string, secret: string, now: number): InboundWebhook => ({
  headers: {
    'content-type': 'application/json',
    'cko-signature': createHmac('sha256', secret).update(body).digest('hex'),
  },
  body: Buffer.from(body),
  now,
});

const event = (
  type: string,
  data: Readonly<Record<string, unknown>>,
  expected: Partial<PspEvent>,
  id = `evt_${type}`,
) => {
  const body = JSON.stringify({
    id,
    type,
    version: '1.0.29',
    created_on: processed_on,
    data: {
      id: payment,
      action_id: action,
      reference: charge,
      amount: 2599,
      currency: 'EUR',
      processed_on,
      response_code: '10000',
      metadata: { charge, session: 'cs_01jd2k5m7n9p1q3r5s7t9v1w3z' },
      ...data,
    },
  });
  return {
    name: type,
    deliver: (secret: string, at: number) => sign(body, secret, at),
    expected: { id, ...expected },
  };
};

const ours = { reference: charge, psp_reference: payment, money: { amount: 2599, currency: 'eur' } } as const;
const ofOperation = { reference: operation, metadata: { charge, operation } };
const done = { outcome: 'succeeded', psp_reference: action, amount: 2599 } as const;
const ofAction = { ...ours, operation_reference: action } as const;
const undone = { outcome: 'failed', reason: 'do_not_honor', code: '20005' } as const;
const declined = { response_code: '20005' };

export const checkoutComEvents: PspSubject['webhooks']['events'] = [
  event(
    'payment_approved',
    {},
    {
      ...ours,
      claim: { about: 'authorization', answer: { outcome: 'approved', psp_reference: payment } },
    },
  ),
  event(
    'payment_declined',
    { ...declined, processing: { partner_merchant_advice_code: '24' } },
    {
      ...ours,
      claim: {
        about: 'authorization',
        answer: {
          outcome: 'do_not_honor',
          code: '20005',
          psp_reference: payment,
          advice: 'wait',
        },
      },
    },
  ),
  event(
    'payment_pending',
    {},
    {
      ...ours,
      claim: {
        about: 'authorization',
        answer: { outcome: 'unknown', doubt: 'pending', psp_reference: payment },
      },
    },
  ),
  event(
    'payment_expired',
    {},
    {
      ...ours,
      claim: {
        about: 'authorization',
        answer: { outcome: 'canceled', psp_reference: payment, hold: 'expired' },
      },
    },
  ),
  event(
    'payment_canceled',
    {},
    {
      ...ours,
      claim: { about: 'authorization', answer: { outcome: 'canceled', psp_reference: payment } },
    },
  ),
  event('payment_captured', ofOperation, {
    ...ofAction,
    operation,
    claim: { about: 'capture', answer: done },
  }),
  event('payment_capture_declined', declined, { ...ofAction, claim: { about: 'capture', answer: undone } }),
  event('payment_voided', ofOperation, {
    ...ofAction,
    operation,
    claim: { about: 'cancel', answer: { outcome: 'succeeded', psp_reference: action } },
  }),
  event('payment_void_declined', declined, { ...ofAction, claim: { about: 'cancel', answer: undone } }),
  event('payment_refunded', ofOperation, {
    ...ofAction,
    operation,
    claim: { about: 'refund', answer: done },
  }),
  event(
    'payment_refund_declined',
    { ...ofOperation, ...declined },
    { ...ofAction, operation, claim: { about: 'refund', answer: undone } },
  ),
  event('payment_returned', {}, { claim: { about: 'nothing_of_ours' } }),
  event(
    'payment_approved',
    { reference: 'ORDER-17', metadata: {} },
    { claim: { about: 'nothing_of_ours' } },
    'evt_of_another_integration',
  ),
];
