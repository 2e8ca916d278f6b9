import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { paypalPaths } from '../../conformance/paypal.ts';
import { readSpec } from '../../tools/specs.ts';
import { call, newAttempt, type OpenAdapter, openAdapter } from './open-adapter.ts';
import { card, payAt, visa } from './paypal-samples.ts';
import { eventually } from './psp-client.ts';

let paypal: OpenAdapter;
beforeAll(async () => {
  paypal = await openAdapter('paypal');
});
afterEach(() => paypal.fault({ kind: 'ok' }));
afterAll(() => paypal.close());

const pay = () => payAt(paypal);

describe('unknown outcomes', () => {
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

  test('lost before the effect: the order is not paid', async () => {
    await paypal.fault({ kind: 'reset-before', only: 'authorize' });
    const { attempt, answer } = await pay();
    await paypal.fault({ kind: 'ok' });
    expect(answer).toMatchObject({ outcome: 'unknown', doubt: 'connection_lost' });
    expect(await paypal.psp.lookUp?.(attempt, call)).toEqual({ outcome: 'absent' });
  });

  test('two at once under one key: one payment, the other is told to wait', async () => {
    await paypal.fault({ kind: 'slow', ms: 600_000, only: 'authorize' });
    const attempt = newAttempt();
    const seen = async () => (await paypal.ledger()).calls.authorize ?? 0;
    const before = await seen();
    const both = [0, 1].map(() => paypal.psp.authorize(attempt, card(), call));
    await eventually(async () => (await seen()) === before + both.length);
    await paypal.fault({ kind: 'ok' });
    const answers = await Promise.all(both);
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

test('a paid invoice is not paid again, by an order under any key', async () => {
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

const document = readSpec('paypal-orders.openapi.json');
const specified = document === undefined ? test.skip : test;

specified('everything that was said above is as PayPal’s documents say, either way', () => {
  expect(paypal.exchanges.length).toBeGreaterThan(20);
  expect(paypal.problems(document, paypalPaths())).toEqual([]);
});
