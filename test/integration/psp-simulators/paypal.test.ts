import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { AuthorizeRequest } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import { paypalPaths } from '../../conformance/paypal-paths.ts';
import { readSpec } from '../../tools/specs.ts';
import { call, newAttempt, type OpenAdapter, openAdapter } from './open-adapter.ts';
import { eventually } from './psp-client.ts';

let paypal: OpenAdapter;
beforeAll(async () => {
  paypal = await openAdapter('paypal');
});
afterEach(() => paypal.fault({ kind: 'ok' }));
afterAll(() => paypal.close());

const visa = '4012888888881881';
const challenged = '4868719166101368';

const card = (name = 'Ada Lovelace', number = visa): AuthorizeRequest => ({
  payment_method: {
    type: 'card',
    card: { number: secret(number), cvc: secret('123'), exp_month: 12, exp_year: 2034, name },
    billing_details: {
      address: { line1: '1 High Street', city: 'London', postal_code: 'N1', country: 'GB' },
    },
  },
  return_url: 'https://pay.example.com/return?state=s',
});
const token = (value: string): AuthorizeRequest => ({
  payment_method: { type: 'psp_token', psp: 'paypal', token: secret(value) },
  return_url: 'https://pay.example.com/return?state=s',
});

const pay = async (more: object = {}, request = card()) => {
  const attempt = newAttempt(more);
  const answer = await paypal.psp.authorize(attempt, request, call);
  const psp_reference = 'psp_reference' in answer ? answer.psp_reference : undefined;
  return { attempt: psp_reference === undefined ? attempt : { ...attempt, psp_reference }, answer };
};

describe('payments', () => {
  test('a card is charged at once, and the books say so', async () => {
    const { attempt, answer } = await pay();
    expect(answer.outcome).toBe('captured');
    expect(await paypal.booked(attempt.reference)).toMatchObject({
      amount: 2_599,
      currency: 'eur',
      amount_captured: 2_599,
      card_last4: '1881',
    });
  });

  test.each([
    ['jpy', 2_599],
    ['huf', 259_900],
    ['twd', 5_000],
  ])('%s is written without decimals and booked in minor units', async (currency, amount) => {
    const { attempt, answer } = await pay({ currency, amount });
    expect(answer.outcome).toBe('captured');
    expect(await paypal.booked(attempt.reference)).toMatchObject({ currency, amount_captured: amount });
  });

  test.each([
    ['CCREJECT-REFUSED', 'do_not_honor', '0500'],
    ['CCREJECT-SF', 'fraud_suspected', '9500'],
    ['CCREJECT-EC', 'incorrect_card_data', '5400'],
    ['CCREJECT-IF', 'insufficient_funds', '5120'],
    ['CCREJECT-LS', 'card_lost_or_stolen', '9520'],
    ['CCREJECT-CVV_F', 'incorrect_card_data', '00N7'],
  ])('the documented name %s is declined: %s', async (name, outcome, code) => {
    const { attempt, answer } = await pay({}, card(name));
    expect(answer).toMatchObject({ outcome, code });
    expect(await paypal.booked(attempt.reference)).toMatchObject({ status: 'declined', amount_captured: 0 });
  });

  test('vaulted cards', async () => {
    expect((await pay({}, token('vaultapproved'))).answer.outcome).toBe('captured');
    expect((await pay({}, token('vaultinsufficientfunds'))).answer).toMatchObject({ code: '5120' });
    expect((await pay({}, token('nosuchcard'))).answer).toMatchObject({
      outcome: 'incorrect_card_data',
      code: 'TOKEN_ID_NOT_FOUND',
    });
  });

  test('held, then captured in part; held, then voided, twice', async () => {
    const { attempt, answer } = await pay({ capture_method: 'manual' });
    expect(answer.outcome).toBe('approved');
    const part = { id: 'cp_1', amount: 1_000 };
    expect(await paypal.psp.capture(attempt, part, call)).toMatchObject({ outcome: 'succeeded' });
    expect(await paypal.psp.capture(attempt, part, call)).toMatchObject({ outcome: 'succeeded' });
    expect(await paypal.psp.cancel(attempt, part, call)).toMatchObject({ outcome: 'failed' });
    expect(await paypal.booked(attempt.reference)).toMatchObject({
      amount_captured: 1_000,
      status: 'captured',
    });
    const released = (await pay({ capture_method: 'manual' })).attempt;
    for (let round = 0; round < 2; round++)
      expect(await paypal.psp.cancel(released, { id: 'cn_1', amount: 1 }, call)).toEqual({
        outcome: 'succeeded',
      });
    expect(await paypal.psp.lookUp?.(released, call)).toMatchObject({ outcome: 'canceled' });
  });

  test('refunds add up to what was captured, each once, and are found by our id', async () => {
    const { attempt } = await pay();
    const [first, second] = [
      { id: 're_1a', amount: 1_599 },
      { id: 're_1b', amount: 1_001 },
    ];
    expect(await paypal.psp.refund(attempt, first, call)).toMatchObject({ outcome: 'succeeded' });
    expect(await paypal.psp.refund(attempt, first, call)).toMatchObject({ outcome: 'succeeded' });
    expect(await paypal.psp.refund(attempt, second, call)).toMatchObject({
      outcome: 'failed',
      code: 'REFUND_AMOUNT_EXCEEDED',
    });
    expect(await paypal.psp.lookUpRefund?.(attempt, first, call)).toMatchObject({ outcome: 'succeeded' });
    expect(await paypal.psp.lookUpRefund?.(attempt, second, call)).toEqual({ outcome: 'absent' });
    expect(await paypal.booked(attempt.reference)).toMatchObject({ amount_refunded: 1_599 });
  });
});

describe('3-D Secure', () => {
  const begin = async () => {
    const { attempt, answer } = await pay({}, card('Ada Lovelace', challenged));
    if (answer.outcome !== 'requires_action') throw new Error(answer.outcome);
    expect(await paypal.psp.lookUp?.(attempt, call)).toMatchObject({ outcome: 'requires_action' });
    return { attempt, redirect_url: answer.redirect_url };
  };
  const comeBack = async (url: string, result: string) => {
    const back = await fetch(`${url}?result=${result}`, { redirect: 'manual' });
    return new URL(back.headers.get('location') ?? '').searchParams;
  };

  test('approved: nothing is taken before we say so, and once when we say it twice', async () => {
    const { attempt, redirect_url } = await begin();
    expect(Object.fromEntries(await comeBack(redirect_url, 'approve'))).toMatchObject({ state: 's' });
    expect(await paypal.booked(attempt.reference)).toMatchObject({ amount_captured: 0 });
    for (let round = 0; round < 2; round++)
      expect(await paypal.psp.completeAuthentication(attempt, {}, call)).toMatchObject({
        outcome: 'captured',
      });
    expect(await paypal.booked(attempt.reference)).toMatchObject({ amount_captured: 2_599 });
  });

  test.each(['fail', 'nothing'])('%s: declined, and nothing is taken', async (result) => {
    const { attempt, redirect_url } = await begin();
    if (result === 'fail') await comeBack(redirect_url, result);
    expect(await paypal.psp.completeAuthentication(attempt, {}, call)).toMatchObject({
      outcome: 'authentication_failed',
    });
    expect(await paypal.booked(attempt.reference)).toMatchObject({ amount_captured: 0 });
  });
});

describe('when nobody knows', () => {
  test.each(['reset-after', '5xx-after', 'html', 'wrong-amount'])(
    '%s: unknown; then found without the card, and a repeat charges nothing more',
    async (kind) => {
      await paypal.fault({ kind, only: 'authorize' });
      const { attempt, answer } = await pay();
      await paypal.fault({ kind: 'ok' });
      expect(answer.outcome).toBe('unknown');
      const { psp_reference: _, ...forgotten } = attempt;
      expect(await paypal.psp.lookUp?.(forgotten, call)).toMatchObject({ outcome: 'captured' });
      expect(await paypal.psp.authorize(forgotten, card(), call)).toMatchObject({ outcome: 'captured' });
      const booked = (await paypal.ledger()).payments.filter((row) => row.reference === attempt.reference);
      expect(booked.map(({ amount_captured }) => amount_captured)).toEqual([2_599]);
    },
  );

  test('lost before the effect: no payment of the order', async () => {
    await paypal.fault({ kind: 'reset-before', only: 'authorize' });
    const { attempt, answer } = await pay();
    await paypal.fault({ kind: 'ok' });
    expect(answer).toMatchObject({ outcome: 'unknown', doubt: 'connection_lost' });
    expect(await paypal.psp.lookUp?.(attempt, call)).toEqual({ outcome: 'absent' });
  });

  test('two at once under one key: one payment, the other is told to wait', async () => {
    await paypal.fault({ kind: 'slow', ms: 500, only: 'authorize' });
    const attempt = newAttempt();
    const answers = await Promise.all([0, 1].map(() => paypal.psp.authorize(attempt, card(), call)));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['captured', 'duplicate']);
    expect(await paypal.booked(attempt.reference)).toMatchObject({ amount_captured: 2_599 });
  });

  test('a refund whose answer was lost is repeated to the same one', async () => {
    const { attempt } = await pay();
    await paypal.fault({ kind: 'reset-after', only: 'refund' });
    const refund = { id: 're_lost', amount: 600 };
    expect(await paypal.psp.refund(attempt, refund, call)).toMatchObject({ outcome: 'unknown' });
    await paypal.fault({ kind: 'ok' });
    expect(await paypal.psp.refund(attempt, refund, call)).toMatchObject({ outcome: 'succeeded' });
    expect(await paypal.booked(attempt.reference)).toMatchObject({ amount_refunded: 600 });
  });

  test.each([
    ['unauthorized', 'psp_unavailable'],
    ['rate-limit', 'rate_limited'],
    ['reset-before', 'not_sent'],
  ])('%s on every call: a definite no', async (kind, outcome) => {
    await paypal.fault({ kind });
    const { attempt, answer } = await pay();
    expect(answer.outcome).toBe(outcome);
    expect(await paypal.booked(attempt.reference)).toBeUndefined();
  });

  test('the fault decline gives any of the processor’s codes', async () => {
    await paypal.fault({ kind: 'decline', code: '5650' });
    expect((await pay()).answer).toMatchObject({ outcome: 'authentication_required', code: '5650' });
  });
});

test('an invoice that was paid is not paid again, by an order of any key', async () => {
  const { attempt } = await pay();
  const url = paypal.exchanges[0]?.request.url.replace('/v1/oauth2/token', '') ?? '';
  const authorization = paypal.exchanges.at(-1)?.request.headers.authorization ?? '';
  const post = async (path: string, key: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json', 'paypal-request-id': key };
    return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const unit = {
    amount: { currency_code: 'EUR', value: '25.99' },
    custom_id: attempt.reference,
    invoice_id: attempt.reference,
  };
  const order = await post('/v2/checkout/orders', 'other', { intent: 'CAPTURE', purchase_units: [unit] });
  const { id } = (await order.json()) as { id: string };
  const paid = await post(`/v2/checkout/orders/${id}/capture`, 'other-p', {
    payment_source: { card: { number: visa, expiry: '2034-12' } },
  });
  expect(paid.status).toBe(422);
  expect(await paid.json()).toMatchObject({ details: [{ issue: 'DUPLICATE_INVOICE_ID' }] });
});

test('every event verifies and leads to its charge; one that was changed does not', async () => {
  const { attempt } = await pay();
  await paypal.psp.refund(attempt, { id: 're_event', amount: 100 }, call);
  const mine = await eventually(() => {
    const found = paypal.deliveries.filter(({ body }) => body.includes(attempt.reference));
    return found.length >= 2 && found;
  });
  const webhook = (delivery: (typeof mine)[number], body = delivery.body) => ({
    headers: delivery.headers as Record<string, string>,
    body: Buffer.from(body),
    now: Date.now(),
  });
  const readings = await Promise.all(mine.map((delivery) => paypal.psp.readWebhook(webhook(delivery))));
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
          answer: { outcome: 'captured', psp_reference: attempt.psp_reference },
        },
      }),
      expect.objectContaining({
        reference: attempt.reference,
        operation: 're_event',
        claim: { about: 'refund', answer: expect.objectContaining({ outcome: 'succeeded' }) },
      }),
    ]),
  );
  for (const delivery of mine) {
    const changed = delivery.body.replace('25.99', '2599.00').replace('1.00', '9.00');
    expect(await paypal.psp.readWebhook(webhook(delivery, changed))).toEqual({
      ok: false,
      reason: 'signature',
    });
  }
});

const document = readSpec('paypal-orders.openapi.json');
const specified = document === undefined ? test.skip : test;

specified('everything that was said above is as PayPal’s documents say, either way', () => {
  expect(paypal.exchanges.length).toBeGreaterThan(100);
  expect(paypal.problems(document, paypalPaths())).toEqual([]);
});
