import { createHmac } from 'node:crypto';
import { checkoutCom } from '../../lib/psp/checkout_com/adapter.ts';
import { wirePart } from '../../lib/psp/wire-amounts.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt, InboundWebhook, PspEvent, RefundFact } from '../../lib/types/psp.ts';
import type { Facts, PaymentFacts, PspSubject, Script } from './psp-subject.ts';
import { sampleAttempt } from './samples.ts';
import { answered } from './scripted-transport.ts';

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
      claim: { about: 'authorization', result: { outcome: 'approved', psp_reference: payment } },
    },
  ),
  event(
    'payment_declined',
    { ...declined, processing: { partner_merchant_advice_code: '24' } },
    {
      ...ours,
      claim: {
        about: 'authorization',
        result: {
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
        result: { outcome: 'unknown', doubt: 'pending', psp_reference: payment },
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
        result: { outcome: 'canceled', psp_reference: payment, hold: 'expired' },
      },
    },
  ),
  event(
    'payment_canceled',
    {},
    {
      ...ours,
      claim: { about: 'authorization', result: { outcome: 'canceled', psp_reference: payment } },
    },
  ),
  event('payment_captured', ofOperation, {
    ...ofAction,
    operation,
    claim: { about: 'capture', result: done },
  }),
  event('payment_capture_declined', declined, { ...ofAction, claim: { about: 'capture', result: undone } }),
  event('payment_voided', ofOperation, {
    ...ofAction,
    operation,
    claim: { about: 'cancel', result: { outcome: 'succeeded', psp_reference: action } },
  }),
  event('payment_void_declined', declined, { ...ofAction, claim: { about: 'cancel', result: undone } }),
  event('payment_refunded', ofOperation, {
    ...ofAction,
    operation,
    claim: { about: 'refund', result: done },
  }),
  event(
    'payment_refund_declined',
    { ...ofOperation, ...declined },
    { ...ofAction, operation, claim: { about: 'refund', result: undone } },
  ),
  event('payment_returned', {}, { claim: { about: 'nothing_of_ours' } }),
  event(
    'payment_approved',
    { reference: 'ORDER-17', metadata: {} },
    { claim: { about: 'nothing_of_ours' } },
    'evt_of_another_integration',
  ),
];

const { payment: id } = checkoutComIds;
const self = { href: `https://api.sandbox.checkout.com/payments/${id}` };
const approved = { processed_on, approved: true, response_code: '10000' };

const onWire = (money: Money): number => {
  const wire = wirePart(checkoutCom.capabilities.amounts, money);
  return wire.ok ? wire.value : money.amount;
};

const statusOf = ({ captured, refunded = 0, hold }: PaymentFacts, whole: number): string => {
  if (hold !== undefined) return hold === 'voided' ? 'Voided' : 'Expired';
  if (captured === undefined) return 'Authorized';
  if (refunded > 0) return refunded === captured ? 'Refunded' : 'Partially Refunded';
  return captured !== null && captured < whole ? 'Partially Captured' : 'Captured';
};

/** A payment as it is when this is so. Without the amount captured it has no balances at all. */
const paymentOf = (facts: PaymentFacts, { reference }: Attempt, echo: Money) => {
  const { captured = 0, refunded = 0 } = facts;
  const whole = onWire(echo);
  const wire = (amount: number) => (amount === 0 ? 0 : onWire({ ...echo, amount }));
  return {
    id,
    requested_on: processed_on,
    amount: whole,
    currency: echo.currency.toUpperCase(),
    reference,
    approved: true,
    status: statusOf(facts, echo.amount),
    ...(captured !== null && {
      balances: {
        total_authorized: whole,
        total_voided: facts.hold === undefined ? 0 : whole,
        total_captured: wire(captured),
        total_refunded: wire(refunded),
        available_to_refund: wire(captured) - wire(refunded),
      },
    }),
    _links: { self, actions: { href: `${self.href}/actions` } },
  };
};

const actionId = (index: number): string => `act_${String(index).padStart(26, 'a')}`;

const authorization = ({ reference, ...money }: Attempt) => ({
  ...approved,
  id: actionId(0),
  type: 'Authorization',
  amount: onWire(money),
  reference,
});

/** The payment and its actions, whoever asks. */
const report =
  (payment: object, actions: readonly object[]): Script =>
  ({ url }) =>
    answered(200, url.endsWith('/actions') ? actions : payment);

const refundAction = ({ operation, amount, status }: RefundFact, index: number, { currency }: Money) => ({
  id: actionId(index + 2),
  type: 'Refund',
  processed_on,
  amount: onWire({ amount, currency }),
  response_code: status === 'failed' ? '20099' : '10000',
  ...(status !== 'pending' && { approved: status === 'succeeded' }),
  ...(operation !== undefined && { reference: operation }),
});

const elsewhere = (type: string, data: object) => (attempt: Attempt, secret: string, at: number) =>
  sign(
    JSON.stringify({
      id: `evt_${type}_elsewhere`,
      type,
      version: '1.0.29',
      created_on: processed_on,
      data: {
        id,
        action_id: actionId(9),
        reference: attempt.reference,
        amount: 1_000,
        currency: 'EUR',
        processed_on,
        response_code: '10000',
        metadata: { charge: attempt.reference, session: attempt.session },
        ...data,
      },
    }),
    secret,
    at,
  );

/** What a dispute tells of its payment is the id. */
const dispute = (type: string) =>
  elsewhere(type, {
    id: 'dsp_bc94ebda8d275i461229',
    action_id: undefined,
    payment_id: id,
    reference: undefined,
    metadata: undefined,
    category: 'fraudulent',
    reason_code: '10.4',
    evidence_required_by: '2019-09-24T10:11:12Z',
  });

/** The answer to the question whose payment a dispute is about. */
export const disputedPayment: Script = ({ url }) =>
  url.endsWith(`/payments/${id}`)
    ? answered(200, paymentOf({ captured: 2_599 }, sampleAttempt(), sampleAttempt()))
    : undefined;

export const checkoutComFacts: Facts = {
  playFacts: (facts, attempt, echo) => report(paymentOf(facts, attempt, echo), [authorization(attempt)]),
  playRefusedCapture: ({ captured, hold }, by, attempt, operation) => {
    const reference = by === 'this' ? { reference: operation.id } : {};
    const done = { ...approved, id: actionId(1), ...reference };
    const actions = [
      ...(hold === 'voided' ? [{ ...done, type: 'Void', amount: attempt.amount }] : []),
      ...(captured ? [{ ...done, type: 'Capture', amount: captured }] : []),
      authorization(attempt),
    ];
    return (request) =>
      request.method === 'POST'
        ? { kind: 'answered', status: 403, headers: {}, body: '' }
        : answered(200, actions);
  },
  playRefunds: (refunds, attempt, cut) => {
    const refunded = refunds
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);
    const payment = paymentOf({ captured: attempt.amount, refunded }, attempt, attempt);
    const left = payment.balances?.available_to_refund ?? 0;
    const actions = [
      ...refunds.map((refund, index) => refundAction(refund, index, attempt)),
      { ...approved, id: actionId(1), type: 'Capture', amount: onWire(attempt) },
      authorization(attempt),
    ];
    // One that was accepted is not listed yet, but its amount is set aside.
    const aside = { balances: { ...payment.balances, available_to_refund: left - 1 } };
    return report(cut ? { ...payment, ...aside } : payment, actions);
  },
  elsewhere: {
    capture: elsewhere('payment_captured', {}),
    refund: elsewhere('payment_refunded', { reference: 'RMA 1042' }),
    void: elsewhere('payment_voided', { amount: 2_599 }),
    expiry: elsewhere('payment_expired', { amount: 2_599, action_id: undefined }),
    dispute_opened: dispute('dispute_received'),
    dispute_won: dispute('dispute_won'),
    dispute_lost: dispute('dispute_lost'),
    dispute_closed: dispute('dispute_canceled'),
  },
};
