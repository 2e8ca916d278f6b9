import { describe, expect, test } from '@jest/globals';
import type { Attempt, Operation } from '../../../lib/types/psp.ts';
import type { HttpAnswer } from '../../../lib/types/transport.ts';
import { decodeForm } from '../../conformance/decode-form.ts';
import type { OperationName } from '../../conformance/psp-subject.ts';
import { call, sampleAttempt, sampleOperation, scripted } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { intentId, paymentIntent, refundObject } from '../../conformance/stripe-objects.ts';
import { stripeSubject } from '../../conformance/stripe-subject.ts';

const attempt = sampleAttempt({ capture_method: 'manual', psp_reference: intentId });

const run = async (name: OperationName, answer: HttpAnswer, operation: Operation, of: Attempt = attempt) => {
  const { psp, exchanges } = scripted(stripeSubject, () => answer);
  return { answer: await psp[name](of, operation, call), requests: exchanges.map(({ request }) => request) };
};

const refused = (state: { readonly status: string; readonly [field: string]: unknown }): HttpAnswer =>
  answered(400, {
    error: {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: { ...paymentIntent(attempt, attempt, state), ...state },
    },
  });

describe('capture', () => {
  const part = sampleOperation('capture', { amount: 2_000 });
  const captured = (amount_received: number) => ({ status: 'succeeded', amount_received });

  test('in part, under a key of its own', async () => {
    const intent = { ...paymentIntent(attempt, attempt, { status: 'succeeded' }), amount_received: 2_000 };
    const { answer, requests } = await run('capture', answered(200, intent), part);
    expect(answer).toEqual({ outcome: 'succeeded' });
    expect(requests[0]?.headers['idempotency-key']).toBe(`${part.id}-capture`);
    expect(decodeForm(requests[0]?.body ?? '')).toEqual({
      amount_to_capture: '2000',
      metadata: { capture: part.id },
    });
  });

  test.each([
    ['done already, for as much', captured(2_000), { outcome: 'succeeded' }],
    ['done already, for another amount', captured(2_599), { outcome: 'unknown', doubt: 'amount_mismatch' }],
    ['canceled', { status: 'canceled' }, { outcome: 'failed', reason: 'invalid_request' }],
    ['not authorised yet', { status: 'requires_action' }, { outcome: 'unknown' }],
  ])('refused because the intent is %s', async (_, state, expected) => {
    expect((await run('capture', refused(state), part)).answer).toMatchObject(expected);
  });

  test('declined by the issuer', async () => {
    const declined = answered(402, {
      error: { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' },
    });
    expect((await run('capture', declined, part)).answer).toEqual({
      outcome: 'failed',
      reason: 'card_lost_or_stolen',
      code: 'lost_card',
    });
  });
});

describe('cancel', () => {
  const operation = sampleOperation('cancel');
  test.each([
    ['canceled', { outcome: 'succeeded' }],
    ['succeeded', { outcome: 'failed', reason: 'invalid_request' }],
    ['processing', { outcome: 'unknown' }],
  ])('refused because the intent is %s', async (status, expected) => {
    expect((await run('cancel', refused({ status }), operation)).answer).toMatchObject(expected);
  });

  test('an intent that lives on after it', async () => {
    const held = answered(200, paymentIntent(attempt, attempt, { status: 'requires_capture' }));
    expect((await run('cancel', held, operation)).answer).toMatchObject({ outcome: 'unknown' });
  });
});

describe('refund', () => {
  const operation = sampleOperation('refund');
  const echo = { amount: operation.amount, currency: attempt.currency };
  const refund = (status: string, more: object = {}) =>
    answered(200, { ...refundObject(attempt, operation.id, echo, status), ...more });

  test('names payment, amount and both of our ids', async () => {
    const { requests } = await run('refund', refund('succeeded'), operation);
    expect(requests[0]?.headers['idempotency-key']).toBe(`${operation.id}-refund`);
    expect(decodeForm(requests[0]?.body ?? '')).toEqual({
      payment_intent: intentId,
      amount: '1000',
      metadata: { refund: operation.id, charge: attempt.reference },
    });
  });

  test.each([
    ['succeeded', {}, { outcome: 'succeeded', psp_reference: 're_1Pgc72B7WZ01zgkWqPvrRrPE' }],
    ['pending', {}, { outcome: 'pending', psp_reference: 're_1Pgc72B7WZ01zgkWqPvrRrPE' }],
    ['requires_action', {}, { outcome: 'pending', psp_reference: 're_1Pgc72B7WZ01zgkWqPvrRrPE' }],
    [
      'failed',
      { failure_reason: 'lost_or_stolen_card' },
      { outcome: 'failed', reason: 'card_lost_or_stolen', code: 'lost_or_stolen_card' },
    ],
    ['failed', { failure_reason: 'something_new' }, { outcome: 'failed', reason: 'unmapped' }],
    ['canceled', {}, { outcome: 'failed', reason: 'unmapped' }],
    ['someday', {}, { outcome: 'unknown', doubt: 'unreadable_answer' }],
    ['succeeded', { metadata: { refund: 're_other' } }, { outcome: 'unknown', doubt: 'unreadable_answer' }],
  ])('%s %j', async (status, more, expected) => {
    expect((await run('refund', refund(status, more), operation)).answer).toEqual(expected);
  });

  test('below the minimum of a payment', async () => {
    const small = sampleOperation('refund', { amount: 1 });
    const answer = answered(
      200,
      refundObject(attempt, small.id, { amount: 1, currency: 'eur' }, 'succeeded'),
    );
    expect((await run('refund', answer, small)).answer).toMatchObject({ outcome: 'succeeded' });
  });

  test('of an amount Stripe cannot write is refused without a call', async () => {
    const dinars = { ...attempt, currency: 'kwd', amount: 5_000 };
    const { answer, requests } = await run(
      'refund',
      refund('succeeded'),
      sampleOperation('refund', { amount: 1_234 }),
      dinars,
    );
    expect(answer).toEqual({ outcome: 'failed', reason: 'not_supported', code: 'amount_not_representable' });
    expect(requests).toHaveLength(0);
  });

  test('of a charge refunded already', async () => {
    const done = answered(400, { error: { type: 'invalid_request_error', code: 'charge_already_refunded' } });
    expect((await run('refund', done, operation)).answer).toEqual({
      outcome: 'failed',
      reason: 'invalid_request',
      code: 'charge_already_refunded',
    });
  });
});

describe('look-up of a refund', () => {
  const operation = sampleOperation('refund');
  const ours = refundObject(attempt, operation.id, { amount: 1_000, currency: 'eur' }, 'succeeded');
  const other = refundObject(attempt, 're_other', { amount: 500, currency: 'eur' }, 'succeeded');
  const lookUp = async (answer: HttpAnswer, of: Operation = operation) => {
    const { psp, exchanges } = scripted(stripeSubject, () => answer);
    return {
      answer: await psp.lookUpRefund?.(attempt, of, call),
      requests: exchanges.map(({ request }) => request),
    };
  };
  const list = (data: unknown, has_more: unknown = false) =>
    answered(200, { object: 'list', data, has_more });

  test('among others', async () => {
    const { answer, requests } = await lookUp(list([other, ours]));
    expect(answer).toMatchObject({ outcome: 'succeeded' });
    expect(requests[0]?.url).toBe(`https://api.stripe.com/v1/refunds?payment_intent=${intentId}&limit=100`);
  });

  test('by its id, where that is known', async () => {
    const { answer, requests } = await lookUp(answered(200, ours), { ...operation, psp_reference: 're_1' });
    expect(answer).toMatchObject({ outcome: 'succeeded' });
    expect(requests[0]?.url).toBe('https://api.stripe.com/v1/refunds/re_1');
  });

  test('not there: absent, but only where the list is whole', async () => {
    expect((await lookUp(list([other]))).answer).toEqual({ outcome: 'absent' });
    expect((await lookUp(list([other], true))).answer?.outcome).toBe('unknown');
    expect((await lookUp(list([other], null))).answer?.outcome).toBe('unknown');
    expect((await lookUp(list({}))).answer?.outcome).toBe('unknown');
    expect((await lookUp(answered(404, { error: { type: 'invalid_request_error' } }))).answer?.outcome).toBe(
      'unknown',
    );
  });
});
