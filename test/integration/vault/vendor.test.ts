import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTransport } from '../../../lib/runtime/transport.ts';
import { type BasisTheory, startBasisTheory } from '../../../local/basis_theory/start-basis-theory.ts';
import { apiClient, type Client } from '../service/api-client.ts';
import { rule, rulesOf } from '../service/rules-of.ts';
import { type Service, startService } from '../service/start-service.ts';

const psps = ['stripe', 'adyen', 'checkout_com', 'paypal'] as const;
const http = createTransport();
let vendor: BasisTheory;
let service: Service;
let client: Client;

beforeAll(async () => {
  vendor = await startBasisTheory();
  const rules = rulesOf();
  service = await startService({
    rules: {
      rules: Object.fromEntries([
        ...Object.entries(rules.rules),
        ...psps.map((psp) => [
          `by_${psp}`,
          { ...rules.rules.default, ...rule(`by_${psp}`, { [psp]: 1 }), version: 1, created: 1 },
        ]),
      ]) as typeof rules.rules,
    },
    environment: {
      VAULT: JSON.stringify({
        vendor: 'basis_theory',
        url: vendor.url,
        proxies: Object.fromEntries(psps.map((psp) => [psp, `proxy_${psp}`])),
        secret: 'payments/psp',
      }),
      VAULT_API_KEY: vendor.keys.private,
    },
  });
  client = apiClient(service);
  for (const psp of psps) vendor.setProxy(`proxy_${psp}`, service.psps[psp] ?? '');
});
afterAll(async () => {
  await service?.stop();
  await vendor?.close();
});

/** A browser gives its card to the vendor. */
const token = async (exp_year = 2035): Promise<string> => {
  const made = await http({
    method: 'POST',
    url: `${vendor.url}/tokens`,
    headers: { 'bt-api-key': vendor.keys.public, 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'card',
      data: { number: '4242424242424242', expiration_month: 12, expiration_year: exp_year, cvc: '123' },
    }),
    timeout_ms: 600_000,
  });
  return made.kind === 'answered' ? String(JSON.parse(made.body).id) : '';
};

const pay = async (psp: string, method: object) => {
  const { body: opened } = await client.create({ routing_rule: `by_${psp}` });
  const path = `/v1/checkout/sessions/${opened.id}/confirm`;
  const confirm = () =>
    client.call('POST', path, { body: { payment_method: method }, token: opened.client_secret });
  return { ...(await confirm()), again: confirm };
};

describe.each(psps)('%s', (psp) => {
  test('is paid with a card that only the vendor has seen', async () => {
    const { status, body } = await pay(psp, { type: 'card_token', token: await token() });
    expect([status, body]).toMatchObject([200, { payment_status: 'paid' }]);
    const { body: charge } = await client.call('GET', `/v1/charges/${'charge' in body ? body.charge : ''}`);
    expect(charge).toMatchObject({ psp, card: { brand: 'visa', last4: '4242', exp_month: 12 } });
  });
});

test('a vendor that refuses ends the confirm, charges nobody, and the customer may go on', async () => {
  vendor.fail('unauthorized');
  const refused = await pay('stripe', { type: 'card_token', token: await token() });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'vault_refused']);
  expect(await refused.again()).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
});

test.each([
  ['a token that is not the vendor’s', async () => '11111111-1111-4111-8111-111111111111'],
  ['a card that has expired', () => token(2020)],
])('%s is the caller’s mistake', async (_, made) => {
  const { status, body } = await pay('stripe', { type: 'card_token', token: await made() });
  expect([status, body.error]).toMatchObject([
    400,
    { code: 'parameter_invalid', param: 'payment_method.token' },
  ]);
});

test('a router with a vendor offers browsers no vault of its own', async () => {
  const { body: opened } = await client.create({ routing_rule: 'by_stripe' });
  const { body } = await client.call('GET', `/v1/checkout/sessions/${opened.id}`, {
    token: opened.client_secret,
  });
  expect(body).not.toHaveProperty('vault.url');
});

test('without the vendor nothing is recorded, and what was answered before stands', async () => {
  const { body: opened } = await client.create({ routing_rule: 'by_stripe' });
  const method = { type: 'card_token', token: await token() };
  const ask = () =>
    client.call('POST', `/v1/checkout/sessions/${opened.id}/confirm`, {
      body: { payment_method: method },
      token: opened.client_secret,
      key: 'confirm-once',
    });
  const first = await ask();
  expect(first).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
  await vendor.close();
  const repeated = await ask();
  expect([repeated.status, repeated.text]).toEqual([200, first.text]);
  const { status, body, again } = await pay('stripe', {
    type: 'card_token',
    token: '11111111-1111-4111-8111-111111111111',
  });
  expect([status, body.error.code]).toEqual([503, 'vault_unavailable']);
  expect((await again()).status).toBe(503);
});
