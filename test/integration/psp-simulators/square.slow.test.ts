import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Attempt, AuthorizeRequest } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import { squarePaths } from '../../conformance/square.ts';
import { readSpec } from '../../tools/specs.ts';
import { call, newAttempt, type OpenAdapter, openAdapter } from './open-adapter.ts';
import { eventually } from './psp-client.ts';

let square: OpenAdapter;
beforeAll(async () => {
  square = await openAdapter('square');
});
afterEach(() => square.fault({ kind: 'ok' }));
afterAll(() => square.close());

const token = (value = 'cnon:card-nonce-ok'): AuthorizeRequest => ({
  payment_method: {
    type: 'psp_token',
    psp: 'square',
    token: secret(value),
    billing_details: { address: { line1: '1 High Street', postal_code: 'N1', country: 'GB' } },
  },
  return_url: 'https://pay.example.com/return?state=s',
});

const pay = async (more: object = {}, request = token()) => {
  const attempt = newAttempt(more);
  const answer = await square.psp.authorize(attempt, request, call);
  const psp_reference = 'psp_reference' in answer ? answer.psp_reference : undefined;
  return { attempt: psp_reference === undefined ? attempt : { ...attempt, psp_reference }, answer };
};

/** The refunds of a payment, once none of them is under way. */
const settled = (attempt: Attempt) =>
  eventually(async () => {
    const found = await square.psp.lookUpRefunds?.(attempt, call);
    return found?.outcome === 'found' && found.refunds.every(({ status }) => status !== 'pending') && found;
  });

describe('payments', () => {
  test('a token is charged at once, and the books say so', async () => {
    const { attempt, answer } = await pay({ currency: 'jpy' });
    expect(answer.outcome).toBe('captured');
    expect(await square.booked(attempt.reference)).toMatchObject({
      amount: 2_599,
      currency: 'jpy',
      amount_captured: 2_599,
      card_last4: '1111',
    });
  });

  test.each([
    ['declined', 'do_not_honor', 'GENERIC_DECLINE'],
    ['rejected-cvv', 'incorrect_card_data', 'CVV_FAILURE'],
    ['rejected-postalcode', 'incorrect_card_data', 'ADDRESS_VERIFICATION_FAILURE'],
    ['rejected-expiration', 'incorrect_card_data', 'INVALID_EXPIRATION'],
  ])('the sandbox’s token %s is declined: %s', async (name, outcome, code) => {
    const { attempt, answer } = await pay({}, token(`cnon:card-nonce-${name}`));
    expect(answer).toMatchObject({ outcome, code });
    expect(await square.booked(attempt.reference)).toMatchObject({ status: 'declined', amount_captured: 0 });
    expect(await square.psp.lookUp?.(attempt, call)).toMatchObject({ outcome, code });
  });

  test('any other token pays once', async () => {
    const once = token('cnon:CA4SEKJGvgGqywoZjOPQ');
    expect((await pay({}, once)).answer.outcome).toBe('captured');
    expect((await pay({}, once)).answer).toMatchObject({ code: 'CARD_TOKEN_USED' });
    expect((await pay({}, token('tok_of_another_psp'))).answer).toMatchObject({ outcome: 'invalid_request' });
  });

  test('held, then completed, twice; held, then canceled, twice', async () => {
    const { attempt, answer } = await pay({ capture_method: 'manual' });
    expect(answer.outcome).toBe('approved');
    const all = { id: 'cp_1', amount: attempt.amount };
    expect(await square.psp.capture(attempt, all, call)).toEqual({ outcome: 'succeeded', amount: 2_599 });
    const code = 'DELAYED_TRANSACTION_CAPTURED';
    expect(await square.psp.capture(attempt, all, call)).toMatchObject({ outcome: 'failed', code });
    expect(await square.psp.cancel(attempt, all, call)).toMatchObject({ outcome: 'failed', code });
    const released = (await pay({ capture_method: 'manual' })).attempt;
    for (let round = 0; round < 2; round++)
      expect(await square.psp.cancel(released, all, call)).toEqual({ outcome: 'succeeded' });
    expect(await square.psp.capture(released, all, call)).toMatchObject({
      outcome: 'failed',
      code: 'DELAYED_TRANSACTION_CANCELED',
    });
    expect(await square.booked(released.reference)).toMatchObject({ status: 'canceled', amount_captured: 0 });
  });

  test('refunds are accepted, then done; each once, and never more than was taken', async () => {
    const { attempt } = await pay();
    const first = { id: 're_1a', amount: 1_599 };
    expect(await square.psp.refund(attempt, first, call)).toMatchObject({ outcome: 'pending' });
    expect(await square.psp.refund(attempt, first, call)).toMatchObject({ outcome: 'pending' });
    expect(await square.psp.refund(attempt, { id: 're_1b', amount: 1_001 }, call)).toMatchObject({
      outcome: 'failed',
      code: 'REFUND_AMOUNT_INVALID',
    });
    expect(await settled(attempt)).toMatchObject({
      refunds: [{ operation: first.id, amount: first.amount, status: 'succeeded' }],
      complete: true,
    });
    expect(await square.booked(attempt.reference)).toMatchObject({ amount_refunded: 1_599 });
  });

  test('a refund the issuer rejects gives its amount back', async () => {
    const { attempt } = await pay();
    await square.fault({ kind: 'decline', code: 'REFUND_DECLINED', only: 'refund' });
    const refund = { id: 're_rejected', amount: 2_599 };
    expect(await square.psp.refund(attempt, refund, call)).toMatchObject({ outcome: 'pending' });
    await square.fault({ kind: 'ok' });
    expect(await settled(attempt)).toMatchObject({
      refunds: [{ operation: refund.id, status: 'failed', reason: 'do_not_honor' }],
    });
    expect(await square.booked(attempt.reference)).toMatchObject({
      amount_captured: 2_599,
      amount_refunded: 0,
    });
  });
});

describe('unknown outcomes', () => {
  test.each(['reset-after', '5xx-after', 'html', 'wrong-amount'])(
    '%s: unknown, then found by our reference once the list has caught up',
    async (kind) => {
      await square.fault({ kind, only: 'authorize' });
      const { attempt, answer } = await pay();
      await square.fault({ kind: 'ok' });
      expect(answer.outcome).toBe('unknown');
      const { psp_reference: _, ...forgotten } = attempt;
      const found = await eventually(async () => {
        const answered = await square.psp.lookUp?.(forgotten, call);
        return answered?.outcome !== 'absent' && answered;
      });
      expect(found).toMatchObject({ outcome: 'captured' });
    },
  );

  test('the list lags: a new payment is not in it, but is found by its id', async () => {
    const { attempt } = await pay();
    const { psp_reference: _, ...forgotten } = attempt;
    expect(await square.psp.lookUp?.(forgotten, call)).toEqual({ outcome: 'absent' });
    expect(await square.psp.lookUp?.(attempt, call)).toMatchObject({ outcome: 'captured' });
  });

  test('a hold whose answer was lost is canceled by its key', async () => {
    await square.fault({ kind: 'reset-after', only: 'authorize' });
    const { attempt } = await pay({ capture_method: 'manual' });
    await square.fault({ kind: 'ok' });
    // Not in the list yet, so nothing is known of it: a later look finds it canceled.
    expect(await square.psp.cancelByReference?.(attempt, call)).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
    });
    expect(await square.booked(attempt.reference)).toMatchObject({
      status: 'canceled',
      amount_authorized: 0,
    });
  });

  test('a cancel by reference reports a payment that was taken, and nothing about one it cannot see', async () => {
    const { attempt } = await pay();
    expect(await square.psp.cancelByReference?.(attempt, call)).toMatchObject({ outcome: 'captured' });
    expect(await square.booked(attempt.reference)).toMatchObject({ amount_captured: 2_599 });
    expect(await square.psp.cancelByReference?.(newAttempt(), call)).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
    });
  });

  test('under one key a payment is taken once, and another body gets an error', async () => {
    const attempt = newAttempt();
    const first = await square.psp.authorize(attempt, token(), call);
    expect(await square.psp.authorize(attempt, token(), call)).toEqual(first);
    expect(await square.psp.authorize({ ...attempt, amount: 1 }, token(), call)).toEqual({
      outcome: 'duplicate',
      doubt: 'ambiguous_error',
    });
    const booked = (await square.ledger()).payments.filter((row) => row.reference === attempt.reference);
    expect(booked).toHaveLength(1);
  });

  test.each([
    ['unauthorized', 'psp_unavailable'],
    ['rate-limit', 'rate_limited'],
  ])('%s: a definite no', async (kind, outcome) => {
    await square.fault({ kind });
    const { attempt, answer } = await pay();
    expect(answer.outcome).toBe(outcome);
    expect(await square.booked(attempt.reference)).toBeUndefined();
  });
});

test('every event verifies and leads to its charge; one that was changed does not', async () => {
  const { attempt } = await pay();
  await square.psp.refund(attempt, { id: 're_event', amount: 100 }, call);
  const mine = await eventually(() => {
    const found = square.deliveries.filter(({ body }) => body.includes(attempt.reference));
    return found.some(({ body }) => body.includes('refund.updated')) && found;
  });
  const webhook = (delivery: (typeof mine)[number], body = delivery.body) => ({
    headers: delivery.headers as Record<string, string>,
    body: Buffer.from(body),
    now: Date.now(),
  });
  const readings = await Promise.all(mine.map((delivery) => square.psp.readWebhook(webhook(delivery))));
  const events = readings.flatMap((reading) => (reading.ok ? reading.events : []));
  expect(events).toHaveLength(mine.length);
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        reference: attempt.reference,
        psp_reference: attempt.psp_reference,
        money: { amount: 2_599, currency: 'eur' },
        claim: {
          about: 'authorization',
          result: { outcome: 'captured', psp_reference: attempt.psp_reference, amount_captured: 2_599 },
        },
      }),
      expect.objectContaining({
        reference: attempt.reference,
        operation: 're_event',
        claim: { about: 'refund', result: expect.objectContaining({ outcome: 'succeeded' }) },
      }),
    ]),
  );
  for (const delivery of mine)
    expect(
      await square.psp.readWebhook(webhook(delivery, delivery.body.replace('event_id', 'event_ix'))),
    ).toEqual({
      ok: false,
      reason: 'signature',
    });
});

const document = readSpec('square.openapi.json');
const specified = document === undefined ? test.skip : test;

const payment = {
  source_id: 'cnon:card-nonce-ok',
  idempotency_key: 'ch_1',
  amount_money: { amount: 2_599, currency: 'EUR' },
};

const post = (body: unknown, authorization = `Bearer ${square.api_key}`) =>
  square.post('/v2/payments', body, authorization, document, squarePaths());

describe('a request that the document forbids is refused, in its words, and has no effect', () => {
  specified.each([
    ['no source', { ...payment, source_id: undefined }],
    ['no key', { ...payment, idempotency_key: undefined }],
    ['a key that is too long', { ...payment, idempotency_key: 'x'.repeat(46) }],
    ['an amount in text', { ...payment, amount_money: { amount: '2599', currency: 'EUR' } }],
    ['a currency nobody knows', { ...payment, amount_money: { amount: 2_599, currency: 'EURO' } }],
    ['a reference that is too long', { ...payment, reference_id: 'x'.repeat(41) }],
    ['an unknown field', { ...payment, surprise: 1 }],
  ])('a payment with %s', async (_, body) => {
    const before = (await square.ledger()).payments.length;
    const { status, wrong, answer } = await post(body);
    expect([status, answer]).toEqual([400, []]);
    expect(wrong).not.toEqual([]);
    expect((await square.ledger()).payments.length).toBe(before);
  });

  specified('a call without credentials', async () => {
    const { status, answer } = await post(payment, 'Bearer wrong');
    expect([status, answer]).toEqual([401, []]);
  });
});

specified('everything that was said above is as Square’s document says, either way', () => {
  expect(square.exchanges.length).toBeGreaterThan(50);
  expect(square.problems(document, squarePaths())).toEqual([]);
});
