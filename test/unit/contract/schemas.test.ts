import { describe, expect, test } from '@jest/globals';
import { cancelBody } from '../../../lib/contract/bodies/cancel-body.ts';
import { captureBody } from '../../../lib/contract/bodies/capture-body.ts';
import { confirmSessionBody } from '../../../lib/contract/bodies/confirm-session-body.ts';
import { createSessionBody } from '../../../lib/contract/bodies/create-session-body.ts';
import { createWebhookEndpointBody } from '../../../lib/contract/bodies/create-webhook-endpoint-body.ts';
import { decideBody } from '../../../lib/contract/bodies/decide-body.ts';
import { emptyBody } from '../../../lib/contract/bodies/empty-body.ts';
import { refundBody } from '../../../lib/contract/bodies/refund-body.ts';
import { updateRuleBody } from '../../../lib/contract/bodies/update-rule-body.ts';
import { updateWebhookEndpointBody } from '../../../lib/contract/bodies/update-webhook-endpoint-body.ts';
import type { BodySchema } from '../../../lib/http/parse-body.ts';
import { receivePspWebhook } from '../../../lib/http/routes.ts';
import { badBodies, blankBodies, goodBodies } from '../../tools/bad-bodies.ts';
import { callEndpoint } from '../http/endpoint-harness.ts';

const schemas: Readonly<Record<string, BodySchema<unknown>>> = {
  create: createSessionBody(false),
  confirm: confirmSessionBody,
  refund: refundBody,
  capture: captureBody,
  cancel: cancelBody,
  decide: decideBody,
  expire: emptyBody,
  refresh: emptyBody,
};

const check = async (schema: BodySchema<unknown>, body: unknown) => {
  const answer = await callEndpoint({
    route: receivePspWebhook,
    schema,
    body: JSON.stringify(body),
    run: async (call) => ({ json: call.body }),
  });
  return answer;
};

describe.each(Object.entries(schemas))('%s', (endpoint, schema) => {
  test.each(badBodies.filter((bad) => bad.endpoint === endpoint).map((bad) => [bad.what, bad] as const))(
    '%s',
    async (_, { body, code, param }) => {
      const answer = await check(schema, body);
      expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([400, code, param]);
      expect(answer.text).not.toMatch(/42424242|tok-secret/);
    },
  );

  test('good bodies pass, each optional field left out as well', async () => {
    for (const good of goodBodies.filter((candidate) => candidate.endpoint === endpoint)) {
      expect((await check(schema, good.body)).status).toBe(200);
      for (const optional of good.optional) {
        const { [optional]: _, ...rest } = good.body;
        expect([optional, (await check(schema, rest)).status]).toEqual([optional, 200]);
      }
    }
  });
});

test('what is too long is not searched for card numbers', () => {
  const digits = '4242 4242 4242 4242 '.repeat(500);
  const people = {
    name: digits,
    email: `${digits.replaceAll(' ', '-')}@a.example`,
    address: { city: digits },
  };
  for (const body of [
    { payment_method: { type: 'psp_token', psp: digits, token: 't', billing_details: people } },
    { payment_method: { type: 'psp_token', psp: 'p', token: 't' }, browser: { user_agent: digits } },
  ]) {
    const { error } = confirmSessionBody.safeParse(body);
    expect(error?.issues.filter(({ code }) => code === 'custom')).toEqual([]);
    expect(error?.issues.filter(({ code }) => code === 'too_big').length).toBeGreaterThan(0);
  }
});

test.each(blankBodies.map((blank) => [`${blank.endpoint}, ${blank.what}`, blank] as const))(
  'what is blank counts as absent: %s',
  async (_, { endpoint, body, same_as }) => {
    const schema = schemas[endpoint] ?? emptyBody;
    const answer = await check(schema, body);
    expect([answer.status, answer.body]).toEqual([200, (await check(schema, same_as)).body]);
  },
);

test.each([
  [{ amount: null }, 'amount'],
  [{ metadata: null }, 'metadata'],
  [{ metadata: { order: null } }, 'metadata.order'],
  [{ country: null }, 'country'],
  [{ expires_in: null }, 'expires_in'],
  [{ success_url: null }, 'success_url'],
  [{ cancel_url: '' }, 'cancel_url'],
  [{ reference: '' }, 'reference'],
  [{ reference: null, pay_once: true }, 'reference'],
  [{ customer: null, setup: 'on_session' }, 'customer.id'],
  [{ customer: { id: '' } }, 'customer.id'],
  [{ customer: [null] }, 'customer'],
  [{ shipping: { name: null } }, 'shipping.address'],
  [{ shipping: { address: null } }, 'shipping.address'],
])('what does not describe is never read as absent: %j', async (fields, param) => {
  const session = { amount: 1, currency: 'jpy', success_url: 'https://a.example', ...fields };
  const { status, body } = await check(createSessionBody(false), session);
  expect([status, body.error?.param]).toEqual([400, param]);
});

test('an address of blanks is an empty address', async () => {
  const address = { line1: '', line2: null, city: '', state: null, postal_code: '', country: null };
  const session = {
    amount: 1,
    currency: 'jpy',
    success_url: 'https://a.example',
    shipping: { name: '', address },
  };
  const { status, body } = await check(createSessionBody(false), session);
  expect([status, body.shipping]).toEqual([200, { address: {} }]);
});

test.each([
  ['create', { curency: 'eur' }, 'curency', 'currency'],
  ['create', { successUrl: 'https://a.example' }, 'successUrl', 'success_url'],
  ['create', { email: 'ada@shop.example' }, 'email', 'customer_email'],
  ['create', { billing_details: { adress: {} } }, 'billing_details.adress', 'address'],
  ['create', { shipping: { address: { zip: '1', postalcode: '1' } } }, 'shipping.address.zip', undefined],
  ['create', { shipping: { address: { postalCode: '1' } } }, 'shipping.address.postalCode', 'postal_code'],
  ['confirm', { payment_methods: {} }, 'payment_methods', 'payment_method'],
  ['refund', { ammount: 5 }, 'ammount', 'amount'],
  ['capture', { charge_id: 'ch_1' }, 'charge_id', 'charge'],
  ['cancel', { colour: 1 }, 'colour', undefined],
])('an unknown field of %s is answered with the nearest: %j', async (endpoint, fields, param, nearest) => {
  const good = goodBodies.find((one) => one.endpoint === endpoint)?.body;
  const { status, body } = await check(schemas[endpoint] ?? emptyBody, { ...good, ...fields });
  const hint = nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
  expect([status, body.error?.code, body.error?.param, body.error?.message]).toEqual([
    400,
    'parameter_unknown',
    param,
    `${param}: there is no such field${hint}.`,
  ]);
});

test.each([
  '4242424242424242',
  '4242 4242 4242 4242',
  'card-4242-4242-4242-4242',
  'sk_test_0kq3v8x2m9d4f7h1b5n6c8z2w4',
  'cs_0kq3v8x2m9d4f7h1b5n6c8z2w4_secret_7hq3v8x2m9d4f7h1b5n6c8z2w4',
  '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
])('an unknown field that may be a secret is not shown: %s', async (name) => {
  const { text, body } = await check(refundBody, { charge: 'ch_00000000000000000000000000', [name]: 'x' });
  expect(body.error?.code).toBe('parameter_unknown');
  expect(text).toContain('…');
  expect(text).not.toMatch(/4242|0kq3v8x2m9|7hq3v8x2m9|٤٢٤٢/);
});

test('an omitted field gets the contract’s default', async () => {
  const { body } = await check(createSessionBody(false), {
    amount: 1,
    currency: 'jpy',
    success_url: 'https://a.example',
  });
  expect(body).toEqual({
    amount: 1,
    currency: 'jpy',
    success_url: 'https://a.example',
    routing_rule: 'default',
    capture_method: 'automatic',
    expires_in: 86_400,
    metadata: {},
  });
});

test('pay_once needs a reference', async () => {
  const session = { amount: 1, currency: 'jpy', success_url: 'https://a.example', pay_once: true };
  const { status, body } = await check(createSessionBody(false), session);
  expect([status, body.error]).toMatchObject([400, { code: 'parameter_missing', param: 'reference' }]);
  expect((await check(createSessionBody(false), { ...session, reference: 'order-1' })).status).toBe(200);
});

describe('return addresses', () => {
  const status = async (livemode: boolean, success_url: string) =>
    (await check(createSessionBody(livemode), { amount: 1, currency: 'eur', success_url })).status;

  test.each([
    'https://a.example',
    'https://a.example:8443/x?y=1#z',
    `https://a.example/${'x'.repeat(2_030)}`,
  ])('%.40s: in both modes', async (url) => {
    expect([await status(false, url), await status(true, url)]).toEqual([200, 200]);
  });

  test.each(['http://localhost/x', 'http://localhost:3000', 'http://127.0.0.1:1', 'http://[::1]:1/'])(
    '%s: in test mode only',
    async (url) => {
      expect([await status(false, url), await status(true, url)]).toEqual([200, 400]);
    },
  );

  test.each([
    'http://a.example',
    'https://user@a.example',
    'https://user:password@a.example',
    'https://:password@a.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    '//a.example',
    '/path',
    'https://',
    '',
    'http://localhost.example',
    'http://127.0.0.1.example',
    `https://a.example/${'x'.repeat(2_032)}`,
  ])('%.60s: in no mode', async (url) => {
    expect([await status(false, url), await status(true, url)]).toEqual([400, 400]);
  });
});

describe('addresses of webhook endpoints', () => {
  /** In test mode, in live mode, and with any address, as on this machine; created and changed alike. */
  const taken = async (url: string): Promise<readonly boolean[]> => {
    const places = [
      { livemode: false, anyAddress: false },
      { livemode: true, anyAddress: false },
      { livemode: false, anyAddress: true },
    ];
    const found = await Promise.all(
      places.map((place) =>
        Promise.all(
          [createWebhookEndpointBody(place), updateWebhookEndpointBody(place)].map(
            async (schema) => (await check(schema, { url })).status === 200,
          ),
        ),
      ),
    );
    for (const [created, changed] of found) expect([url, changed]).toEqual([url, created]);
    return found.map(([created = false]) => created);
  };

  test.each(['', ':80', ':443', ':8080', ':8443'])('a web server’s port is taken: "%s"', async (port) => {
    expect(await taken(`https://hooks.example${port}/in`)).toEqual([true, true, true]);
    expect(await taken(`http://hooks.example${port}/in`)).toEqual([true, false, true]);
  });

  test.each([22, 25, 53, 1, 444, 3306, 5432, 6379, 8000, 9200, 11211, 27017, 65535])(
    'port %d is refused where anybody could be there: nothing is to be knocked at with our address',
    async (port) => {
      for (const host of ['hooks.example', '8.8.8.8', '[2606:4700:4700::1111]'])
        expect(await taken(`https://${host}:${port}/`)).toEqual([false, false, true]);
    },
  );
});

test('a rule body is read loosely here and keeps its fields; version and dry_run are checked', async () => {
  const good = await check(updateRuleBody, { name: 'x', targets: [], version: 0, dry_run: true });
  expect(good.body).toEqual({ name: 'x', targets: [], version: 0, dry_run: true });
  for (const [body, param] of [
    [{ version: -1 }, 'version'],
    [{ version: '1' }, 'version'],
    [{ dry_run: 'yes' }, 'dry_run'],
    [{ dry_run: null }, 'dry_run'],
  ] as const)
    expect((await check(updateRuleBody, body)).body.error).toMatchObject({
      code: 'parameter_invalid',
      param,
    });
});

test('a field name as long as the body is not repeated in full', async () => {
  const answer = await check(refundBody, {
    charge: 'ch_00000000000000000000000000',
    ['x'.repeat(50_000)]: 1,
  });
  expect(answer.body.error).toMatchObject({ code: 'parameter_unknown', param: `${'x'.repeat(64)}…` });
  expect(answer.text?.length).toBeLessThan(1_000);
});

test('characters are counted, not UTF-16 halves', () => {
  const create = (metadata: object) =>
    createSessionBody(false).safeParse({
      amount: 1,
      currency: 'eur',
      success_url: 'https://a.example',
      metadata,
    }).success;
  expect(create({ ['😀'.repeat(40)]: 'v' })).toBe(true);
  expect(create({ ['😀'.repeat(41)]: 'v' })).toBe(false);
});
