import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, openPsps, type PspClient } from './psp-client.ts';
import { checkoutPayment } from './samples.ts';

let client: PspClient;
beforeAll(async () => {
  client = await openPsps({ psps: ['checkout_com'] });
});
afterAll(() => client.close());

const rowOf = async (id: string) =>
  (await client.ledger('checkout_com')).payments.find((row) => row.id === id);

const reaches = async (id: string, status: string) =>
  eventually(async () => {
    const { json } = await client.checkoutGet(`/payments/${id}`);
    return json.status === status && json;
  });

describe('payments', () => {
  test('authorised at once, captured a little later', async () => {
    const { status, json } = await client.checkout('/payments', checkoutPayment());
    expect([status, json.status, json.approved, json.response_code]).toEqual([
      201,
      'Authorized',
      true,
      '10000',
    ]);
    const now = await reaches(json.id, 'Captured');
    expect(now.balances).toMatchObject({ total_captured: 2599, available_to_refund: 2599 });
    expect(await rowOf(json.id)).toMatchObject({
      reference: 'ch_1',
      amount_captured: 2599,
      card_last4: '4242',
    });
    const actions = await client.checkoutGet(`/payments/${json.id}/actions`);
    expect(actions.json.map(({ type }: { type: string }) => type)).toEqual(['Capture', 'Authorization']);
  });

  test.each([
    ['4544249167673670', 2599, '20051'],
    ['4111111111111129', 2599, '20001'],
    ['4897453568485113', 2599, '20059'],
    ['4242424242424242', 101, '20051'],
    ['4543474002249996', 1005, '20005'],
    ['4543474002249996', 4001, '40101'],
    ['4543474002249996', 29_998, '20068'],
  ])('card %s with amount %s: %s', async (number, amount, code) => {
    const { status, json } = await client.checkout('/payments', checkoutPayment({ amount }, { number }));
    expect([status, json.status, json.response_code]).toEqual([201, 'Declined', code]);
    expect(await rowOf(json.id)).toMatchObject({ status: 'declined', amount_authorized: 0 });
  });

  test.each([
    ['no source', { ...checkoutPayment(), source: undefined }, 'payment_source_required'],
    ['a wrong check digit', checkoutPayment({}, { number: '4242424242424241' }), 'card_number_invalid'],
    ['an expired card', checkoutPayment({}, { expiry_year: 2020 }), 'card_expired'],
    ['an amount in text', checkoutPayment({ amount: '2599' }), 'amount_invalid'],
    ['ten digits', checkoutPayment({ amount: 1_000_000_000 }), 'amount_invalid'],
    ['an unknown currency', checkoutPayment({ currency: 'XXX' }), 'currency_invalid'],
    ['a third decimal', checkoutPayment({ currency: 'KWD', amount: 1001 }), 'amount_invalid'],
    ['an unknown field', checkoutPayment({ captre: true }), 'captre_invalid'],
  ])('%s is refused', async (_what, body, code) => {
    const { status, json } = await client.checkout('/payments', body);
    expect([status, json.error_codes]).toEqual([422, [code]]);
  });

  test('a token pays once', async () => {
    const { source } = checkoutPayment();
    const { settings } = client.simulators.credentials.checkout_com ?? {};
    const made = await client.checkout('/tokens', source, {
      authorization: `Bearer ${settings?.public_key}`,
    });
    const pay = () =>
      client.checkout('/payments', checkoutPayment({ source: { type: 'token', token: made.json.token } }));
    expect((await pay()).json.status).toBe('Authorized');
    expect((await pay()).json.error_codes).toEqual(['token_used']);
    const standing = { type: 'token', token: 'tok_insufficientfunds000000000' };
    expect(
      (await client.checkout('/payments', checkoutPayment({ source: standing }))).json.response_code,
    ).toBe('20051');
  });

  test('the secret key does not make tokens, the public one does not pay', async () => {
    const { settings } = client.simulators.credentials.checkout_com ?? {};
    expect((await client.checkout('/tokens', checkoutPayment().source)).status).toBe(401);
    const authorization = `Bearer ${settings?.public_key}`;
    expect((await client.checkout('/payments', checkoutPayment(), { authorization })).status).toBe(401);
  });

  test('the list by reference lags, a look-up by id does not', async () => {
    const { json } = await client.checkout('/payments', checkoutPayment({ reference: 'by-ref' }));
    expect((await client.checkoutGet('/payments?reference=by-ref')).json.total_count).toBe(0);
    expect((await client.checkoutGet(`/payments/${json.id}`)).status).toBe(200);
    const listed = await eventually(async () => {
      const { json: list } = await client.checkoutGet('/payments?reference=by-ref');
      return list.total_count > 0 && list;
    });
    expect(listed.data[0].id).toBe(json.id);
    expect((await client.checkoutGet('/payments/pay_aaaaaaaaaaaaaaaaaaaaaaaaaa')).status).toBe(404);
  });

  test('the ledger is in ISO minor units', async () => {
    const { json } = await client.checkout(
      '/payments',
      checkoutPayment({ currency: 'CLP', amount: 150_000 }),
    );
    expect(await rowOf(json.id)).toMatchObject({ amount: 1500, currency: 'clp' });
  });
});

describe('3-D Secure', () => {
  const begin = async (card: object = {}, secure: object = {}) =>
    client.checkout(
      '/payments',
      checkoutPayment(
        {
          '3ds': { enabled: true, ...secure },
          success_url: 'https://shop.example/ok?state=1',
          failure_url: 'https://shop.example/no?state=1',
        },
        card,
      ),
    );

  const comeBack = async (url: string, result: string) => {
    const back = await fetch(`${url}?result=${result}`, { redirect: 'manual' });
    return new URL(back.headers.get('location') ?? '');
  };

  test('approve: back to success_url with a session that finds the payment', async () => {
    const { status, json } = await begin();
    expect([status, json.status]).toEqual([202, 'Pending']);
    const location = await comeBack(json._links.redirect.href, 'approve');
    expect([location.pathname, location.searchParams.get('state')]).toEqual(['/ok', '1']);
    const found = await client.checkoutGet(`/payments/${location.searchParams.get('cko-session-id')}`);
    expect([found.json.id, found.json.approved]).toEqual([json.id, true]);
    await reaches(json.id, 'Captured');
  });

  test('fail: back to failure_url, declined', async () => {
    const { json } = await begin();
    expect((await comeBack(json._links.redirect.href, 'fail')).pathname).toBe('/no');
    expect((await client.checkoutGet(`/payments/${json.id}`)).json.status).toBe('Declined');
    expect(await rowOf(json.id)).toMatchObject({ amount_authorized: 0 });
  });

  test('a card that is not enrolled goes on without it, or not at all', async () => {
    const card = { number: '4532432452900131' };
    expect((await begin(card)).json.response_code).toBe('20150');
    expect((await begin(card, { attempt_n3d: true })).json).toMatchObject({
      status: 'Authorized',
      '3ds': { downgraded: true, enrolled: 'N' },
    });
  });
});

describe('captures, voids and refunds', () => {
  const hold = async () =>
    (await client.checkout('/payments', checkoutPayment({ capture: false }))).json.id as string;

  test('a partial capture, then refunds within it', async () => {
    const id = await hold();
    expect((await client.checkout(`/payments/${id}/captures`, { amount: 2600 })).json.error_codes).toEqual([
      'capture_value_greater_than_authorized',
    ]);
    const capture = await client.checkout(`/payments/${id}/captures`, { amount: 1000, reference: 'c1' });
    expect([capture.status, capture.json.reference]).toEqual([202, 'c1']);
    await reaches(id, 'Partially Captured');
    const refund = (amount: number) =>
      client.checkout(`/payments/${id}/refunds`, { amount, reference: `r${amount}` });
    const [first, second] = [await refund(600), await refund(600)];
    expect([first.status, second.status]).toEqual([202, 422]);
    expect(second.json.error_codes).toEqual(['refund_amount_exceeds_balance']);
    await eventually(async () => (await rowOf(id))?.amount_refunded === 600);
    const actions = await client.checkoutGet(`/payments/${id}/actions`);
    expect(actions.json[0]).toMatchObject({ type: 'Refund', amount: 600, reference: 'r600', approved: true });
  });

  test('an uncaptured payment is voided and not refunded', async () => {
    const id = await hold();
    expect((await client.checkout(`/payments/${id}/refunds`, {})).status).toBe(403);
    expect((await client.checkout(`/payments/${id}/voids`, {})).status).toBe(202);
    const voided = await reaches(id, 'Voided');
    expect(voided.balances).toMatchObject({
      total_authorized: 2599,
      total_voided: 2599,
      available_to_capture: 0,
    });
    expect((await client.checkout(`/payments/${id}/captures`, {})).status).toBe(403);
  });

  test('a declined refund gives its amount back', async () => {
    const { json } = await client.checkout('/payments', checkoutPayment());
    await reaches(json.id, 'Captured');
    await client.fault('checkout_com', { kind: 'decline', code: '20005', only: 'refund' });
    await client.checkout(`/payments/${json.id}/refunds`, { amount: 2599 });
    await client.fault('checkout_com', { kind: 'ok' });
    await eventually(async () =>
      (await client.ledger('checkout_com')).refunds.some(({ status }) => status === 'failed'),
    );
    expect(await rowOf(json.id)).toMatchObject({ amount_captured: 2599, amount_refunded: 0 });
  });
});

describe('idempotency keys', () => {
  const pay = (key: string, body: object = checkoutPayment()) =>
    client.checkout('/payments', body, { 'cko-idempotency-key': key });
  const count = async () => (await client.ledger('checkout_com')).payments.length;

  test('a 2xx is repeated, declines included (they are 201)', async () => {
    const before = await count();
    expect((await pay('k1')).text).toBe((await pay('k1')).text);
    expect(await count()).toBe(before + 1);
  });

  test('anything else is executed again: a 500 after the effect makes a second payment', async () => {
    const before = await count();
    await client.fault('checkout_com', { kind: '5xx-after' });
    expect((await pay('k2')).status).toBe(500);
    await client.fault('checkout_com', { kind: 'ok' });
    expect((await pay('k2')).status).toBe(201);
    expect(await count()).toBe(before + 2);
  });

  test('in flight: 409', async () => {
    const answers = await client.atOnce('checkout_com', 'authorize', [() => pay('k3'), () => pay('k3')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
