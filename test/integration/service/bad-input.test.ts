import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../../lib/http/routes.ts';
import { badBodies, type Endpoint } from '../../tools/bad-bodies.ts';
import { apiClient, type Client, card, type Failure, paid, type Session } from './api-client.ts';
import { badRules } from './bad-rules.ts';
import { pspAdmin } from './psp-admin.ts';
import { readTables } from './read-tables.ts';
import { type Service, startService } from './start-service.ts';

let service: Service;
let client: Client;
let open: Session;
let charge: string;
let before: Awaited<ReturnType<typeof readTables>>;
beforeAll(async () => {
  service = await startService();
  client = apiClient(service);
  // An event of the payment made here would be noted on its charge at some moment.
  await pspAdmin(service).webhooks('stripe', { mode: 'off' });
  open = (await client.create()).body;
  ({ charge } = await paid(client));
  before = await readTables(service);
});
afterAll(() => service?.stop());

const pathOf = (endpoint: Endpoint): string => {
  switch (endpoint) {
    case 'create':
      return '/v1/checkout/sessions';
    case 'confirm':
      return `/v1/checkout/sessions/${open.id}/confirm`;
    case 'refund':
    case 'capture':
    case 'cancel':
      return `/v1/charges/${endpoint}`;
    default:
      return endpoint satisfies never;
  }
};

const endpoints = ['create', 'confirm', 'refund', 'capture', 'cancel'] as const;
const posts = () => [...endpoints.map(pathOf), '/v1/routing/rules'];

/** The service refused in its own shape. */
const expectRefusal = (answer: {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Failure;
}) => {
  const { status, headers, body } = answer;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers.get('request-id')).toMatch(/^req_[0-9a-z]{26}$/);
  expect(headers.get('should-retry')).toBe('false');
  expect(body.error).toMatchObject({
    request_id: headers.get('request-id'),
    doc_url: `${service.base_url}/docs/errors#${body.error.code}`,
    message: expect.stringMatching(/^.{5,1000}$/s),
  });
};

describe('bodies that break the contract', () => {
  test.each(endpoints)('%s: each one is refused with its field, and stores nothing', async (endpoint) => {
    const bad = badBodies.filter((candidate) => candidate.endpoint === endpoint);
    expect(bad.length).toBeGreaterThan(15);
    for (const { what, body, code, param } of bad) {
      const answer = await client.call('POST', pathOf(endpoint), { body: JSON.stringify(body) });
      const { error } = answer.body;
      expect([what, answer.status, error.code, error.param]).toEqual([what, 400, code, param]);
      expectRefusal(answer);
      expect(answer.text).not.toMatch(/42424242|tok-secret/);
    }
    expect(await readTables(service)).toEqual(before);
  });

  test('rules: each one is refused with its field, and nothing is published', async () => {
    const list = async () => (await client.call('GET', '/v1/routing/rules')).text;
    const inForce = await list();
    for (const { what, body, param } of badRules) {
      const answer = await client.call('POST', '/v1/routing/rules', { body });
      const { error } = answer.body;
      expect([what, answer.status, error.param]).toEqual([what, 400, param]);
      expectRefusal(answer);
    }
    expect(await list()).toBe(inForce);
  });
});

describe('bodies that cannot be read', () => {
  test.each<[string, Parameters<typeof raw>[1], number, string]>([
    ['no body', { body: undefined, type: 'application/json' }, 400, 'body_invalid'],
    ['no content type', { body: '{}' }, 415, 'content_type_unsupported'],
    ['text', { body: '{}', type: 'text/plain' }, 415, 'content_type_unsupported'],
    [
      'a form',
      { body: 'amount=1', type: 'application/x-www-form-urlencoded' },
      415,
      'content_type_unsupported',
    ],
    [
      'multipart',
      { body: '--x--', type: 'multipart/form-data; boundary=x' },
      415,
      'content_type_unsupported',
    ],
    [
      'another charset',
      { body: '{}', type: 'application/json; charset=utf-16' },
      415,
      'content_type_unsupported',
    ],
    ['not JSON', { body: '{"a":', type: 'application/json' }, 400, 'body_invalid'],
    ['two documents', { body: '{}{}', type: 'application/json' }, 400, 'body_invalid'],
    [
      'not UTF-8',
      { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), type: 'application/json' },
      400,
      'body_invalid',
    ],
    ['UTF-16', { body: Buffer.from('{}', 'utf16le'), type: 'application/json' }, 400, 'body_invalid'],
    ['a byte order mark', { body: '\uFEFF{}', type: 'application/json' }, 400, 'body_invalid'],
    [
      'compressed',
      { body: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), type: 'application/json' },
      400,
      'body_invalid',
    ],
    [
      'half a surrogate pair',
      { body: '{"amount":"\\ud800"}', type: 'application/json' },
      400,
      'body_invalid',
    ],
    ['a key twice', { body: '{"amount":1,"amount":2}', type: 'application/json' }, 400, 'body_invalid'],
    ['__proto__', { body: '{"__proto__":{"amount":1}}', type: 'application/json' }, 400, 'body_invalid'],
    [
      '17 levels',
      { body: `{"metadata":${'['.repeat(16)}${']'.repeat(16)}}`, type: 'application/json' },
      400,
      'body_invalid',
    ],
    ['100,000 levels', { body: '['.repeat(60_000), type: 'application/json' }, 400, 'body_invalid'],
    [
      '64 KiB and one byte',
      { body: `"${'x'.repeat(65_535)}"`, type: 'application/json' },
      413,
      'body_too_large',
    ],
    ['1 MB', { body: 'x'.repeat(1_000_000), type: 'application/json' }, 413, 'body_too_large'],
  ])('%s', async (_, sent, status, code) => {
    for (const path of posts()) {
      const answer = await raw(path, sent);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, status, code]);
      expectRefusal(answer);
    }
  });

  test('above 10 MB the gateway itself refuses', async () => {
    const answer = await raw(pathOf('create'), {
      body: Buffer.alloc(10 * 1024 * 1024 + 1),
      type: 'application/json',
    });
    expect([answer.status, answer.text]).toEqual([413, '{"message":"Request Entity Too Large"}']);
  });
});

describe('methods and paths', () => {
  test('every route by every other method', async () => {
    for (const path of new Set(routes.map((route) => route.path))) {
      const allowed = routes.filter((route) => route.path === path).map(({ method }) => method);
      const asked = path.replaceAll(/\{\w+\}/g, 'some-value');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        if ((allowed as string[]).includes(method)) continue;
        const answer = await client.call(method, asked);
        if (method === 'GET' && path.startsWith('/v1/charges/')) {
          // `GET /v1/charges/refund` asks for a charge of that name.
          expect([path, answer.body.error.code]).toEqual([path, 'resource_missing']);
          continue;
        }
        expect([method, path, answer.status]).toEqual([method, path, 405]);
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
        expectRefusal(answer);
      }
    }
  });

  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/charges',
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
  ])('%s is nowhere', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await client.call(method, path);
      expect([method, answer.status, answer.body.error.code]).toEqual([method, 404, 'resource_missing']);
      expectRefusal(answer);
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
  ])('an id that is none: %.30s', async (id) => {
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
      expectRefusal(answer as never);
    }
  });

  test.each(['/v1/charges/%', '/v1/charges/%zz', '/v1/charges/%ff', '/v1/charges/x?a=%e0%a4'])(
    '%s is refused by the gateway',
    async (path) => {
      expect((await raw(path, {}, 'GET')).status).toBe(400);
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
      [pathOf('create'), { amount: 1, currency: 'eur', success_url: 'https://a.example' }],
      [pathOf('confirm'), { payment_method: card() }],
      [pathOf('refund'), { charge, amount: 1 }],
      [pathOf('capture'), { charge }],
      [pathOf('cancel'), { charge }],
    ] as const) {
      const answer = await raw(path, {
        body: JSON.stringify(body),
        type: 'application/json',
        headers: { [name]: value },
      });
      expect([path, answer.status, answer.body.error.param]).toEqual([path, 400, 'Idempotency-Key']);
    }
    expect(await readTables(service)).toEqual(before);
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
    expect((await raw(pathOf('refund'), sent)).status).toBe(status);
  });
});

test('after all that nothing is stored, and the service works', async () => {
  expect(await readTables(service)).toEqual(before);
  expect((await client.create()).status).toBe(200);
  expect(service.output()).not.toMatch(/"event":"defect"|unhandled error/);
});

type Sent = {
  readonly body?: string | Buffer | undefined;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
};

/** One request on a connection of its own, with exactly these headers and bytes. */
const raw = (
  path: string,
  { body, type, headers = {} }: Sent,
  method = 'POST',
): Promise<{
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Failure;
}> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(`${service.base_url}${path}`, {
      method,
      agent: false,
      headers: {
        authorization: `Bearer ${service.api_key}`,
        ...(type !== undefined && { 'content-type': type }),
        ...headers,
      },
    });
    sent.on('response', async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      const received = new Headers();
      for (const [name, value] of Object.entries(answer.headers)) received.set(name, String(value));
      resolve({ status: answer.statusCode ?? 0, headers: received, text, body: readBody(text) });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const readBody = (text: string): Failure => {
  try {
    return JSON.parse(text);
  } catch {
    return { error: { type: '', code: 'no JSON', message: text, request_id: '' } };
  }
};
