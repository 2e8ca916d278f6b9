import { describe, expect, test } from '@jest/globals';
import type { Attempt, Operation } from '../../../lib/types/psp.ts';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import { decodeForm } from '../../conformance/decode-form.ts';
import type { OperationName } from '../../conformance/psp-subject.ts';
import { call, sampleAttempt, sampleOperation, scripted } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { stripeSubject } from '../../conformance/stripe.ts';
import { chargeId, intentId, paymentIntent, refundObject } from '../../conformance/stripe-events.ts';

const attempt = sampleAttempt({ capture_method: 'manual', psp_reference: intentId });

const run = async (
  name: OperationName,
  answer: HttpResponse,
  operation: Operation,
  of: Attempt = attempt,
) => {
  const { psp, exchanges } = scripted(stripeSubject, () => answer);
  return { answer: await psp[name](of, operation, call), requests: exchanges.map(({ request }) => request) };
};

const refused = (state: { readonly status: string; readonly [field: string]: unknown }): HttpResponse =>
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

  test('in part, under its own key', async () => {
    const intent = { ...paymentIntent(attempt, attempt, { status: 'succeeded' }), amount_received: 2_000 };
    const { answer, requests } = await run('capture', answered(200, intent), part);
    expect(answer).toEqual({ outcome: 'succeeded', amount: 2_000, psp_reference: chargeId });
    expect(requests[0]?.headers['idempotency-key']).toBe(`${part.id}-capture`);
    expect(decodeForm(requests[0]?.body ?? '')).toEqual({
      amount_to_capture: '2000',
      metadata: { capture: part.id },
    });
  });

  const ours = { metadata: { charge: attempt.reference, capture: part.id } };
  test.each([
    ['done by it, for as much', { ...captured(2_000), ...ours }, { outcome: 'succeeded', amount: 2_000 }],
    ['done by it, for less', { ...captured(1_500), ...ours }, { outcome: 'succeeded', amount: 1_500 }],
    [
      'done by it, for more',
      { ...captured(2_599), ...ours },
      { outcome: 'unknown', doubt: 'amount_mismatch' },
    ],
    [
      'done by it, without an amount',
      { ...captured(0), ...ours },
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    ['captured by another', captured(2_000), { outcome: 'failed', code: 'succeeded' }],
    [
      'captured by another of ours',
      { ...captured(2_000), metadata: { charge: attempt.reference, capture: 'cp_other' } },
      { outcome: 'failed', code: 'succeeded' },
    ],
    ['canceled', { status: 'canceled' }, { outcome: 'failed', reason: 'invalid_request', code: 'canceled' }],
    ['not authorised yet', { status: 'requires_action' }, { outcome: 'unknown' }],
    ['being worked on', { status: 'processing' }, { outcome: 'pending' }],
  ])('refused because the intent is %s', async (_, state, expected) => {
    expect((await run('capture', refused(state), part)).answer).toMatchObject(expected);
  });

  test('refused because of a state that cannot be read may have been done before', async () => {
    expect((await run('capture', refused({ status: 'new' }), part)).answer).toEqual({
      outcome: 'unknown',
      doubt: 'unreadable_answer',
    });
  });

  test('in a payment of another currency is not understood', async () => {
    const dollars = paymentIntent(attempt, { amount: 2_599, currency: 'usd' }, { status: 'succeeded' });
    expect((await run('capture', answered(200, dollars), sampleOperation('capture'))).answer).toEqual({
      outcome: 'unknown',
      doubt: 'amount_mismatch',
    });
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

  test('that released only the rest of a hold did not release the payment', async () => {
    const rest = { status: 'canceled', amount_received: 599 };
    for (const answer of [
      answered(200, { ...paymentIntent(attempt, attempt, rest), ...rest }),
      refused(rest),
    ])
      expect((await run('cancel', answer, operation)).answer).toEqual({
        outcome: 'failed',
        reason: 'invalid_request',
        code: 'succeeded',
      });
  });

  test('has no key: a stored accident would block it for a day', async () => {
    const canceled = answered(200, paymentIntent(attempt, attempt, { status: 'canceled' }));
    const { requests } = await run('cancel', canceled, operation);
    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
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
    ['succeeded', {}, { outcome: 'succeeded', psp_reference: 're_1Pgc72B7WZ01zgkWqPvrRrPE', amount: 1_000 }],
    ['pending', {}, { outcome: 'pending', psp_reference: 're_1Pgc72B7WZ01zgkWqPvrRrPE' }],
    ['requires_action', {}, { outcome: 'pending', psp_reference: 're_1Pgc72B7WZ01zgkWqPvrRrPE' }],
    [
      'failed',
      { failure_reason: 'lost_or_stolen_card' },
      { outcome: 'failed', reason: 'card_lost_or_stolen', code: 'lost_or_stolen_card' },
    ],
    // The account's balance at Stripe, not the card's.
    [
      'failed',
      { failure_reason: 'insufficient_funds' },
      { outcome: 'failed', reason: 'processor_error', code: 'insufficient_funds' },
    ],
    // The merchant itself, not the cardholder.
    [
      'canceled',
      { failure_reason: 'merchant_request' },
      { outcome: 'failed', reason: 'unmapped', code: 'merchant_request' },
    ],
    [
      'failed',
      { failure_reason: 'stolen_card' },
      { outcome: 'failed', reason: 'unmapped', code: 'stolen_card' },
    ],
    [
      'failed',
      { failure_reason: 'something_new' },
      { outcome: 'failed', reason: 'unmapped', code: 'something_new' },
    ],
    ['failed', { failure_reason: 'Free text.' }, { outcome: 'failed', reason: 'unmapped' }],
    ['constructor', {}, { outcome: 'unknown', doubt: 'unreadable_answer' }],
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

describe('the refunds of a payment', () => {
  const ours = refundObject(attempt, 're_ours', { amount: 1_000, currency: 'eur' }, 'succeeded');
  const foreign = { ...ours, id: 're_foreign', amount: 500, metadata: {}, status: 'requires_action' };
  const lookUp = async (answer: HttpResponse, of: Attempt = attempt) => {
    const { psp, exchanges } = scripted(stripeSubject, () => answer);
    return {
      answer: await psp.lookUpRefunds?.(of, call),
      requests: exchanges.map(({ request }) => request),
    };
  };
  const list = (data: unknown, has_more: unknown = false) =>
    answered(200, { object: 'list', data, has_more });

  test('one by one, in one question', async () => {
    const { answer, requests } = await lookUp(list([foreign, ours]));
    expect(answer).toEqual({
      outcome: 'found',
      complete: true,
      refunds: [
        { psp_reference: 're_foreign', amount: 500, status: 'pending' },
        { psp_reference: ours.id, operation: 're_ours', amount: 1_000, status: 'succeeded' },
      ],
    });
    expect(requests.map(({ url }) => url)).toEqual([
      `https://api.stripe.com/v1/refunds?payment_intent=${intentId}&limit=100`,
    ]);
  });

  test('complete only if Stripe says so', async () => {
    for (const has_more of [true, null])
      expect((await lookUp(list([ours], has_more))).answer).toMatchObject({ complete: false });
  });

  test('no list is no answer', async () => {
    const { answer } = await lookUp(list({}));
    expect(answer).toEqual({ outcome: 'unknown', doubt: 'unreadable_answer' });
  });

  test.each<[string, object]>([
    ['without an amount', { amount: null }],
    ['of a state nobody knows', { status: 'someday' }],
    ['in another currency', { currency: 'usd' }],
    ['of nothing', { amount: -1 }],
  ])('one %s hides no other, and the list is not complete', async (_, change) => {
    const { answer } = await lookUp(list([{ ...foreign, ...change }, ours]));
    expect(answer).toMatchObject({ refunds: [{ operation: 're_ours' }], complete: false });
  });

  test('one of a part of a krona hides no other, and the list is not complete', async () => {
    const kronur = { amount: 5_000, currency: 'isk' };
    const refunds = [
      { ...foreign, currency: 'isk', amount: 150 },
      { ...ours, currency: 'isk', amount: 100_000 },
    ];
    const { answer } = await lookUp(list(refunds), { ...attempt, ...kronur });
    expect(answer).toEqual({
      outcome: 'found',
      complete: false,
      refunds: [{ psp_reference: ours.id, operation: 're_ours', amount: 1_000, status: 'succeeded' }],
    });
  });

  test('without the payment’s id nothing is asked', async () => {
    const { answer, requests } = await lookUp(list([]), sampleAttempt());
    expect(answer).toEqual({ outcome: 'unknown', doubt: 'ambiguous_error' });
    expect(requests).toHaveLength(0);
  });
});
