import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RulesDocument } from '../../../lib/types/routing.ts';
import { sealCard } from '../../../local/psp/framework/simulated-wallet.ts';
import { apiClient, type Client } from './api-client.ts';
import { rule, rulesOf } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';

let service: Service;
let client: Client;
beforeAll(async () => {
  const { rules } = rulesOf();
  // Stripe is first for cards, in all but one of ten thousand.
  const mixed = { ...rules.default, ...rule('mixed', { stripe: 10_000, adyen: 1, checkout_com: 0 }) };
  const first = { ...mixed, name: 'first', wallets: 'first' };
  service = await startService({
    rules: { rules: { ...rules, mixed, first } as RulesDocument['rules'] },
    environment: { CARD_CAPTURE: 'off' },
  });
  client = apiClient(service);
});
afterAll(() => service?.stop());

const card = { number: '4242424242424242', expiry_month: 12, expiry_year: 2040 };

const pay = async (psp: string, payment_method: object, token?: 'session') => {
  const { body: opened } = await client.create({ routing_rule: psp });
  return client.confirm(opened.id, payment_method, token ? { token: opened.client_secret } : {});
};

test.each(['adyen', 'checkout_com'])(
  '%s takes both wallets from a browser, with card capture off',
  async (psp) => {
    for (const type of ['applepay', 'googlepay'] as const) {
      const { status, body } = await pay(psp, { type, token: sealCard(type, card), psps: [psp] }, 'session');
      expect([type, status, body.payment_status]).toEqual([type, 200, 'paid']);
    }
  },
);

test('a session names to a browser where its wallets pay, and no other PSP', async () => {
  for (const [routing_rule, wallets] of [
    ['adyen', { psp: 'adyen', types: ['applepay', 'googlepay'] }],
    ['checkout_com', { psp: 'checkout_com', types: ['applepay', 'googlepay'] }],
    ['mixed', { psp: 'adyen', types: ['applepay', 'googlepay'] }],
    ['default', null],
    ['first', null],
    ['stripe', null],
  ] as const) {
    const { body: opened } = await client.create({ routing_rule });
    expect(opened).toMatchObject({ wallets });
    const { body: seen } = await client.session(opened.id, { token: opened.client_secret });
    expect(seen).toMatchObject({ wallets });
    expect(seen).not.toHaveProperty('routing');
  }
});

test('a wallet pays where the session says, and a card at the PSP that was drawn for it', async () => {
  const { body: opened } = await client.create({ routing_rule: 'mixed' });
  expect(opened.routing).toMatchObject({
    plan: ['stripe', 'adyen', 'checkout_com'],
    wallet_plan: ['adyen', 'checkout_com'],
  });
  const token = sealCard('applepay', card);
  const { body: paid } = await client.confirm(opened.id, { type: 'applepay', token, psps: ['adyen'] });
  expect(paid).toMatchObject({ payment_status: 'paid', routing: { attempts: [{ psp: 'adyen' }] } });
});

test('a refusal names the field, and no token is in any log', async () => {
  const token = sealCard('applepay', card);
  const refusals = [
    ['psps', { type: 'applepay', token, psps: [] }],
    ['psps', { type: 'applepay', token, psps: ['elsewhere'] }],
    ['token', { type: 'applepay', token: 'sealed', psps: ['adyen'] }],
    ['token', { type: 'googlepay', token, psps: ['adyen'] }],
    ['token', { type: 'applepay', token: `"${'x'.repeat(10_000)}"`, psps: ['adyen'] }],
  ] as const;
  for (const [field, method] of refusals) {
    const { status, body } = await pay('adyen', method);
    expect({ status, error: body.error }).toMatchObject({
      status: 400,
      error: { param: expect.stringContaining(`payment_method.${field}`) },
    });
    expect(JSON.stringify(body)).not.toContain(JSON.parse(token).data);
  }
  expect((await pay('stripe', { type: 'applepay', token, psps: ['stripe'] })).body.error).toMatchObject({
    code: 'no_eligible_psp',
    message: expect.stringContaining('stripe: wallet_not_supported'),
  });
  expect(service.output()).not.toContain(JSON.parse(token).data);
});
