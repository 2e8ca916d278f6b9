import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { apiClient, newKey as newIdempotencyKey, paid } from './api-client.ts';
import { type Browser, createBrowser } from './console-browser.ts';
import { type RunningProvider, startIdentityProvider } from './identity-provider.ts';
import { type Service, startService } from './start-service.ts';
import { visitProvider } from './visit-provider.ts';

let provider: RunningProvider;
let service: Service;
beforeAll(async () => {
  provider = await startIdentityProvider();
  const { issuer, client_id } = provider;
  const roles = { Support: 'support', Payments: 'operator' };
  const limits = { support: { eur: { payment: 1_000, day: 1_500 } } };
  service = await startService({
    environment: {
      CONSOLE_PROVIDER: JSON.stringify({ issuer, client_id, roles }),
      REFUND_LIMITS: JSON.stringify(limits),
    },
  });
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

const signIn = async (email: string, group: string): Promise<Browser> => {
  provider.account.current = { email, name: email, groups: [group] };
  const browser = createBrowser();
  await browser.visit(await visitProvider(browser, service.base_url, '/console/'));
  return browser;
};

const refund = async (browser: Browser, body: object, key = newIdempotencyKey()) => {
  const headers = {
    'x-requested-by': 'console',
    origin: service.base_url,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const answer = await browser.visit(`${service.base_url}/v1/charges/refund`, {
    method: 'POST',
    headers,
    body,
  });
  return { status: answer.status, code: answer.body.error?.code, id: answer.body.id };
};

test('support refunds within its limits, an operator and an API key beyond them', async () => {
  const client = apiClient(service);
  const [first, second, dollars] = await Promise.all([
    paid(client, { amount: 4_000 }),
    paid(client, { amount: 4_000 }),
    paid(client, { amount: 4_000, currency: 'usd' }),
  ]);
  const ada = await signIn('ada@example.com', 'Support');
  const key = newIdempotencyKey();
  const done = await refund(ada, { charge: first.charge, amount: 1_000 }, key);
  expect(done.status).toBe(200);
  // The day's second refund would be too much, and so would the payment's.
  const beyond = { status: 403, code: 'refund_limit_reached' };
  expect(await refund(ada, { charge: first.charge, amount: 1 })).toMatchObject(beyond);
  expect(await refund(ada, { charge: second.charge, amount: 501 })).toMatchObject(beyond);
  expect(await refund(ada, { charge: second.charge })).toMatchObject(beyond);
  expect(await refund(ada, { charge: dollars.charge, amount: 1 })).toMatchObject(beyond);
  expect(await refund(ada, { charge: second.charge, amount: 500 })).toMatchObject({ status: 200 });
  // The first answer, though nothing is left of the day.
  expect(await refund(ada, { charge: first.charge, amount: 1_000 }, key)).toEqual(done);

  const others = await Promise.all([
    signIn('bob@example.com', 'Support').then((bob) => refund(bob, { charge: first.charge, amount: 200 })),
  ]);
  expect(others).toMatchObject([{ status: 200 }]);
  const eve = await signIn('eve@example.com', 'Payments');
  expect(await refund(eve, { charge: second.charge })).toMatchObject({ status: 200 });
  const { status } = await client.refund(
    { charge: first.charge, amount: 2_000 },
    { key: newIdempotencyKey() },
  );
  expect(status).toBe(200);
});
