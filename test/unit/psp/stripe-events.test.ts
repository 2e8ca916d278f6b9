import { describe, expect, test } from '@jest/globals';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import { faults, withFault } from '../../conformance/faults.ts';
import type { Script } from '../../conformance/psp-subject.ts';
import { call, now, sampleAttempt, sampleOperation, scripted } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { stripeSubject } from '../../conformance/stripe.ts';
import {
  chargeObject,
  declineError,
  intentId,
  paymentIntent,
  refundObject,
  signedByStripe,
  signedStripeEvent,
} from '../../conformance/stripe-events.ts';

const manual = sampleAttempt({ capture_method: 'manual' });
const [secret] = stripeSubject.account.webhook_secrets;

const read = async (type: string, object: unknown, script: Script = () => undefined) => {
  const { psp, exchanges } = scripted(stripeSubject, script);
  const reading = await psp.readWebhook(signedStripeEvent(type, object, secret, now));
  return { reading, asked: exchanges.map(({ request }) => request.url) };
};

describe('how a hold ended', () => {
  const canceled = paymentIntent(manual, manual, { status: 'canceled' });
  test.each<[string, object, string | undefined]>([
    ['the merchant or we released it', { cancellation_reason: 'requested_by_customer' }, 'voided'],
    ['without a reason', { cancellation_reason: null }, 'voided'],
    ['Stripe released it after a week', { cancellation_reason: 'expired' }, 'expired'],
    ['the same, as older versions say it', { cancellation_reason: 'automatic' }, 'expired'],
    ['nothing was ever confirmed', { latest_charge: null, cancellation_reason: 'automatic' }, undefined],
    ['the card was declined', { last_payment_error: declineError('do_not_honor') }, undefined],
    ['the capture was to follow at once', { capture_method: 'automatic' }, undefined],
  ])('%s', async (_, change, hold) => {
    const intent = { ...canceled, ...change };
    const expected = { outcome: 'canceled', psp_reference: intentId, ...(hold && { hold }) };
    const { psp } = scripted(stripeSubject, () => answered(200, intent));
    expect(await psp.lookUp?.({ ...manual, psp_reference: intentId }, call)).toEqual(expected);
    const { reading } = await read('payment_intent.canceled', intent);
    expect(reading).toMatchObject({ ok: true, events: [{ claim: { result: expected } }] });
  });
});

test('an intent that bears no charge id is taken for the attempt’s by its own id only', async () => {
  const nameless = { ...paymentIntent(manual, manual, { status: 'succeeded' }), metadata: {} };
  const { psp } = scripted(stripeSubject, () => answered(200, nameless));
  expect(await psp.lookUp?.({ ...manual, psp_reference: intentId }, call)).toMatchObject({
    outcome: 'captured',
  });
  expect(await psp.lookUp?.(manual, call)).toEqual({ outcome: 'unknown', doubt: 'unreadable_answer' });
});

describe('money that is no whole number of kronur', () => {
  const kronur = { ...manual, amount: 5_000, currency: 'isk', psp_reference: intentId };
  const found = (amount_received: number, amount_refunded: number) => {
    const intent = paymentIntent(kronur, kronur, { status: 'succeeded', amount_received });
    const latest_charge = { ...chargeObject(kronur, kronur, 5_000, 0), amount_refunded };
    const { psp } = scripted(stripeSubject, () => answered(200, { ...intent, latest_charge }));
    return psp.lookUp?.(kronur, call);
  };

  test('given back: a part counts as a whole, so that the total differs from what is recorded', async () => {
    expect(await found(500_000, 150)).toMatchObject({ amount_captured: 5_000, amount_refunded: 2 });
    expect(await found(500_000, 200)).toMatchObject({ amount_captured: 5_000, amount_refunded: 2 });
    expect(await found(500_000, -1)).not.toHaveProperty('amount_refunded');
  });

  test('captured: it is another amount, which a person decides about', async () => {
    expect(await found(150, 0)).toEqual({
      outcome: 'unknown',
      doubt: 'amount_mismatch',
      psp_reference: intentId,
    });
  });
});

test('an intent created after the window of its key is a repeat’s, and says nothing about the attempt', async () => {
  const started = manual.started - 24 * 3_600_000;
  const stray = paymentIntent(manual, manual, { status: 'canceled' });
  const { psp } = scripted(stripeSubject, () => answered(200, stray));
  const late = { ...manual, started, psp_reference: stray.id };
  expect(await psp.lookUp?.(late, call)).toEqual({ outcome: 'unknown', doubt: 'unreadable_answer' });
  expect(await psp.lookUp?.({ ...late, started: started + 3_600_000 }, call)).toMatchObject({
    outcome: 'canceled',
  });
});

describe('the release of a hold, or of the rest of one, which older versions call a refund', () => {
  test.each(['expired_uncaptured_charge', 'partial_capture'])('is none: %s', async (reason) => {
    const release = { ...refundObject(manual, 're_1', manual, 'succeeded'), metadata: {}, reason };
    const real = refundObject(manual, 're_2', manual, 'succeeded');
    const { psp } = scripted(stripeSubject, () =>
      answered(200, { object: 'list', data: [release, real], has_more: false }),
    );
    const listed = await psp.lookUpRefunds?.({ ...manual, psp_reference: intentId }, call);
    expect(listed).toMatchObject({ refunds: [{ operation: 're_2' }], complete: true });
    const { reading, asked } = await read('charge.refund.updated', release);
    expect(reading).toMatchObject({ events: [{ claim: { about: 'nothing_of_ours' } }] });
    expect(asked).toEqual([]);
  });

  test('is not asked for: our version makes no such refunds', async () => {
    const { psp, exchanges } = scripted(stripeSubject, () => answered(404, {}));
    await psp.cancel({ ...manual, psp_reference: intentId }, sampleOperation('cancel'), call);
    expect(exchanges[0]?.request.headers['stripe-version']).toBe('2025-03-31.basil');
  });
});

describe('a refund that does not name our charge', () => {
  const foreign = { ...refundObject(manual, 're_1', manual, 'succeeded'), metadata: {} };
  const payment: Script = () => answered(200, paymentIntent(manual, manual, { status: 'succeeded' }));
  const nothing = { ok: true, events: [{ id: 'evt_refund.created', claim: { about: 'nothing_of_ours' } }] };
  const nameless = { ...paymentIntent(manual, manual, { status: 'succeeded' }), metadata: { charge: '' } };

  test.each([
    ['nothing', {}],
    ['Stripe’s id of the charge', { charge: 'ch_3MmlLrLkdIwHu7ix0snN0B15', refund: 'RMA-7' }],
  ])('but %s is found by its payment, with one question', async (_, metadata) => {
    const { reading, asked } = await read('refund.created', { ...foreign, metadata }, payment);
    expect(reading).toMatchObject({ events: [{ reference: manual.reference, psp_reference: intentId }] });
    expect(asked).toEqual([`https://api.stripe.com/v1/payment_intents/${intentId}`]);
  });

  test('that names it is not asked about', async () => {
    const ours = refundObject(manual, 're_1', manual, 'succeeded');
    expect((await read('refund.created', ours, payment)).asked).toEqual([]);
  });

  test.each<[string, object, HttpResponse]>([
    ['the payment of another integration', foreign, answered(200, nameless)],
    [
      'a payment this account cannot see',
      foreign,
      answered(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } }),
    ],
    ['no payment', { ...foreign, payment_intent: null }, answered(500, {})],
  ])('of %s is none of ours', async (_, refund, answer) => {
    expect((await read('refund.created', refund, () => answer)).reading).toEqual(nothing);
  });

  test('is found by a payment in a new state', async () => {
    const state = { ...paymentIntent(manual, manual, { status: 'succeeded' }), status: 'new' };
    const { reading } = await read('refund.created', foreign, () => answered(200, state));
    expect(reading).toMatchObject({ events: [{ reference: manual.reference, psp_reference: intentId }] });
  });

  test('comes again if Stripe shows something else', async () => {
    const { reading } = await read('refund.created', foreign, () => answered(200, { object: 'list' }));
    expect(reading).toEqual({ ok: false, reason: 'unanswered' });
  });

  test.each(faults.filter((fault) => !fault.startsWith('wrong_')))(
    'comes again if Stripe does not say: %s',
    async (fault) => {
      const script = withFault(stripeSubject, payment, fault, () => true);
      const { reading } = await read('refund.created', foreign, script);
      expect(reading).toEqual({ ok: false, reason: 'unanswered' });
    },
  );
});

describe('disputes', () => {
  const of = (status: string, more: object = {}) => ({
    id: 'dp_1',
    object: 'dispute',
    amount: 900,
    currency: 'eur',
    payment_intent: intentId,
    reason: 'fraudulent',
    evidence_details: { due_by: 1_723_679_999 },
    status,
    ...more,
  });
  const payment: Script = () => answered(200, paymentIntent(manual, manual, { status: 'succeeded' }));

  test.each([
    ['warning_needs_response', 'open', 'inquiry'],
    ['warning_under_review', 'open', 'inquiry'],
    ['warning_closed', 'closed', 'inquiry'],
    ['needs_response', 'open', 'dispute'],
    ['under_review', 'open', 'dispute'],
    ['won', 'won', 'dispute'],
    ['lost', 'lost', 'dispute'],
    ['charge_refunded', 'closed', 'dispute'],
    ['prevented', 'open', 'dispute'],
    ['of_a_new_kind', 'open', 'dispute'],
  ])('%s', async (reported, status, stage) => {
    const { reading } = await read('charge.dispute.updated', of(reported), payment);
    const dispute = {
      psp_reference: 'dp_1',
      status,
      stage,
      reason: 'fraudulent',
      psp_reason: 'fraudulent',
      respond_by: 1_723_679_999,
    };
    expect(reading).toEqual({
      ok: true,
      events: [
        {
          id: 'evt_charge.dispute.updated',
          reference: manual.reference,
          psp_reference: intentId,
          operation_reference: 'dp_1',
          money: { amount: 900, currency: 'eur' },
          claim: { about: 'dispute', dispute },
        },
      ],
    });
  });

  test('are as they were at the time of the event', async () => {
    const { psp } = scripted(stripeSubject, payment);
    const created = 1_763_629_200;
    const event = signedStripeEvent('charge.dispute.closed', of('won'), secret, now, { created });
    expect(await psp.readWebhook(event)).toMatchObject({
      events: [{ claim: { dispute: { status: 'won', as_of: 1_763_629_200_000 } } }],
    });
  });

  test.each([
    ['resolution', 'lost'],
    ['block', 'closed'],
  ])('prevented by a %s: %s', async (case_type, status) => {
    const reported = of('prevented', { payment_method_details: { card: { brand: 'visa', case_type } } });
    const { reading } = await read('charge.dispute.closed', reported, payment);
    expect(reading).toMatchObject({ events: [{ claim: { dispute: { status } } }] });
  });

  test.each([
    ['no amount', { amount: null }],
    ['a part of a krona', { amount: 12_345, currency: 'isk' }],
    ['a currency that is no longer one', { currency: 'hrk' }],
  ])('one of %s is one all the same', async (_, reported) => {
    const { reading } = await read('charge.dispute.created', of('lost', reported), payment);
    expect(reading).toMatchObject({ events: [{ claim: { about: 'dispute', dispute: { status: 'lost' } } }] });
    expect(reading).not.toHaveProperty('events.0.money');
  });
});

test.each([
  ['pm_1Pgc75B7WZ01zgkWlHVgdEGJ', 'single_use'],
  ['pm_card_visa', 'single_use'],
  ['pm_', undefined],
  ['pm_1Pgc75B7WZ01/../zgkWlHVgdEGJ', undefined],
  [`pm_${'x'.repeat(65)}`, undefined],
  ['cus_1Pgc75B7WZ01zgkW', undefined],
  ['card_1Pgc75B7WZ01zgkWlHVgdEGJ', undefined],
  ['tok_4gzeau5o2uqubbk6fufs3m7p54', undefined],
  ['', undefined],
])('token %s is %s', (token, kind) => {
  expect(scripted(stripeSubject, () => undefined).psp.tokenKind(token)).toBe(kind);
});

test.each([
  [
    'a thin event',
    { id: 'evt_1', object: 'v2.core.event', type: 'v2.core.account.updated', related_object: {} },
  ],
  ['an event about nothing', { id: 'evt_1', object: 'event', type: 'balance.available' }],
])('%s, signed and of a kind that is not read, is acknowledged', async (_, event) => {
  const { psp } = scripted(stripeSubject, () => undefined);
  expect(await psp.readWebhook(signedByStripe(JSON.stringify(event), secret, now))).toMatchObject({
    ok: true,
    events: [{ claim: { about: 'nothing_of_ours' } }],
  });
});

test('an event that is read needs its object', async () => {
  const { psp } = scripted(stripeSubject, () => undefined);
  const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' };
  expect(await psp.readWebhook(signedByStripe(JSON.stringify(event), secret, now))).toEqual({
    ok: false,
    reason: 'malformed',
  });
});
