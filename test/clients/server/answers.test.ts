import { inspect, isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import {
  createClient,
  isPaymentError,
  type PaymentError,
  responseOf,
} from '../../../clients/server/src/index.ts';
import { type Answer, sendOf, settings, virtualPlatform } from './virtual-platform.ts';

const refund = { body: { charge: 'ch_1' } };
const baseUrl = 'https://pay.example';

const failed = async (...answers: readonly Answer[]): Promise<PaymentError> => {
  const { platform, settle } = virtualPlatform(answers);
  const call = sendOf({ ...settings, maxRetries: 0 }, platform)('refundCharge', refund);
  const error = await settle(call.catch((reason: unknown) => reason));
  if (!isPaymentError(error)) throw new Error(`not a PaymentError: ${error}`);
  return error;
};

describe('of an error', () => {
  test('only the known fields are taken', async () => {
    const error = await failed({
      status: 400,
      body: {
        error: {
          type: 'invalid_request_error',
          code: 'parameter_invalid',
          message: 'said',
          param: 'amount',
          decline_code: 7,
          request_id: 'req_1',
          doc_url: 'https://pay.example/docs/errors',
          name: 'TypeError',
          stack: 'at nowhere',
          cause: 'elsewhere',
          toString: 'no function',
          attempts: 99,
          idempotency_key: 'theirs',
          status: 200,
          raw: 'theirs',
          card: { number: '4242424242424242' },
          __proto__: { polluted: true },
        },
      },
    });
    expect({ ...error }).toEqual({
      type: 'invalid_request_error',
      code: 'parameter_invalid',
      param: 'amount',
      request_id: 'req_1',
      doc_url: 'https://pay.example/docs/errors',
      idempotency_key: 'key-1',
      attempts: 1,
      status: 400,
    });
    expect([error.name, error.message, error.cause]).toEqual(['InvalidRequestError', 'said', undefined]);
    expect(error.stack).toMatch(/^InvalidRequestError: said\n\s+at makeError/);
    expect(String(error)).toBe('InvalidRequestError: said');
    expect(inspect(error)).not.toContain('4242');
  });

  test.each(['parameter_invalid', null, [], { message: 'said' }, { type: 1, code: 2, message: 3 }])(
    '%j is not the service’s',
    async (error) => {
      expect((await failed({ status: 400, body: { error } })).code).toBe('answer_unexpected');
    },
  );
});

describe('the body of an answer', () => {
  const padded = (bytes: number) => `{"id":"re_1","pad":"${'x'.repeat(bytes - 22)}"}`;
  const most = 4 * 1024 * 1024;

  test.each([[200], [400]])('over 4 MiB is not read further (%s)', async (status) => {
    const error = await failed({ status, body: padded(most + 1) });
    expect([error.code, error.raw]).toEqual(['answer_unreadable', undefined]);
  });

  test('up to that size is read', async () => {
    const { platform, settle } = virtualPlatform([{ body: padded(most) }]);
    expect(await settle(sendOf(settings, platform)('refundCharge', refund))).toMatchObject({
      id: 're_1',
    });
  });

  test.each(['[]', '"text"', '1', 'true', 'null'])('%s is not an answer of the service', async (body) => {
    expect((await failed({ body })).code).toBe('answer_unreadable');
  });
});

describe('the response beside the answer', () => {
  const headers = { 'request-id': 'req_1', 'idempotent-replayed': 'true', 'x-more': '1' };

  test('is available after a success', async () => {
    const { platform, settle } = virtualPlatform([{ status: 503 }, { body: { id: 're_1' }, headers }]);
    const answer = await settle(sendOf(settings, platform)('refundCharge', refund));
    expect(responseOf(answer)).toEqual({
      status: 200,
      request_id: 'req_1',
      headers: expect.objectContaining(headers),
      idempotency_key: 'key-1',
      attempts: 2,
      replayed: true,
    });
  });

  test('and is not part of it', async () => {
    const { platform, settle } = virtualPlatform([{ body: { id: 're_1' }, headers }]);
    const answer = await settle(sendOf(settings, platform)('retrieveCharge', { path: { id: 'ch_1' } }));
    expect(JSON.stringify(answer)).toBe('{"id":"re_1"}');
    expect(isDeepStrictEqual(answer, { id: 're_1' })).toBe(true);
    expect(inspect(answer)).toBe("{ id: 're_1' }");
    expect(responseOf({ ...answer })).toBeUndefined();
    expect(responseOf(answer)).toMatchObject({ idempotency_key: undefined, replayed: true, attempts: 1 });
  });
});

describe('options', () => {
  const options = { baseUrl, apiKey: settings.apiKey };

  test.each([
    [{ maxRetrys: 1 }, 'maxRetrys'],
    [{ timeout: 1 }, 'timeout'],
    [{ hooks: { onretry: () => {} } }, 'onretry'],
  ])('%j is refused by name', (wrong, name) => {
    expect(() => createClient({ ...options, ...wrong } as never)).toThrow(TypeError);
    expect(() => createClient({ ...options, ...wrong } as never)).toThrow(name);
  });

  test.each([[{ fetch: 'fetch' }], [{ hooks: { onRequest: 1 } }], [{ hooks: null }], [{ hooks: 'all' }]])(
    '%j is refused',
    (wrong) => {
      expect(() => createClient({ ...options, ...wrong } as never)).toThrow(TypeError);
    },
  );

  test.each([
    ['refundCharge', { timeoutMs: 1 }],
    ['refundCharge', { idempotency_key: 'k' }],
    ['refundCharge', { attemptTimeoutMs: 0 }],
    ['refundCharge', { deadlineMs: Number.NaN }],
    ['retrieveCharge', { idempotencyKey: 'k' }],
    ['listRoutingRules', { idempotencyKey: 'k' }],
  ] as const)('%s with %j is refused, unsent', async (operation, wrong) => {
    const { platform, sent } = virtualPlatform([{}]);
    const send = sendOf(settings, platform);
    const input = { path: { id: 'ch_1' }, body: {} };
    await expect(send(operation, input as never, wrong as never)).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  test('a live key is not sent over plain http, to no host', () => {
    for (const host of ['pay.example', 'localhost:4000', '127.0.0.1']) {
      expect(() => createClient({ baseUrl: `http://${host}`, apiKey: 'sk_live_abc' })).toThrow('https only');
      expect(() => createClient({ baseUrl: `http://${host}`, apiKey: 'sk_test_abc' })).not.toThrow();
      expect(() => createClient({ baseUrl: `https://${host}`, apiKey: 'sk_live_abc' })).not.toThrow();
    }
  });

  test("a call's own limits override the client's", async () => {
    const { platform, settle, now } = virtualPlatform([{ after_ms: 1_000 }]);
    const send = sendOf({ ...settings, maxRetries: 0 }, platform);
    const call = send('refundCharge', refund, { attemptTimeoutMs: 50 });
    await expect(settle(call)).rejects.toMatchObject({ code: 'timed_out' });
    expect(now()).toBe(50);
    const again = virtualPlatform([{ after_ms: 60 }]);
    const short = sendOf(settings, again.platform)('refundCharge', refund, {
      attemptTimeoutMs: 50,
      deadlineMs: 75,
    });
    await expect(again.settle(short)).rejects.toMatchObject({ code: 'timed_out', attempts: 1 });
  });

  test('the given fetch sends the requests', async () => {
    const urls: string[] = [];
    const client = createClient({
      ...options,
      fetch: async (input) => {
        urls.push(String(input));
        return new Response('{"id":"ch_1"}');
      },
    });
    expect(await client.charges.retrieve('ch_1')).toEqual({ id: 'ch_1' });
    expect(urls).toEqual([`${baseUrl}/v1/charges/ch_1`]);
  });
});

describe('hooks', () => {
  test('hear of every try, and of no secret', async () => {
    const reported: object[] = [];
    const { platform, settle } = virtualPlatform([
      { lost: true },
      { status: 409, headers: { 'request-id': 'req_1' }, body: inUse },
      { body: { client_secret: 'cs_1_secret_k1' }, headers: { 'request-id': 'req_2' } },
    ]);
    const hooks = {
      onRequest: (facts: object) => reported.push(facts),
      onResponse: (facts: object) => reported.push(facts),
    };
    const card = { number: '4242424242424242', cvc: '917', exp_month: 12, exp_year: 2030 };
    await settle(
      sendOf({ ...settings, hooks }, platform)('confirmCheckoutSession', {
        path: { id: 'cs_1' },
        body: { payment_method: { type: 'card', card } },
      }),
    );
    const common = { operation: 'confirmCheckoutSession', idempotency_key: 'key-1' };
    const answered = { ...common, duration_ms: expect.any(Number) };
    expect(reported).toEqual([
      { ...common, attempt: 1 },
      { ...answered, attempt: 1, status: undefined, code: 'connection_failed', request_id: undefined },
      { ...common, attempt: 2 },
      { ...answered, attempt: 2, status: 409, code: 'idempotency_key_in_use', request_id: 'req_1' },
      { ...common, attempt: 3 },
      { ...answered, attempt: 3, status: 200, code: undefined, request_id: 'req_2' },
    ]);
    for (const secret of [settings.apiKey, card.number, '_secret_'])
      expect(inspect(reported, { depth: 9 })).not.toContain(secret);
  });

  test('that throw change nothing', async () => {
    const { platform, settle, sent } = virtualPlatform([{ body: { id: 're_1' } }]);
    const broken = () => {
      throw new Error('broken');
    };
    const hooks = { onRequest: broken, onResponse: broken };
    const call = sendOf({ ...settings, hooks }, platform)('refundCharge', refund);
    expect(await settle(call)).toEqual({ id: 're_1' });
    expect(sent).toHaveLength(1);
  });

  test('that reject do not end the process', async () => {
    const unhandled: unknown[] = [];
    const receive = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', receive);
    const { platform, settle } = virtualPlatform([{ body: { id: 're_1' } }]);
    const broken = async () => {
      throw new Error('broken');
    };
    const hooks = { onRequest: broken, onResponse: broken };
    await settle(sendOf({ ...settings, hooks }, platform)('refundCharge', refund));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', receive);
    expect(unhandled).toEqual([]);
  });

  test('may abort the call, which then waits no longer', async () => {
    const controller = new AbortController();
    const { platform, settle, now } = virtualPlatform([{ status: 503, headers: { 'retry-after': '60' } }]);
    const hooks = { onResponse: () => controller.abort() };
    const call = sendOf({ ...settings, hooks }, platform)('refundCharge', refund, {
      signal: controller.signal,
    });
    await expect(settle(call)).rejects.toMatchObject({ code: 'aborted', attempts: 1 });
    expect(now()).toBe(0);
  });
});

const inUse = {
  error: {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'Still running.',
    request_id: 'r',
    doc_url: 'd',
  },
};
