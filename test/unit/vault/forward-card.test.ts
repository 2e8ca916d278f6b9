import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import { allowedCalls } from '../../../lib/vault/allowed-calls.ts';
import { slotsOf } from '../../../lib/vault-protocol/slots.ts';
import { adyenBody, answered, attempt, card, slots, stripeBody, vaultScene } from './vault-scene.ts';

const ready = async () => {
  const scene = vaultScene();
  const { token } = await scene.collect();
  return { scene, token };
};

const refused = (cause: string) => ({ kind: 'refused', cause });

describe('forward', () => {
  test('the card replaces its slots, and nothing else of the request changes', async () => {
    const { scene, token } = await ready();
    for (const request of [scene.stripe(token), scene.adyen(token)]) {
      expect(await scene.forward(request)).toBe(answered);
      const { method, headers, body, path, account } = request;
      expect(scene.sent.pop()).toEqual({
        method,
        headers,
        url: `https://${account}.example${path}`,
        body: body?.replace(slots.number, card.number).replace(slots.cvc, card.cvc),
        timeout_ms: 8_000,
      });
    }
  });

  test('both pinned keys of an account are accepted: the new one and the old', async () => {
    const { scene, token } = await ready();
    for (const key of ['new-key', 'old-key']) {
      const headers = { ...scene.stripe(token).headers, authorization: `Bearer ${key}` };
      expect(await scene.forward(scene.stripe(token, { headers }))).toBe(answered);
    }
  });

  test('a body without a slot for the security code needs none', async () => {
    const { scene, token } = await ready();
    await scene.manage('release', token);
    const { cvc: _, ...method } = JSON.parse(adyenBody()).paymentMethod;
    const body = JSON.stringify({ ...JSON.parse(adyenBody()), paymentMethod: method });
    expect(await scene.forward(scene.adyen(token, { body }))).toBe(answered);
    expect(scene.sent[0]?.body).toContain(card.number);
  });

  test('PayPal is sent with a token of the vault, once more with a fresh one if that is refused', async () => {
    const { scene, token } = await ready();
    expect(await scene.forward(scene.paypal(token))).toBe(answered);
    expect(scene.sent[0]?.headers).toEqual({ ...scene.paypal(token).headers, authorization: 'Bearer first' });
    scene.answer = { ...answered, status: 401 } as HttpResponse;
    expect(await scene.forward(scene.paypal(token))).toMatchObject({ status: 401 });
    expect(scene.sent.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first',
      'Bearer first',
      'Bearer second',
    ]);
  });

  test('PayPal’s refusal of a token is its answer: nothing was sent', async () => {
    const { scene, token } = await ready();
    const instead = { kind: 'not_sent', cause: 'ECONNREFUSED' } as const;
    expect(await scene.forward(scene.paypal(token), { authorize: async () => ({ instead }) })).toEqual(
      instead,
    );
    expect(scene.sent).toEqual([]);
  });

  test.each([
    { kind: 'not_sent', cause: 'ECONNREFUSED' },
    { kind: 'lost', doubt: 'timeout', cause: 'timeout' },
    { kind: 'lost', doubt: 'connection_lost', cause: 'ECONNRESET' },
  ] as const)('its result at the PSP is passed on: $kind $cause', async (answer) => {
    const { scene, token } = await ready();
    scene.answer = answer;
    expect(await scene.forward(scene.stripe(token))).toEqual(answer);
  });

  test('the time left bounds the time it may take', async () => {
    const { scene, token } = await ready();
    await scene.forward(scene.stripe(token, { not_after: scene.now + 500 }));
    expect(scene.sent[0]?.timeout_ms).toBe(500);
  });

  test('one line is logged: token, account, path, hash and status', async () => {
    const { scene, token } = await ready();
    scene.logged.length = 0;
    const request = scene.stripe(token);
    await scene.forward(request);
    expect(scene.logged).toEqual([
      {
        event: 'vault_forward',
        token,
        account: 'stripe',
        path: '/v1/payment_methods',
        body_sha256: createHash('sha256')
          .update(request.body ?? '')
          .digest('hex'),
        status: 200,
      },
    ]);
  });
});

describe('nothing is sent', () => {
  test('after not_after, even if the vault itself took too long', async () => {
    const { scene, token } = await ready();
    const { unwrap } = scene.keys;
    scene.keys.unwrap = () => Promise.reject(new Error('the card was taken out'));
    expect(await scene.forward(scene.stripe(token, { not_after: scene.now }))).toEqual(refused('too_late'));
    scene.keys.unwrap = (id, bound) => {
      scene.now += 30_000;
      return unwrap(id, bound);
    };
    const request = scene.stripe(token, { timeout_ms: 60_000 });
    expect(await scene.forward(request)).toEqual(refused('too_late'));
    expect(scene.sent).toEqual([]);
  });

  test('with a token of another session, unless the card is kept', async () => {
    const { scene, token } = await ready();
    const foreign = scene.stripe(token, { session: 'cs_other' });
    expect(await scene.forward(foreign)).toEqual(refused('session'));
    await scene.manage('keep', token);
    expect(await scene.forward(foreign)).toBe(answered);
  });

  test('with a token that is unknown, deleted or expired', async () => {
    const { scene, token } = await ready();
    expect(await scene.forward(scene.stripe(`vt_${'0'.repeat(26)}`))).toEqual(refused('token'));
    const later = scene.now + 24 * 3_600_000;
    const before = scene.now;
    scene.now = later;
    expect(await scene.forward(scene.stripe(token))).toEqual(refused('token'));
    scene.now = before;
    expect(await scene.manage('delete', token)).toEqual({ kind: 'done' });
    expect(await scene.forward(scene.stripe(token))).toEqual(refused('token'));
  });

  test('once the security code is gone: after fifteen minutes, and after release', async () => {
    const { scene, token } = await ready();
    scene.now += 15 * 60_000 - 1_000;
    expect(await scene.forward(scene.stripe(token))).toBe(answered);
    scene.now += 1_000;
    expect(await scene.forward(scene.stripe(token))).toEqual(refused('cvc_gone'));
    const again = await ready();
    await again.scene.manage('release', again.token);
    expect(await again.scene.forward(again.scene.stripe(again.token))).toEqual(refused('cvc_gone'));
  });

  test('if rows were swapped: what is sealed opens for its own token, merchant and mode only', async () => {
    const { scene, token } = await ready();
    const { token: other } = await scene.collect({ ...card, number: '5200828282828210' });
    const [mine, theirs] = [scene.cards.cards.get(token), scene.cards.cards.get(other)];
    if (!mine || !theirs) throw new Error('not stored');
    const fails = async () =>
      expect(await scene.forward(scene.stripe(token))).toEqual(refused('vault_failed'));
    scene.cards.cards.set(token, { ...theirs, token });
    await fails();
    scene.cards.cards.set(token, { ...mine, number: theirs.number });
    await fails();
    scene.cards.cards.set(token, mine);
    const code = scene.cards.cvcs.get(token);
    scene.cards.cvcs.set(token, { token, ends: code?.ends ?? 0, cvc: mine.number });
    await fails();
    expect(scene.sent).toEqual([]);
  });

  test('with another card’s row, even if the key service unwraps it', async () => {
    const { scene, token } = await ready();
    const { token: other } = await scene.collect();
    const theirs = scene.cards.cards.get(other);
    if (!theirs) throw new Error('not stored');
    scene.cards.cards.set(token, { ...theirs, token });
    const keys = { unwrap: (id: string) => scene.keys.unwrap(id, { ...scene.deployment, token: other }) };
    const { cvc: _, ...method } = JSON.parse(adyenBody()).paymentMethod;
    const body = JSON.stringify({ ...JSON.parse(adyenBody()), paymentMethod: method });
    expect(await scene.forward(scene.adyen(token, { body }), { keys })).toEqual(refused('vault_failed'));
  });

  test.each([[{ merchant: 'other', mode: 'test' }], [{ merchant: 'shop', mode: 'live' }]] as const)(
    'by a vault of another merchant or mode, even if the key service unwraps for it: %j',
    async (deployment) => {
      const { scene, token } = await ready();
      const bound = { ...scene.deployment, token };
      const keys = { unwrap: (id: string) => scene.keys.unwrap(id, bound) };
      expect(await scene.forward(scene.stripe(token), { deployment, keys })).toEqual(refused('vault_failed'));
    },
  );

  test('and the router may repeat it, if the store, the key service or a secret does not answer', async () => {
    const { scene, token } = await ready();
    const away = () => Promise.reject(new ApiError('storage_unavailable', `of ${card.number}`));
    const unavailable = { kind: 'not_sent', cause: 'vault_unavailable' };
    expect(await scene.forward(scene.paypal(token), { authorize: away })).toEqual(unavailable);
    const cards = { ...scene.cards, card: away };
    expect(await scene.forward(scene.stripe(token), { cards })).toEqual(unavailable);
    scene.keys.unwrap = away;
    expect(await scene.forward(scene.stripe(token))).toEqual(unavailable);
    expect(scene.sent).toEqual([]);
    const failures = scene.logged.filter(({ event }) => event === 'vault_failed');
    expect(failures).toEqual(Array(3).fill({ event: 'vault_failed', name: 'ApiError' }));
    expect(JSON.stringify(scene.logged)).not.toContain(card.number);
  });

  test('if what is stored cannot be opened', async () => {
    const { scene, token } = await ready();
    scene.keys.unwrap = () => Promise.reject(new Error(`of ${card.number}`));
    expect(await scene.forward(scene.stripe(token))).toEqual(refused('vault_failed'));
    expect(scene.sent).toEqual([]);
    expect(scene.logged).toContainEqual({ event: 'vault_failed', name: 'Error' });
    expect(JSON.stringify(scene.logged)).not.toContain(card.number);
  });
});

const other = slotsOf(`ch_${'z'.repeat(26)}`);

describe('a body is refused', () => {
  const bodies: readonly (readonly [string, string, string])[] = [
    ['without a slot for the number', 'slot_missing', stripeBody({ 'card[number]': '4' })],
    [
      'with the number’s slot in a name',
      'slot_misplaced',
      stripeBody({ 'billing_details[name]': slots.number }),
    ],
    ['with it twice', 'slot_misplaced', stripeBody({ 'metadata[a]': slots.number })],
    ['with the code’s slot in a description', 'slot_misplaced', stripeBody({ description: `x${slots.cvc}` })],
    ['with only the mark somewhere', 'slot_misplaced', stripeBody({ 'metadata[a]': '__vault.' })],
    ['with a slot as a field’s name', 'slot_misplaced', stripeBody({ [slots.number]: '1' })],
    ['with the slots the wrong way around', 'slot_misplaced', stripeBody({ 'card[number]': slots.cvc })],
    ['with text around a slot', 'slot_misplaced', stripeBody({ 'card[number]': `0${slots.number}` })],
    ['with another attempt’s slots', 'slot_misplaced', stripeBody({ 'card[number]': other.number.reveal() })],
    ['with a field twice', 'body_spelling', `${stripeBody()}&card%5Bnumber%5D=${slots.number}`],
    ['with a field twice, once unescaped', 'body_spelling', `${stripeBody()}&card[number]=1`],
    ['with a slot written with escapes', 'body_spelling', stripeBody().replace('__vault', '%5F_vault')],
    ['with a form’s old separator', 'body_spelling', `${stripeBody()};a=1`],
    ['in JSON where a form belongs', 'slot_missing', 'a=%7B%7D'],
  ];
  test.each(bodies)('%s', async (_, cause, body) => {
    const { scene, token } = await ready();
    expect(await scene.forward(scene.stripe(token, { body }))).toEqual(refused(cause));
    expect(scene.sent).toEqual([]);
  });

  const jsons: readonly (readonly [string, string, string])[] = [
    ['with a slot in an order', 'slot_misplaced', adyenBody({ merchantOrderReference: slots.number })],
    ['with a slot deep in metadata', 'slot_misplaced', adyenBody({ metadata: { a: [{ b: slots.cvc }] } })],
    ['with a slot as a key', 'slot_misplaced', adyenBody({ metadata: { [slots.number]: 1 } })],
    ['with a slot as an empty object’s key', 'slot_misplaced', adyenBody({ [slots.number]: {} })],
    ['with a slot at the place’s name one level up', 'slot_misplaced', adyenBody({ number: slots.number })],
    [
      'with the place within a longer key',
      'slot_misplaced',
      adyenBody({ 'paymentMethod/number': slots.number }),
    ],
    ['with the number in a list', 'slot_misplaced', adyenBody({}, { number: [slots.number] })],
    ['without a number', 'slot_missing', adyenBody({}, { number: '1' })],
    ['with a key twice', 'body_spelling', adyenBody().replace('{', `{"paymentMethod":{},`)],
    [
      'with the number’s key twice',
      'body_spelling',
      adyenBody().replace('"number"', `"number":"${slots.number}","number"`),
    ],
    ['with an escape in a slot', 'body_spelling', adyenBody().replace('__vault', '\\u005f_vault')],
    ['with an escape in a key', 'body_spelling', adyenBody().replace('"number"', '"numb\\u0065r"')],
    ['with spaces', 'body_spelling', adyenBody().replace(':', ': ')],
    ['that is no JSON', 'body_spelling', `${adyenBody()}}`],
    ['that is a string', 'body_spelling', JSON.stringify(slots.number)],
  ];
  test.each(jsons)('of JSON %s', async (_, cause, body) => {
    const { scene, token } = await ready();
    expect(await scene.forward(scene.adyen(token, { body }))).toEqual(refused(cause));
    expect(scene.sent).toEqual([]);
  });
});

describe('a request is refused', () => {
  const headers = (change: Readonly<Record<string, string>>) => (of: Readonly<Record<string, string>>) => ({
    ...of,
    ...change,
  });

  test.each([
    'https://evil.example/v1/payment_methods',
    '//evil.example/v1/payment_methods',
    '@evil.example/v1/payment_methods',
    '.evil.example/v1/payment_methods',
    ':1@evil.example/v1/payment_methods',
    '/v1/../v1/payment_methods',
    '/v1/%2e%2e/payment_methods',
    '/v1%2Fpayment_methods',
    '/v1/payment_methods/',
    '/v1/payment_methods?expand[]=card',
    '/v1/payment_methods#a',
    '/v1/payment_methods\n',
    '/v1/tokens',
    '/v1/payment_intents',
    `/v1/${slots.number}`,
    '',
  ])('for the path %j', async (path) => {
    const { scene, token } = await ready();
    expect(await scene.forward(scene.stripe(token, { path }))).toEqual(refused('path'));
    expect(scene.sent).toEqual([]);
  });

  test.each([
    '/v2/checkout/orders/5O190127TN364715T/confirm-payment-source',
    '/v2/checkout/orders/5O190127TN364715T/../x/capture',
    '/v2/checkout/orders//capture',
    '/v2/checkout/orders/5o/capture',
    '/v3/vault/payment-tokens',
  ])('for PayPal’s path %j', async (path) => {
    const { scene, token } = await ready();
    expect(await scene.forward(scene.paypal(token, { path }))).toEqual(refused('path'));
  });

  test.each([
    ['headers', { 'x-forwarded-host': 'evil.example' }],
    ['headers', { host: 'evil.example' }],
    ['headers', { Authorization: 'Bearer new-key' }],
    ['headers', { 'transfer-encoding': 'chunked' }],
    ['content_type', { 'content-type': 'application/json' }],
    ['content_type', { 'content-type': 'application/x-www-form-urlencoded; charset=utf-7' }],
    ['header_value', { 'idempotency-key': slots.number }],
    ['header_value', { 'idempotency-key': 'a\r\nhost: evil.example' }],
    ['header_value', { 'idempotency-key': '' }],
    ['key', { authorization: 'Bearer of-somebody-else' }],
    ['key', { authorization: 'new-key' }],
    ['key', { authorization: 'Bearer:new-key' }],
    ['key', { authorization: 'Bearer new-key ' }],
    ['setting', { 'stripe-account': 'acct_of_somebody_else' }],
  ])('(%s) for the headers %j', async (cause, change) => {
    const { scene, token } = await ready();
    const request = scene.stripe(token);
    expect(await scene.forward({ ...request, headers: headers(change)(request.headers) })).toEqual(
      refused(cause),
    );
    expect(scene.sent).toEqual([]);
  });

  test('without a header that belongs to it', async () => {
    const { scene, token } = await ready();
    const { 'idempotency-key': _, ...rest } = scene.stripe(token).headers;
    expect(await scene.forward(scene.stripe(token, { headers: rest }))).toEqual(refused('headers'));
  });

  test('for a connected or merchant account that is not the configured one', async () => {
    const { scene, token } = await ready();
    const connected = (id: string) =>
      scene.stripe(token, {
        account: 'connected',
        headers: { ...scene.stripe(token).headers, 'stripe-account': id },
      });
    expect(await scene.forward(connected('acct_1'))).toBe(answered);
    expect(await scene.forward(connected('acct_2'))).toEqual(refused('setting'));
    const body = adyenBody({ merchantAccount: 'Thief' });
    expect(await scene.forward(scene.adyen(token, { body }))).toEqual(refused('setting'));
  });

  test.each([
    ['account', { account: 'nobody' }],
    ['account', { account: 'constructor' }],
    ['account', { account: 'square' }],
    ['method', { method: 'GET' }],
    ['request_shape', { method: undefined }],
    ['request_shape', { url: 'https://evil.example' }],
    ['request_shape', { token: card.number }],
    ['request_shape', { attempt: 'ch_x' }],
    ['request_shape', { body: undefined }],
    ['request_shape', { timeout_ms: 0 }],
    ['request_shape', { headers: { a: 1 } }],
  ])('(%s) with %j', async (cause, change) => {
    const { scene, token } = await ready();
    expect(await scene.forward({ ...scene.stripe(token), ...change })).toEqual(refused(cause));
    expect(scene.sent).toEqual([]);
  });

  test.each([null, 1, 'text', []])('that is %j', async (request) => {
    expect(await vaultScene().forward(request)).toEqual(refused('request_shape'));
  });

  test('and its content is not logged', async () => {
    const { scene, token } = await ready();
    scene.logged.length = 0;
    await scene.forward(scene.stripe(token, { path: `/${card.number}`, account: card.number }));
    await scene.forward(scene.stripe(token, { path: `/${card.number}` }));
    expect(scene.logged).toEqual([
      { event: 'vault_forward', status: 'refused_account' },
      { event: 'vault_forward', token, account: 'stripe', status: 'refused_path' },
    ]);
  });
});

test('the slots of another attempt fit the other attempt only', async () => {
  const { scene, token } = await ready();
  const request = scene.stripe(token, { attempt: `ch_${'z'.repeat(26)}` });
  expect(await scene.forward(request)).toEqual(refused('slot_misplaced'));
  expect(attempt).not.toBe(request.attempt);
});

test('Square takes no raw card, and every call here is one POST', () => {
  expect(Object.keys(allowedCalls)).toEqual(['stripe', 'adyen', 'checkout_com', 'paypal']);
  for (const { method, path } of Object.values(allowedCalls)) {
    expect(method).toBe('POST');
    expect(String(path)).toMatch(/^\/\^.*\$\/$/);
  }
});
