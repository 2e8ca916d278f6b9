import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, openPsps, type PspClient } from './psp-client.ts';
import { intentParams, methodParams, payStripe } from './samples.ts';

let client: PspClient;
beforeAll(async () => {
  client = await openPsps({ psps: ['stripe'] });
});
afterAll(() => client.close());

const rowOf = async (id: string) => (await client.ledger('stripe')).payments.find((row) => row.id === id);

describe('payments', () => {
  test('a card is charged and the ledger says so', async () => {
    const { json, status } = await payStripe(client);
    expect([status, json.status, json.amount_received]).toEqual([200, 'succeeded', 2599]);
    expect(await rowOf(json.id)).toMatchObject({
      reference: 'ch_1',
      status: 'captured',
      amount: 2599,
      currency: 'eur',
      amount_authorized: 2599,
      amount_captured: 2599,
      amount_refunded: 0,
      card_last4: '4242',
      requests: 2,
    });
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
  ])('%s is declined: %s, %s', async (number, code, decline_code) => {
    const { status, json } = await payStripe(client, { number });
    expect(status).toBe(402);
    expect(json.error).toMatchObject({ type: 'card_error', code, decline_code });
    expect(json.error.payment_intent.status).toBe('requires_payment_method');
    expect(await rowOf(json.error.payment_intent.id)).toMatchObject({
      status: 'declined',
      amount_captured: 0,
    });
  });

  test('after a decline the intent takes another card', async () => {
    const declined = await payStripe(client, { number: '4000000000000002' });
    const { id } = declined.json.error.payment_intent;
    const second = await client.stripe(`/v1/payment_intents/${id}/confirm`, {
      payment_method: 'pm_card_visa',
    });
    expect(second.json.status).toBe('succeeded');
    const third = await client.stripe(`/v1/payment_intents/${id}/confirm`, {
      payment_method: 'pm_card_visa',
    });
    expect([third.status, third.json.error.code]).toEqual([400, 'payment_intent_unexpected_state']);
  });

  test('any other number with a right check digit is approved, one with a wrong one refused', async () => {
    expect((await payStripe(client, { number: '5500005555555559' })).json.status).toBe('succeeded');
    const wrong = await client.stripe('/v1/payment_methods', methodParams('4242424242424241'));
    expect([wrong.status, wrong.json.error.code]).toEqual([402, 'incorrect_number']);
  });

  test('manual capture: part is taken, the rest released', async () => {
    const held = await payStripe(client, { params: { capture_method: 'manual' } });
    expect([held.json.status, held.json.amount_capturable]).toEqual(['requires_capture', 2599]);
    const tooMuch = await client.stripe(`/v1/payment_intents/${held.json.id}/capture`, {
      amount_to_capture: 2600,
    });
    expect([tooMuch.status, tooMuch.json.error.code]).toEqual([400, 'amount_too_large']);
    const part = await client.stripe(`/v1/payment_intents/${held.json.id}/capture`, {
      amount_to_capture: 1000,
    });
    expect([part.json.status, part.json.amount_received]).toEqual(['succeeded', 1000]);
    expect(await rowOf(held.json.id)).toMatchObject({ amount_authorized: 2599, amount_captured: 1000 });
  });

  test('cancel releases what is held, and nothing that is captured', async () => {
    const held = await payStripe(client, { params: { capture_method: 'manual' } });
    const canceled = await client.stripe(`/v1/payment_intents/${held.json.id}/cancel`);
    expect(canceled.json.status).toBe('canceled');
    expect(await rowOf(held.json.id)).toMatchObject({ status: 'canceled', amount_authorized: 0 });
    const paid = await payStripe(client);
    const late = await client.stripe(`/v1/payment_intents/${paid.json.id}/cancel`);
    expect([late.status, late.json.error.payment_intent.status]).toEqual([400, 'succeeded']);
  });

  test('a canceled intent can never be confirmed', async () => {
    const intent = await client.stripe('/v1/payment_intents', intentParams);
    await client.stripe(`/v1/payment_intents/${intent.json.id}/cancel`);
    const late = await client.stripe(`/v1/payment_intents/${intent.json.id}/confirm`, {
      payment_method: 'pm_card_visa',
    });
    expect([late.status, late.json.error.code]).toEqual([400, 'payment_intent_unexpected_state']);
  });

  test('the ledger is in ISO minor units', async () => {
    const isk = await payStripe(client, { params: { amount: 50_000, currency: 'isk' } });
    expect(await rowOf(isk.json.id)).toMatchObject({ amount: 500, amount_captured: 500 });
    const mga = await payStripe(client, { params: { amount: 500, currency: 'mga' } });
    expect(await rowOf(mga.json.id)).toMatchObject({ amount: 50_000 });
  });

  test('search finds by metadata, but not what is new', async () => {
    const { json } = await client.stripeGet(
      `/v1/payment_intents/search?query=${encodeURIComponent("metadata['charge']:'ch_1'")}`,
    );
    expect(json).toMatchObject({ object: 'search_result', data: [] });
  });
});

describe('3-D Secure', () => {
  const begin = (number = '4000002760003184') =>
    payStripe(client, { number, confirm: { return_url: 'https://shop.example/return?state=1' } });

  test('approve: the customer comes back and the money is there', async () => {
    const { json } = await begin();
    expect(json.status).toBe('requires_action');
    const { url } = json.next_action.redirect_to_url;
    expect(await (await fetch(url)).text()).toContain('Approve');
    const back = await fetch(`${url}?result=approve`, { method: 'POST', redirect: 'manual' });
    expect(back.status).toBe(303);
    const location = new URL(back.headers.get('location') ?? '');
    expect(Object.fromEntries(location.searchParams)).toEqual({
      state: '1',
      payment_intent: json.id,
      payment_intent_client_secret: json.client_secret,
      redirect_status: 'succeeded',
    });
    expect((await client.stripeGet(`/v1/payment_intents/${json.id}`)).json.status).toBe('succeeded');
    const again = await fetch(`${url}?result=fail`, { redirect: 'manual' });
    expect(again.headers.get('location')).toBe(location.href);
    expect(await rowOf(json.id)).toMatchObject({ amount_captured: 2599 });
  });

  test('fail: nothing is charged', async () => {
    const { json } = await begin();
    const back = await fetch(`${json.next_action.redirect_to_url.url}?result=fail`, { redirect: 'manual' });
    expect(back.headers.get('location')).toContain('redirect_status=failed');
    const { json: now } = await client.stripeGet(`/v1/payment_intents/${json.id}`);
    expect(now.status).toBe('requires_payment_method');
    expect(now.last_payment_error.code).toBe('payment_intent_authentication_failure');
    expect(await rowOf(json.id)).toMatchObject({ status: 'declined', amount_authorized: 0 });
  });

  test('authenticated, then declined by the bank', async () => {
    const { json } = await begin('4000008260003178');
    await fetch(`${json.next_action.redirect_to_url.url}?result=approve`, { redirect: 'manual' });
    const { json: now } = await client.stripeGet(`/v1/payment_intents/${json.id}`);
    expect(now.last_payment_error.decline_code).toBe('insufficient_funds');
  });
});

describe('refunds', () => {
  test('parts and the rest, then no more', async () => {
    const { json } = await payStripe(client);
    const refund = (amount?: number) =>
      client.stripe('/v1/refunds', { payment_intent: json.id, ...(amount !== undefined && { amount }) });
    expect((await refund(1000)).json).toMatchObject({ status: 'succeeded', amount: 1000 });
    const tooMuch = await refund(1600);
    expect([tooMuch.status, tooMuch.json.error.param]).toEqual([400, 'amount']);
    expect((await refund()).json.amount).toBe(1599);
    expect((await refund(1)).json.error.code).toBe('charge_already_refunded');
    expect(await rowOf(json.id)).toMatchObject({ amount_refunded: 2599 });
    const { json: list } = await client.stripeGet(`/v1/refunds?payment_intent=${json.id}`);
    expect(list.data.map(({ amount }: { amount: number }) => amount)).toEqual([1599, 1000]);
  });

  test('the documented cards: pending then succeeded, succeeded then failed', async () => {
    const slow = await payStripe(client, { number: '4000000000007726' });
    const pending = await client.stripe('/v1/refunds', { payment_intent: slow.json.id });
    expect(pending.json.status).toBe('pending');
    const read = (id: string) => async () => (await client.stripeGet(`/v1/refunds/${id}`)).json;
    const done = await eventually(async () => {
      const refund = await read(pending.json.id)();
      return refund.status === 'pending' ? undefined : refund;
    });
    expect(done.status).toBe('succeeded');
    const failing = await payStripe(client, { number: '4000000000005126' });
    const first = await client.stripe('/v1/refunds', { payment_intent: failing.json.id });
    expect(first.json.status).toBe('succeeded');
    await eventually(async () => (await read(first.json.id)()).status === 'failed');
    expect(await rowOf(failing.json.id)).toMatchObject({ amount_captured: 2599, amount_refunded: 0 });
  });

  test('a payment that took nothing cannot be refunded', async () => {
    const held = await payStripe(client, { params: { capture_method: 'manual' } });
    const refused = await client.stripe('/v1/refunds', { payment_intent: held.json.id });
    expect(refused.status).toBe(400);
  });
});

describe('idempotency keys', () => {
  test('a repeat gives the first answer, declines included, and has no effect', async () => {
    const intent = await client.stripe('/v1/payment_intents', intentParams, { 'idempotency-key': 'a-pi' });
    const again = await client.stripe('/v1/payment_intents', intentParams, { 'idempotency-key': 'a-pi' });
    expect(again.text).toBe(intent.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const confirm = () =>
      client.stripe(
        `/v1/payment_intents/${intent.json.id}/confirm`,
        { payment_method: 'pm_card_chargeDeclined' },
        { 'idempotency-key': 'a-c' },
      );
    const [first, second] = [await confirm(), await confirm()];
    expect([first.status, second.status, second.text]).toEqual([402, 402, first.text]);
  });

  test('another body or endpoint under the key is an idempotency_error', async () => {
    await client.stripe('/v1/payment_intents', intentParams, { 'idempotency-key': 'b' });
    const other = await client.stripe(
      '/v1/payment_intents',
      { ...intentParams, amount: 2600 },
      { 'idempotency-key': 'b' },
    );
    expect([other.status, other.json.error.type]).toEqual([400, 'idempotency_error']);
    const elsewhere = await client.stripe('/v1/refunds', intentParams, { 'idempotency-key': 'b' });
    expect(elsewhere.json.error.type).toBe('idempotency_error');
  });

  test('validation errors and 401 are not kept', async () => {
    const key = { 'idempotency-key': 'c' };
    const bad = await client.stripe('/v1/payment_intents', { currency: 'eur' }, key);
    expect(bad.json.error).toMatchObject({ code: 'parameter_missing', param: 'amount' });
    const unauthorized = await client.stripe('/v1/payment_intents', intentParams, {
      ...key,
      authorization: 'Bearer sk_test_wrong',
    });
    expect(unauthorized.status).toBe(401);
    expect((await client.stripe('/v1/payment_intents', intentParams, key)).status).toBe(200);
  });

  test('while the first call runs the second is 409', async () => {
    const key = { 'idempotency-key': 'd' };
    const create = () => client.stripe('/v1/payment_intents', intentParams, key);
    const answers = await client.atOnce('stripe', 'create', [create, create]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.error.code).toBe('idempotency_key_in_use');
    const after = await client.stripe('/v1/payment_intents', intentParams, key);
    expect(after.text).toBe(answers.find(({ status }) => status === 200)?.text);
  });
});
