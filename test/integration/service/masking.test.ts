import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routes } from '../../../lib/http/routes.ts';
import { scopesOfRole } from '../../../lib/types/role.ts';
import { apiClient, type Client, newKey } from './api-client.ts';
import { type Browser, createBrowser } from './console-browser.ts';
import { type RunningProvider, startIdentityProvider } from './identity-provider.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';
import { visitProvider } from './visit-provider.ts';

let provider: RunningProvider;
let service: Service;
let client: Client;
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  provider = await startIdentityProvider();
  const { issuer, client_id } = provider;
  service = await startService({
    environment: {
      CONSOLE_PROVIDER: JSON.stringify({ issuer, client_id, roles: { guests: 'viewer', people: 'admin' } }),
    },
  });
  client = apiClient(service);
  ids = await plant();
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

const email = 'planted@example.com';
/** Each is found by what only it has. */
const planted = [
  email,
  'planted%40example.com',
  'Planted Person',
  '+44 20 7946 0000',
  'Planted Street',
  'planted-',
];

const plant = async () => {
  const address = { line1: 'Planted Street 1', city: 'planted-city', country: 'GB' };
  const { body: session } = await client.create({
    customer_email: email,
    customer: { id: 'planted-customer', phone: '+44 20 7946 0000' },
    billing_details: { name: 'Planted Person', email, address },
    shipping: { name: 'Planted Person', address },
    metadata: { ticket: 'planted-ticket' },
    description: `For ${email}`,
    reference: 'ORD-1',
    success_url: 'https://shop.example/thanks?for=planted%40example.com',
  });
  const charge = (await client.confirm(session.id)).body.charge ?? '';
  const metadata = { reason: 'planted-reason' };
  const { body: refund } = await client.refund({ charge, amount: 1, metadata }, { key: newKey() });
  await client.call('POST', `/v1/charges/${charge}/notes`, { body: { text: `Called ${email}` } });
  const events = await until(
    async () => (await client.call<{ data: readonly { id: string }[] }>('GET', '/v1/events')).body.data,
    (data) => data.length > 2,
  );
  const unknown = { disputes: 'dp_none', backtests: 'bt_none', webhook_endpoints: 'we_none' };
  return {
    ...unknown,
    sessions: session.id,
    charges: charge,
    refunds: refund.id,
    events: events[0]?.id ?? '',
    payment_methods: 'pm_none',
    api_keys: 'key_none',
    psps: 'stripe',
  };
};

/** Every path that only reads, with what was planted in it. */
const reads = () =>
  routes
    .filter(({ method, token }) => method === 'GET' && token !== 'none')
    .map((route) => ({
      route,
      path: route.path
        .replace('{name}', 'default')
        .replace('{version}', '1')
        .replace(/([a-z_]+)\/\{id\}/, (_, kind: string) => `${kind}/${ids[kind]}`),
    }));

const signIn = async (group: string): Promise<Browser> => {
  provider.account.current = { email: `${group}@example.com`, groups: [group] };
  const browser = createBrowser();
  expect((await browser.visit(await visitProvider(browser, service.base_url))).status).toBe(303);
  return browser;
};

const readAll = async (browser: Browser) => {
  const headers = { 'x-requested-by': 'console' };
  const answers = reads().map(async ({ route, path }) => ({
    route,
    path,
    ...(await browser.visit(service.base_url + path, { headers })),
  }));
  return Promise.all(answers);
};

test('a viewer reads everything that a viewer may, and nothing of the customer', async () => {
  const answers = await readAll(await signIn('guests'));
  for (const { route, path, status, text } of answers) {
    const may = route.scope === undefined || scopesOfRole.viewer.includes(route.scope);
    expect([path, may ? status !== 403 : status === 403]).toEqual([path, true]);
    for (const secret of planted) expect([path, text.includes(secret)]).toEqual([path, false]);
  }
  const [session] = answers.filter(({ path }) => path === `/v1/checkout/sessions/${ids.sessions}`);
  expect(session?.body).toMatchObject({
    customer_email: '•••',
    metadata: { ticket: '•••' },
    reference: 'ORD-1',
    billing_details: { name: '•••', address: { country: 'GB' } },
    client_secret: null,
    url: null,
  });
});

test('an admin reads all of it, so that there was something to mask', async () => {
  const answers = await readAll(await signIn('people'));
  const found = planted.filter((secret) => answers.some(({ text }) => text.includes(secret)));
  expect(found).toEqual(planted);
  const holding = answers.filter(({ text }) => planted.some((secret) => text.includes(secret)));
  expect(holding.map(({ route }) => route.path)).toEqual(
    expect.arrayContaining([
      '/v1/charges/{id}',
      '/v1/checkout/sessions/{id}',
      '/v1/checkout/sessions',
      '/v1/charges',
      '/v1/refunds',
      '/v1/refunds/{id}',
      '/v1/charges/{id}/notes',
    ]),
  );
  for (const { text } of answers) expect(text).not.toContain('_secret_');
});

test('a viewer cannot find the customer by asking', async () => {
  const browser = await signIn('guests');
  for (const list of ['/v1/checkout/sessions', '/v1/charges'])
    for (const filter of [
      'customer_email',
      'customer_email[prefix]',
      'CUSTOMER_EMAIL',
      'customer_email%5Bprefix%5D',
    ]) {
      const answer = await browser.visit(`${service.base_url}${list}?${filter}=planted`, {
        headers: { 'x-requested-by': 'console' },
      });
      expect([filter, answer.status === 403 || answer.status === 400]).toEqual([filter, true]);
      expect(answer.body.error?.param).toBe(decodeURIComponent(filter));
    }
});
