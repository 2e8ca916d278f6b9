import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Attempt, AuthorizeRequest } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import { paypalPaths } from '../../conformance/paypal.ts';
import { readSpec } from '../../tools/specs.ts';
import { call, type OpenAdapter, openAdapter } from './open-adapter.ts';
import { card, challenged, payAt } from './paypal-samples.ts';
import { eventually } from './psp-client.ts';

let paypal: OpenAdapter;
beforeAll(async () => {
  paypal = await openAdapter('paypal');
});
afterAll(() => paypal.close());

const token = (value: string): AuthorizeRequest => ({
  payment_method: { type: 'psp_token', psp: 'paypal', token: secret(value) },
  return_url: 'https://pay.example.com/return?state=s',
});

const pay = (more: Partial<Attempt> = {}, request = card()) => payAt(paypal, more, request);

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

  test('refunds add up to what was captured, each once, and are listed', async () => {
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
    expect(await paypal.psp.lookUpRefunds?.(attempt, call)).toMatchObject({
      outcome: 'found',
      refunds: [{ operation: first.id, amount: first.amount, status: 'succeeded' }],
      complete: true,
    });
    expect(await paypal.booked(attempt.reference)).toMatchObject({ amount_refunded: 1_599 });
  });
});

test('a hold that somebody captures in parts is refunded capture by capture', async () => {
  const { attempt } = await pay({ capture_method: 'manual' });
  await paypal.act('capture', attempt.reference, 1_500);
  expect(await paypal.psp.lookUp?.(attempt, call)).toMatchObject({ amount_captured: 1_500 });
  await paypal.act('capture', attempt.reference, 1_099);
  expect(await paypal.psp.lookUp?.(attempt, call)).toMatchObject({ amount_captured: 2_599 });
  const find = (id: string, amount: number) => paypal.psp.findCapture?.(attempt, { id, amount }, call);
  const refund = async (id: string, amount: number) => {
    const found = await find(id, amount);
    if (found?.outcome !== 'found') throw new Error('no capture');
    const made = await paypal.psp.refund(attempt, { id, amount, of: found.of }, call);
    return { made: made.outcome, of: found.of };
  };
  expect(await find('re_1', 2_599)).toMatchObject({ amount: 1_500 });
  expect(await paypal.psp.refund(attempt, { id: 're_1', amount: 2_599 }, call)).toMatchObject({
    outcome: 'failed',
    code: 'REFUND_AMOUNT_EXCEEDED',
  });
  const first = await refund('re_2', 1_500);
  const second = await refund('re_3', 500);
  expect([first.made, second.made]).toEqual(['succeeded', 'succeeded']);
  expect(second.of).not.toBe(first.of);
  expect(await find('re_2', 1_500)).toMatchObject({ of: first.of });
  await expect(paypal.act('refund', attempt.reference, 600)).rejects.toThrow('only 599 is left');
  await paypal.act('refund', attempt.reference);
  expect(await paypal.booked(attempt.reference)).toMatchObject({
    amount_captured: 2_599,
    amount_refunded: 2_599,
  });
  expect(await paypal.psp.lookUpRefunds?.(attempt, call)).toMatchObject({ complete: true });
});

test('what is left of a hold that was captured in part can be voided', async () => {
  const { attempt } = await pay({ capture_method: 'manual' });
  await paypal.act('capture', attempt.reference, 1_000);
  await paypal.act('void', attempt.reference);
  expect(await paypal.booked(attempt.reference)).toMatchObject({
    status: 'captured',
    amount_captured: 1_000,
  });
  expect(await paypal.psp.lookUp?.(attempt, call)).toMatchObject({
    outcome: 'captured',
    amount_captured: 1_000,
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

  test.each([
    ['fail', 'authentication_failed'],
    ['nothing', 'requires_action'],
  ])('%s: %s, and nothing is taken', async (result, outcome) => {
    const { attempt, redirect_url } = await begin();
    if (result === 'fail') await comeBack(redirect_url, result);
    expect(await paypal.psp.completeAuthentication(attempt, {}, call)).toMatchObject({ outcome });
    expect(await paypal.booked(attempt.reference)).toMatchObject({ amount_captured: 0 });
  });
});

test('a completion that PayPal refuses is refused for good, and nothing is taken', async () => {
  const { attempt, answer } = await pay({}, card('Ada Lovelace', challenged));
  if (answer.outcome !== 'requires_action') throw new Error(answer.outcome);
  await fetch(`${answer.redirect_url}?result=approve`, { redirect: 'manual' });
  await paypal.fault({ kind: 'completion-refused', code: 'PAYMENT_DENIED' });
  expect(await paypal.psp.completeAuthentication(attempt, {}, call)).toMatchObject({
    code: 'PAYMENT_DENIED',
    refuses_completion: true,
  });
  await paypal.fault({ kind: 'ok' });
  expect(await paypal.booked(attempt.reference)).toMatchObject({ amount_captured: 0 });
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
          result: {
            outcome: 'captured',
            psp_reference: attempt.psp_reference,
            amount_captured: 2_599,
            particulars: { network_transaction_id: expect.stringMatching(/^\d+$/) },
          },
        },
      }),
      expect.objectContaining({
        reference: attempt.reference,
        operation: 're_event',
        claim: { about: 'refund', result: expect.objectContaining({ outcome: 'succeeded' }) },
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

const order = {
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'EUR', value: '25.99' }, custom_id: 'ch_1' }],
};
const amountOf = (value: unknown) => ({
  ...order,
  purchase_units: [{ amount: { currency_code: 'EUR', value } }],
});

const accessToken = async (): Promise<string> => {
  const answer = await fetch(`${paypal.base_url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(paypal.api_key).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return `Bearer ${access_token}`;
};

const post = async (body: unknown, authorization?: string) =>
  paypal.post('/v2/checkout/orders', body, authorization ?? (await accessToken()), document, paypalPaths());

describe('a request that the documents forbid is refused, in their words, and has no effect', () => {
  specified.each([
    ['no intent', { ...order, intent: undefined }],
    ['an intent nobody knows', { ...order, intent: 'TAKE' }],
    ['no purchase unit', { ...order, purchase_units: [] }],
    ['no amount', { ...order, purchase_units: [{}] }],
    ['an amount that is a number', amountOf(25.99)],
    ['an amount that is no number', amountOf('a lot')],
    ['an unknown field', { ...order, surprise: 1 }],
  ])('an order with %s', async (_, body) => {
    const before = (await paypal.ledger()).payments.length;
    const { status, wrong, answer } = await post(body);
    expect([status, answer]).toEqual([400, []]);
    expect(wrong).not.toEqual([]);
    expect((await paypal.ledger()).payments.length).toBe(before);
  });

  specified.each([
    ['three decimals', '25.999', 'DECIMAL_PRECISION'],
    ['nothing to pay', '0.00', 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['less than nothing', '-1.00', 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ])('an order with %s, which only PayPal itself can see', async (_, value, issue) => {
    const { status, json, answer } = await post(amountOf(value));
    expect([status, answer]).toEqual([422, []]);
    expect(json).toMatchObject({ details: [{ issue }] });
  });

  specified('a call without credentials', async () => {
    const { status, answer } = await post(order, 'Bearer wrong');
    expect([status, answer]).toEqual([401, []]);
  });
});

specified('everything that was said above is as PayPal’s documents say, either way', () => {
  expect(paypal.exchanges.length).toBeGreaterThan(50);
  expect(paypal.problems(document, paypalPaths())).toEqual([]);
});
