import { describe, expect, test } from '@jest/globals';
import {
  confirmCheckoutSession,
  createCheckoutSession,
  receivePspWebhook,
  routes,
} from '../../../lib/http/routes.ts';
import { sessionToken } from '../../../lib/http/session-token.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import { type ErrorCode, errorCodes } from '../../../lib/types/error-codes.ts';
import { scopes } from '../../../lib/types/scope.ts';
import { callEndpoint, type Given, requestId } from './endpoint-harness.ts';
import { sampleSession } from './records.ts';
import { sessionId, tokenSecrets, tokensOf } from './secrets.ts';

const route = receivePspWebhook;
const failing = (error: unknown) =>
  callEndpoint({
    route,
    run: async () => {
      throw error;
    },
  });

describe('answers', () => {
  test('JSON, redirect and nothing, each with the request id', async () => {
    const headers = { 'request-id': requestId, 'cache-control': 'no-store' };
    const answer = (reply: Awaited<ReturnType<NonNullable<Given['run']>>>) =>
      callEndpoint({ route, run: async () => reply });
    expect(await answer({ json: { a: 1 } })).toMatchObject({ status: 200, headers, body: { a: 1 } });
    expect(await answer({ nothing: true })).toMatchObject({ status: 204, headers, text: undefined });
    const location = 'https://shop.example/thanks';
    expect(await answer({ redirect: location })).toMatchObject({
      status: 303,
      headers: { ...headers, location },
    });
    expect(await answer({ session: sampleSession() })).toMatchObject({ body: { id: sessionId } });
  });

  const shownToAll = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => code !== 'not_configured');

  test.each(shownToAll)('%s leaves in the error shape', async (code) => {
    const { status, type, retry } = errorCodes[code];
    const answer = await failing(new ApiError(code, 'A message.', { param: 'some.field' }));
    expect(answer).toMatchObject({
      status,
      headers: {
        'request-id': requestId,
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'should-retry': String(retry),
      },
    });
    expect(answer.body).toEqual({
      error: {
        type,
        code,
        message: 'A message.',
        param: 'some.field',
        request_id: requestId,
        doc_url: `https://docs.example/errors#${code}`,
      },
    });
    const waits = status === 429 || status === 503 ? '1' : undefined;
    expect(answer.headers['retry-after']).toBe(waits);
    expect(answer.reported).toContainEqual(
      expect.objectContaining({ event: 'request', status, code, request_id: requestId }),
    );
  });

  test('a missing configuration is named to an API key and in the log, but to no browser', async () => {
    const run = async () => {
      throw new ApiError('not_configured', 'The secret payments/dev has no value.');
    };
    const named = { event: 'not_configured', missing: 'The secret payments/dev has no value.' };
    const key = await callEndpoint({
      route: createCheckoutSession,
      keys: async () => ({ id: 'k1', name: '', scopes, livemode: false }),
      headers: { authorization: 'Bearer sk_test_0123456789' },
      run,
    });
    expect(key).toMatchObject({
      status: 503,
      body: { error: { code: 'not_configured', message: named.missing } },
    });
    expect(key.reported).toContainEqual(expect.objectContaining(named));
    const token = sessionToken(tokenSecrets.signing_keys, sessionId, 'k2') ?? '';
    const browser = await callEndpoint({
      route: confirmCheckoutSession,
      path: { id: sessionId },
      headers: { authorization: `Bearer ${token}` },
      run,
    });
    expect(browser).toMatchObject({
      status: 503,
      body: { error: { code: 'not_configured', message: 'The service is not set up yet.' } },
    });
    expect(browser.text).not.toContain('payments/dev');
    expect(browser.reported).toContainEqual(expect.objectContaining(named));
  });

  test('details become headers and fields', async () => {
    const { headers, body } = await failing(
      new ApiError('method_not_allowed', 'No.', {
        allow: ['GET', 'POST'],
        retry_after: 7,
        decline_code: 'x',
      }),
    );
    expect(headers).toMatchObject({ allow: 'GET, POST', 'retry-after': '7' });
    expect(body.error).toMatchObject({ decline_code: 'x' });
  });

  test('a remembered answer is sent as it was, marked as replayed unless this call stored it', async () => {
    const answer = { status: 402, body: '{"error":{"request_id":"req_first"}}' };
    const remembered = (first: boolean) =>
      callEndpoint({ route, run: async () => ({ replay: answer, first }) });
    const replayed = await remembered(false);
    expect(replayed).toMatchObject({ status: 402, text: answer.body });
    expect(replayed.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'request-id': requestId,
      'should-retry': 'false',
    });
    const first = await remembered(true);
    expect(first.text).toBe(answer.body);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
  });
});

describe('any other error', () => {
  test.each([
    new Error('secret sk_test_abc in a message\n    at 4242424242424242'),
    new TypeError('4242424242424242'),
    'a string with 4242424242424242',
    undefined,
    { message: '4242424242424242' },
  ])('%p is 500, and not shown', async (error) => {
    const answer = await failing(error);
    expect(answer).toMatchObject({
      status: 500,
      headers: { 'request-id': requestId, 'should-retry': 'true' },
      body: { error: { type: 'api_error', code: 'internal', request_id: requestId } },
    });
    expect(answer.text).not.toMatch(/4242|sk_test|stack|at /);
    expect(JSON.stringify(answer.reported)).not.toMatch(/sk_test/);
    expect(answer.reported.map(({ event }) => event)).toEqual(['defect', 'request']);
  });

  test('a failure of the secret store has the shape and the id as well', async () => {
    const token = sessionToken(tokenSecrets.signing_keys, sessionId, 'k1');
    const answer = await callEndpoint({
      route: confirmCheckoutSession,
      path: { id: sessionId },
      headers: { authorization: `Bearer ${token}` },
      tokens: tokensOf(() => Promise.reject(new Error('the secret store said sk_test_abc'))),
    });
    expect(answer).toMatchObject({ status: 500, headers: { 'request-id': requestId } });
    expect(answer.body.error).toMatchObject({ code: 'internal', request_id: requestId });
    expect(JSON.stringify(answer)).not.toContain('sk_test_abc');
  });
});

describe('bearer token', () => {
  const withHeader = (authorization: string | undefined, given: Partial<Given> = {}) =>
    callEndpoint({
      route: createCheckoutSession,
      keys: async (key) => (key === 'sk_good' ? { id: 'k1', name: '', scopes, livemode: false } : 'unknown'),
      ...given,
      ...(authorization !== undefined && { headers: { authorization } }),
    });

  test.each([undefined, '', 'sk_good', 'Basic sk_good'])('%j does not count', async (header) => {
    const answer = await withHeader(header);
    expect(answer.body.error).toMatchObject({ type: 'authentication_error', code: 'token_missing' });
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="payments"');
  });

  test.each([
    'Bearer',
    'Bearer ',
    'Bearer sk_good sk_good',
    'Bearer sk_good,Bearer sk_good',
    'Bearer\tsk_good',
    'Bearer sk_bad',
    `Bearer ${'x'.repeat(600)}`,
    'Bearer sk_gööd',
  ])('%j is invalid and is not echoed', async (header) => {
    const answer = await withHeader(header);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'token_invalid' } } });
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="payments", error="invalid_token"');
    expect(answer.text).not.toMatch(/sk_bad|xxx/);
  });

  test.each(['Bearer sk_good', 'bearer sk_good', 'BEARER  sk_good'])('%j is taken', async (header) => {
    expect((await withHeader(header)).status).toBe(200);
  });

  test('of the other mode', async () => {
    const keys = async () => ({ id: 'k1', name: '', scopes, livemode: true });
    const answer = await withHeader('Bearer sk_live_x', { keys });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'token_invalid' } } });
    expect((await withHeader('Bearer sk_live_x', { keys, livemode: true })).status).toBe(200);
  });

  const unknown = /^This is no API key of this environment\./;
  const inTest = /^This is a key for live mode, but this environment is in test mode\.$/;
  const inLive = /^This is a key for test mode, but this environment is in live mode\.$/;
  test.each([
    ['a key that nobody knows', 'sk_test_0', 'unknown', false, unknown],
    ['something else', 'pk_123', 'unknown', false, unknown],
    ['nothing readable', 'a b', 'unknown', false, unknown],
    ['a live key that the environment does not know', 'sk_live_0', 'unknown', false, inTest],
    ['a test key that the environment does not know', 'sk_test_0', 'unknown', true, inLive],
    ['a live key that it knows', 'sk_live_0', { id: 'k1', name: '', scopes, livemode: true }, false, inTest],
    ['a test key that it knows', 'sk_test_0', { id: 'k1', name: '', scopes, livemode: false }, true, inLive],
    [
      'a revoked key',
      'sk_test_0',
      'revoked',
      false,
      /^This API key was revoked\. Use the one that replaced it\.$/,
    ],
    [
      'a client_secret of no session',
      'cs_1_secret_x',
      'unknown',
      false,
      /^This is no client_secret of a checkout session/,
    ],
  ] as const)('%s has its own message, and is never repeated', async (_, token, found, livemode, message) => {
    const answer = await withHeader(`Bearer ${token}`, { keys: async () => found, livemode });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'token_invalid' } } });
    expect(answer.body.error?.message).toMatch(message);
    expect(answer.text).not.toContain(token);
  });

  test('each route takes its own scope and no other', async () => {
    for (const each of routes)
      for (const scope of scopes) {
        const keys = async () => ({ id: 'k1', name: '', scopes: [scope], livemode: false });
        const { status, headers, body } = await withHeader('Bearer sk_good', { route: each, keys });
        const may = each.scope === undefined || each.scope === scope;
        expect([each.path, scope, status]).toEqual([each.path, scope, may ? 200 : 403]);
        if (may) continue;
        expect(body.error).toMatchObject({ type: 'permission_error', code: 'scope_missing' });
        expect(headers['www-authenticate']).toBe('Bearer realm="payments", error="insufficient_scope"');
      }
  });

  test('a client secret opens its own session, on the two routes that take it, and who it is, without a read', async () => {
    const keys = async () => {
      throw new Error('no key may be read');
    };
    const token = sessionToken(tokenSecrets.signing_keys, sessionId, 'k1');
    for (const each of routes.filter(({ token }) => token !== 'none')) {
      const given = { route: each, keys, path: { id: sessionId } };
      const { status } = await withHeader(`Bearer ${token}`, given);
      const takes = each.token === 'session_or_api_key' || each.token === 'any';
      expect([each.path, status]).toEqual([each.path, takes ? 200 : 403]);
      const other = await withHeader(`Bearer ${token}`, { ...given, path: { id: `cs_${'9'.repeat(26)}` } });
      expect([each.path, other.status]).toEqual([each.path, each.token === 'any' ? 200 : 403]);
    }
    const forged = await withHeader(`Bearer ${token?.slice(0, -1)}_`, {
      route: confirmCheckoutSession,
      keys,
      path: { id: sessionId },
    });
    expect(forged).toMatchObject({ status: 401, body: { error: { code: 'token_invalid' } } });
  });

  test('a payment link’s id opens that link, on the two routes that take it, without a read', async () => {
    const keys = async () => {
      throw new Error('no key may be read');
    };
    const link = `pl_${'7'.repeat(26)}`;
    const take = [];
    for (const each of routes.filter(({ token }) => token !== 'none')) {
      const given = { route: each, keys, path: { id: link } };
      const { status, body } = await withHeader(`Bearer ${link}`, given);
      if (status === 200) take.push(`${each.method} ${each.path}`);
      else expect(body.error).toMatchObject({ code: 'scope_missing' });
      const other = await withHeader(`Bearer ${link}`, { ...given, path: { id: `pl_${'8'.repeat(26)}` } });
      expect([each.path, other.status]).toEqual([each.path, 403]);
      for (const none of [`${link}0`, 'pl_', `pl_${'u'.repeat(26)}`]) {
        const refused = await withHeader(`Bearer ${none}`, { ...given, path: { id: none } });
        expect([each.path, none, refused.body.error?.code]).toEqual([each.path, none, 'token_invalid']);
      }
    }
    expect(take).toEqual(['GET /v1/payment_links/{id}', 'POST /v1/payment_links/{id}/sessions']);
  });

  test('if no client secret is accepted none is checked, so that the function need not know the signing keys', async () => {
    const tokens = tokensOf(() => Promise.reject(new Error('no signing key may be read')));
    for (const each of routes.filter(({ token }) => token === 'api_key')) {
      const given = { route: each, tokens };
      expect((await withHeader('Bearer sk_good', given)).status).toBe(200);
      expect((await withHeader(`Bearer ${sessionId}_secret_k1${'A'.repeat(43)}`, given)).status).toBe(403);
      expect((await withHeader(`Bearer ${sessionId}`, given)).status).toBe(401);
    }
  });

  test('comes before the body: nobody learns the schema without a token', async () => {
    const answer = await callEndpoint({ route: createCheckoutSession, body: '{' });
    expect(answer.body.error).toMatchObject({ code: 'token_missing' });
  });
});

describe('the bytes of a webhook', () => {
  const limit = 256 * 1024;
  const deliver = (body: string, isBase64Encoded: boolean) =>
    callEndpoint({
      route: receivePspWebhook,
      body,
      isBase64Encoded,
      run: async (call) => ({ json: { bytes: call.raw_body().byteLength } }),
    });

  test.each([
    ['as text', 'a'.repeat(limit), false],
    ['as base64', Buffer.alloc(limit, 'a').toString('base64'), true],
    ['none', '', false],
  ])('up to 256 KiB are handed on, %s', async (_, body, encoded) => {
    expect((await deliver(body, encoded)).body).toEqual({ bytes: body === '' ? 0 : limit });
  });

  test.each([
    ['as text', 'a'.repeat(limit + 1), false],
    ['as text of two bytes each', 'é'.repeat(limit / 2 + 1), false],
    ['as base64', Buffer.alloc(limit + 1, 'a').toString('base64'), true],
  ])('more are refused, %s', async (_, body, encoded) => {
    const { status, body: answer } = await deliver(body, encoded);
    expect([status, answer.error?.code]).toEqual([413, 'body_too_large']);
  });
});
