import { beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../../lib/http/routes.ts';
import { apiClient, card, type Failure, paid } from './api-client.ts';
import { expectRefusal } from './expect-refusal.ts';
import { pspAdmin } from './psp-admin.ts';
import { rawRequest } from './raw-request.ts';
import { readWritten } from './read-tables.ts';
import { withService } from './with-service.ts';

let open: string;
let charge: string;
let before: Awaited<ReturnType<typeof readWritten>>;
const service = withService();
const client = apiClient(service);
beforeAll(async () => {
  // An event of the payment made here would be noted on its charge at some moment.
  await pspAdmin(service).webhooks('stripe', { mode: 'off' });
  open = (await client.create()).body.id;
  ({ charge } = await paid(client));
  before = await readWritten(service);
});

describe('methods and paths', () => {
  test('every route by every other method', async () => {
    for (const path of new Set(routes.map((route) => route.path))) {
      const allowed = routes.filter((route) => route.path === path).map(({ method }) => method);
      const asked = path.replaceAll(/\{\w+\}/g, 'some-value');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        if ((allowed as string[]).includes(method)) continue;
        const answer = await client.call(method, asked);
        if (method === 'GET' && /^\/v1\/charges\/[a-z]+$/.test(path)) {
          // `GET /v1/charges/refund` asks for a charge of that name.
          expect([path, answer.body.error.code]).toEqual([path, 'resource_missing']);
          continue;
        }
        expect([method, path, answer.status]).toEqual([method, path, 405]);
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
        expectRefusal(service, answer);
      }
    }
  });

  test.each([
    '/v1',
    '/v1/',
    '/v1/charges/',
    '/v1/checkout/sessions/',
    '/v1/checkout/sessions//confirm',
    '/v1/charges/refund/',
    '/V1/charges/refund',
    '/v2/charges/refund',
    '/v1/charges/..%2f..%2fetc',
    '/%00',
    '/v1/routing/rules/a/b',
    '/.env',
  ])('%s does not exist', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await client.call(method, path);
      expect([method, answer.status, answer.body.error.code]).toEqual([method, 404, 'resource_missing']);
      expectRefusal(service, answer);
    }
  });

  test.each([
    'x',
    '0',
    'constructor',
    '__proto__',
    '%00',
    '%F0%9F%98%80',
    "'%20OR%201=1",
    'cs_00000000000000000000000000',
    'ch_00000000000000000000000000',
    'x'.repeat(2_048),
    'x'.repeat(2_049),
    'x'.repeat(9_000),
    '%C3%A9'.repeat(1_100),
  ])('an invalid id: %.30s', async (id) => {
    const asked = [
      client.session(id),
      client.confirm(id, card()),
      client.charge(id),
      client.call('GET', `/v1/routing/rules/${id}`),
    ];
    for (const answer of await Promise.all(asked)) {
      expect([answer.status, (answer.body as unknown as Failure).error.code]).toEqual([
        404,
        'resource_missing',
      ]);
      expectRefusal(service, answer);
    }
  });

  const bodies: Readonly<Record<string, object>> = {
    '/v1/checkout/sessions/{id}/confirm': { payment_method: card() },
    '/v1/charges/{id}/decide': { outcome: 'failed', note: 'asked', revision: 1 },
    '/v1/charges/{id}/notes': { text: 'asked' },
    '/v1/routing/rules/{name}/rollback': { to: 1 },
    '/v1/routing/rules/{name}/rollout': { percent: 5 },
    '/v1/routing/psps/{id}': { state: 'closed', note: 'asked', revision: 0 },
    '/v1/webhook_endpoints/{id}/resend': { from: 1, to: 2 },
  };
  // A prefix of ours lets the id through to the store.
  const prefixes: Readonly<Record<string, string>> = {
    events: 'evt_',
    exports: 'exp_',
    payment_links: 'pl_',
  };
  const named = routes.filter(({ path, token }) => path.includes('{') && token !== 'none');
  test.each(named)('$method $path: an id longer than a key of the store', async ({ method, path }) => {
    const long = `${prefixes[path.split('/')[2] ?? ''] ?? ''}${'x'.repeat(2_049)}`;
    const asked = path.replace('{version}', '1').replaceAll(/\{\w+\}/g, long);
    const answer = await client.call(method, asked, method === 'POST' ? { body: bodies[path] ?? {} } : {});
    expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_missing']);
    expectRefusal(service, answer);
  });

  test.each(['/v1/charges/%', '/v1/charges/%zz', '/v1/charges/%ff', '/v1/charges/x?a=%e0%a4'])(
    '%s is refused by the gateway',
    async (path) => {
      expect((await rawRequest(service, path, {}, 'GET')).status).toBe(400);
    },
  );
});

describe('headers', () => {
  test.each([
    ['Idempotency-Key', ''],
    ['Idempotency-Key', 'a b'],
    ['Idempotency-Key', 'é'],
    ['Idempotency-Key', 'x'.repeat(256)],
  ])('%s: %.20s', async (name, value) => {
    for (const [path, body] of [
      ['/v1/checkout/sessions', { amount: 1, currency: 'eur', success_url: 'https://a.example' }],
      [`/v1/checkout/sessions/${open}/confirm`, { payment_method: card() }],
      ['/v1/charges/refund', { charge, amount: 1 }],
      ['/v1/charges/capture', { charge }],
      ['/v1/charges/cancel', { charge }],
    ] as const) {
      const answer = await rawRequest(service, path, {
        body: JSON.stringify(body),
        type: 'application/json',
        headers: { [name]: value },
      });
      expect([path, answer.status, answer.body.error.param]).toEqual([path, 400, 'Idempotency-Key']);
    }
    expect(await readWritten(service)).toEqual(before);
  });

  test.each([
    [{ authorization: ['Bearer a', 'Bearer b'] }, 401],
    [{ 'content-type': ['application/json', 'application/json'] }, 415],
    [{ 'x-many': Array.from({ length: 300 }, () => 'v') }, 400],
    [{ 'x-long': 'v'.repeat(9_500) }, 400],
    [{ 'x-too-long': 'v'.repeat(20_000) }, 431],
    [{ 'transfer-encoding': 'chunked', 'content-length': '5' }, 400],
    [{ cookie: 'a=b; c=d', 'x-forwarded-for': '"><script>', 'true-client-ip': '\u00ff'.repeat(50) }, 400],
    [{ 'content-encoding': 'gzip' }, 400],
    [{ expect: '100-continue' }, 400],
  ] as const)('%.60j is answered by %i', async (headers, status) => {
    const sent = { body: '{}', type: 'application/json', headers: headers as never };
    expect((await rawRequest(service, '/v1/charges/refund', sent)).status).toBe(status);
  });
});

test('after all that nothing is stored, and the service works', async () => {
  expect(await readWritten(service)).toEqual(before);
  expect((await client.create()).status).toBe(200);
  expect(service.output()).not.toMatch(/"event":"defect"|unhandled error/);
});
