import { describe, expect, test } from '@jest/globals';
import { operations } from '../../../clients/server/src/generated/operations.ts';
import { PaymentError, responseOf, TransportError } from '../../../clients/server/src/index.ts';
import type { RawInput, RawMethod } from '../../../clients/server/src/options.ts';
import { rawRequest } from '../../../clients/server/src/raw-request.ts';
import { createSendTo } from '../../../clients/server/src/send.ts';
import { type Answer, sendOf, settings, virtualPlatform } from './virtual-platform.ts';

const { baseUrl } = settings;

const callWith = (answers: readonly Answer[], given = settings) => {
  const world = virtualPlatform(answers);
  const sendTo = createSendTo(given, world.platform);
  const call = (method: RawMethod, path: string, input?: RawInput, options?: object) =>
    world.settle(rawRequest(sendTo, given, { method, path, input }, options));
  return { ...world, call };
};

describe('what is sent', () => {
  test.each<[RawMethod, string, RawInput | undefined, string, string | undefined]>([
    ['GET', '/v1/charges/ch_1', undefined, '/v1/charges/ch_1', undefined],
    ['GET', '/v1/a%20b', { query: { limit: 2, none: undefined } }, '/v1/a%20b?limit=2', undefined],
    ['GET', '/v1/x', { query: { created: { gte: 1 } } }, '/v1/x?created%5Bgte%5D=1', undefined],
    ['POST', '/v1/new', { body: { a: [1, null] } }, '/v1/new', '{"a":[1,null]}'],
    ['POST', '/v1/new', { body: { a: 1 }, query: { dry: true } }, '/v1/new?dry=true', '{"a":1}'],
    ['POST', '/v1/checkout/sessions/cs_1/expire', undefined, '/v1/checkout/sessions/cs_1/expire', '{}'],
    ['DELETE', '/v1/webhook_endpoints/we_1', undefined, '/v1/webhook_endpoints/we_1', undefined],
  ])('%s %s %j', async (method, path, input, target, body) => {
    const { call, sent } = callWith([{ body: { any: 'thing' } }]);
    expect(await call(method, path, input)).toEqual({ any: 'thing' });
    expect(sent.map(({ url, init }) => [url, init.method, init.body])).toEqual([
      [baseUrl + target, method, body],
    ]);
    expect(sent[0]?.init.headers).toMatchObject({ authorization: `Bearer ${settings.apiKey}` });
  });

  test('is what the method of that path sends, byte for byte', async () => {
    const world = virtualPlatform([{}]);
    const body = { charge: 'ch_1', amount: 5 } as const;
    await world.settle(sendOf(settings, world.platform)('refundCharge', { body }));
    const { call, sent } = callWith([{}]);
    await call('POST', operations.refundCharge.path, { body });
    const plain = ({ url, init: { signal: _, ...init } }: (typeof sent)[number]) => ({ url, ...init });
    expect(sent.map(plain)).toEqual(world.sent.map(plain));
  });

  test('carries a key where the operations of the service take one', async () => {
    for (const { method, idempotent } of Object.values(operations)) {
      const { call, sent } = callWith([{}]);
      await call(method, '/v1/x');
      expect(new Headers(sent[0]?.init.headers).has('idempotency-key')).toBe(idempotent);
    }
  });
});

describe('as for every method', () => {
  test('a lost call is sent again under its key, given or made', async () => {
    for (const options of [undefined, { idempotencyKey: 'mine' }]) {
      const { call, sent } = callWith([{ lost: true }, { status: 503 }, { body: { done: true } }]);
      const answer = await call('POST', '/v1/new', undefined, options);
      expect(answer).toEqual({ done: true });
      const keys = sent.map(({ init }) => new Headers(init.headers).get('idempotency-key'));
      expect(keys).toEqual(Array(3).fill(options?.idempotencyKey ?? 'key-1'));
      expect(responseOf(answer as object)).toMatchObject({ attempts: 3, status: 200 });
    }
  });

  test('the errors are the same, and tell no secret that was sent', async () => {
    const number = '4242424242424242';
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: `No ${number} here.` };
    const { call } = callWith([{ status: 404, body: { error } }]);
    const body = { payment_method: { card: { number } } };
    const failure = await call('POST', '/v1/new', { body }).catch((reason: unknown) => reason);
    if (!(failure instanceof PaymentError)) throw new Error(String(failure));
    expect([failure.code, failure.status, failure.message]).toEqual([
      'resource_missing',
      404,
      'No [redacted] here.',
    ]);
  });

  test('retries share one budget with the methods', async () => {
    const world = virtualPlatform([{ status: 503 }]);
    const sendTo = createSendTo(settings, world.platform);
    const attempt = () =>
      world
        .settle(rawRequest(sendTo, settings, { method: 'GET', path: '/v1/x' }))
        .catch((error: PaymentError) => error.attempts);
    expect([await attempt(), await attempt(), await attempt(), await attempt()]).toEqual([5, 5, 3, 1]);
  });

  test('limits and an abort apply; a lost DELETE may have been carried out', async () => {
    const { call } = callWith([{ lost: true }], { ...settings, maxRetries: 0 });
    const lost = await call('DELETE', '/v1/x').catch((reason: unknown) => reason);
    expect(lost instanceof TransportError && lost.message).toMatch(
      /^DELETE \/v1\/x: .*may have been carried out/,
    );
    const aborted = await call('GET', '/v1/x', {}, { signal: AbortSignal.abort() }).catch((reason) => reason);
    expect(aborted instanceof TransportError && aborted.code).toBe('aborted');
  });
});

describe('nothing is sent for', () => {
  test.each([
    '',
    'v1/charges',
    'https://elsewhere.example/v1/charges',
    '@elsewhere.example/',
    '.elsewhere.example/',
    ':99/v1',
    '/v1/../../admin',
    '/v1/%2e%2e/admin',
    '/v1/./x',
    '/..',
    '/v1/a b',
    '/v1/a\tb',
    '/v1\\x',
    '/v1/x?limit=1',
    '/v1/x#part',
    '/v1/charges/{id}',
    '/v1/ü',
    7,
    null,
    undefined,
  ])('the path %j', async (path) => {
    for (const base of [baseUrl, `${baseUrl}/payments`]) {
      const { call, sent } = callWith([{}], { ...settings, baseUrl: base });
      await expect(call('GET', path as string)).rejects.toThrow(/^path: /);
      expect(sent).toEqual([]);
    }
  });

  test.each<[string, unknown, unknown, RegExp]>([
    ['a method in lowercase', 'post', {}, /^method: /],
    ['a method that the service has not', 'PUT', {}, /^method: /],
    ['a body in place of the input', 'POST', { amount: 1 }, /^input: unknown option amount/],
    ['a GET with a body', 'GET', { body: {} }, /^body: /],
    ['a body that is no object', 'POST', { body: '{}' }, /^body: /],
    ['a body of null', 'POST', { body: null }, /^body: /],
    ['a query that is no object', 'GET', { query: 'limit=1' }, /^query: /],
    ['a null input', 'POST', null, /^input: /],
    ['a filter of null, which is no text', 'GET', { query: { reference: null } }, /^reference: /],
    ['a filter of several values', 'GET', { query: { reference: ['a', 'b'] } }, /^reference: /],
    ['a date, which has no bounds', 'GET', { query: { created: new Date(0) } }, /^created: /],
    ['a date as a bound', 'GET', { query: { created: { gte: new Date(0) } } }, /^created\[gte\]: /],
  ])('%s', async (_, method, input, says) => {
    const { call, sent } = callWith([{}]);
    await expect(call(method as RawMethod, '/v1/x', input as RawInput)).rejects.toThrow(says);
    expect(sent).toEqual([]);
  });

  test('an unknown option, or a key for a GET', async () => {
    const { call, sent } = callWith([{}]);
    for (const options of [{ timeout: 1 }, { idempotencyKey: 'a' }])
      await expect(call('GET', '/v1/x', {}, options)).rejects.toThrow(/^options: unknown option/);
    expect(sent).toEqual([]);
  });
});
