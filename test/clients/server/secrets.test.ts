import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { createClient, isPaymentError, type PaymentError } from '../../../clients/server/src/index.ts';
import { type Answer, sendOf, settings, virtualPlatform } from './virtual-platform.ts';

const number = '4242424242424242';
const cvc = '917';

/** Numbers that are everybody's and may have those digits: when a module was loaded, and ports. */
const withoutTimes = (text: string): string => text.replaceAll(/\?\d{10,}|127\.0\.0\.1:\d+|port: \d+/g, '');
const token = 'pm_secret_of_a_psp_0123456789';
const client_secret = `cs_01k9p2mn4v8e2q6t0r5x7w3h01_secret_k1${'S'.repeat(43)}`;
const secrets = [settings.apiKey, number, cvc, token, client_secret];

const byCard = {
  payment_method: { type: 'card', card: { number, cvc, exp_month: 12, exp_year: 2030 } },
} as const;
const byToken = { payment_method: { type: 'psp_token', psp: 'stripe', token } } as const;

const errorOf = async (answer: Answer, body: typeof byCard | typeof byToken): Promise<PaymentError> => {
  const { platform, settle } = virtualPlatform([answer]);
  const call = sendOf(settings, platform)('confirmCheckoutSession', { path: { id: 'cs_1' }, body });
  const error = await settle(call.catch((reason: unknown) => reason));
  if (!isPaymentError(error)) throw new Error(`not a PaymentError: ${error}`);
  return error;
};

const declined = {
  type: 'card_error',
  code: 'card_declined',
  message: 'Declined.',
  decline_code: 'do_not_honor',
  request_id: 'req_1',
  doc_url: 'https://pay.example/docs/errors#card_declined',
  session: { id: 'cs_1', client_secret },
};

/** A service, or something before it, that repeats all it was sent. */
const echo = { ...declined, message: `You sent ${secrets.join(' and ')}.` };

const printed = (error: PaymentError): string =>
  [
    error.message,
    error.stack,
    String(error),
    JSON.stringify(error),
    JSON.stringify({ ...error }),
    inspect(error, { depth: 20 }),
    inspect(error, { depth: 20, showHidden: true }),
    inspect({ error }, { depth: 20 }),
  ].join('\n');

describe('an error shows no secret, however it is printed', () => {
  test.each<[string, Answer]>([
    ['a decline with its session', { status: 402, body: { error: declined } }],
    ['an answer of something between', { status: 502, body: `<html>${secrets.join()}</html>` }],
    ['no connection', { lost: true }],
    ['an answer that is cut off', { status: 200, body: `{"client_secret":"${client_secret}` }],
  ])('%s', async (_, answer) => {
    for (const body of [byCard, byToken]) {
      const text = printed(await errorOf(answer, body));
      for (const secret of secrets) expect(withoutTimes(text)).not.toContain(secret);
    }
  });

  test('even if the service repeats what it was sent', async () => {
    const withCard = printed(await errorOf({ status: 402, body: { error: echo } }, byCard));
    for (const secret of [settings.apiKey, number, cvc]) expect(withoutTimes(withCard)).not.toContain(secret);
    const withToken = printed(await errorOf({ status: 402, body: { error: echo } }, byToken));
    for (const secret of [settings.apiKey, token]) expect(withToken).not.toContain(secret);
  });

  test('even if a client secret was given in place of an id', async () => {
    const { platform, settle } = virtualPlatform([{ lost: true }]);
    const call = sendOf(settings, platform)('retrieveCheckoutSession', { path: { id: client_secret } });
    const error = (await settle(call.catch((reason: unknown) => reason))) as PaymentError;
    expect(error.message).toMatch(/^GET \/v1\/checkout\/sessions\/cs_\w+_secret_\[redacted\]: /);
    expect(printed(error)).not.toContain(client_secret);
  });

  test('the id of its request stays whole, whatever digits it has', async () => {
    const request_id = `req_01${cvc}7`;
    const error = await errorOf({ status: 402, body: { error: { ...declined, request_id } } }, byCard);
    if (error.type !== 'card_error') throw new Error(error.type);
    expect(error.request_id).toBe(request_id);
  });

  test('and keeps the session and the raw answer for programs', async () => {
    const error = await errorOf(
      { status: 402, headers: { 'x-one': '1' }, body: { error: declined } },
      byCard,
    );
    expect(error.raw).toMatchObject({ status: 402, headers: { 'x-one': '1' } });
    expect(error.raw?.body).toBe(JSON.stringify({ error: declined }));
    if (error.type !== 'card_error') throw new Error(error.type);
    expect(error.session).toEqual(declined.session);
    expect(error.decline_code).toBe('do_not_honor');
    expect(error.request_id).toBe('req_1');
    expect(error.status).toBe(402);
    expect(error.attempts).toBe(1);
  });
});

test('a payment that waits for its customer tells where they go on, to programs only', async () => {
  const url = 'https://bank.example/3ds/secret-of-this-challenge';
  const next_action = { type: 'redirect_to_url', redirect_to_url: { url } };
  const body = {
    error: { type: 'invalid_request_error', code: 'payment_in_progress', message: 'no', next_action },
  };
  const error = await errorOf({ status: 409, body }, byCard);
  if (error.type !== 'invalid_request_error') throw new Error(error.type);
  expect(error.next_action).toEqual(next_action);
  expect(printed(error)).not.toContain('secret-of-this-challenge');
});

describe('a client shows no secret', () => {
  const baseUrl = 'https://pay.example';

  test('when it is printed', () => {
    const client = createClient({ baseUrl, apiKey: settings.apiKey });
    const text = inspect(client, { depth: 20, showHidden: true }) + JSON.stringify(client);
    expect(text).not.toContain(settings.apiKey);
  });

  test.each([
    ['a key with a line end', { baseUrl, apiKey: 'sk_test_key\nwith a line end' }],
    ['an address with a password', { baseUrl: 'https://me:sk_test_key@pay.example', apiKey: 'sk_test_a' }],
    ['an address with a query', { baseUrl: 'https://pay.example?key=sk_test_key', apiKey: 'sk_test_a' }],
    ['an address with an empty query', { baseUrl: 'https://pay.example/?', apiKey: 'sk_test_a' }],
    ['an address with a fragment', { baseUrl: 'https://pay.example#sk_test_key', apiKey: 'sk_test_a' }],
    ['no address', { baseUrl: 'sk_test_key', apiKey: 'sk_test_a' }],
    ['another scheme', { baseUrl: 'ftp://pay.example/sk_test_key', apiKey: 'sk_test_a' }],
  ])('when it refuses %s', (_, options) => {
    expect(() => createClient(options)).toThrow(TypeError);
    try {
      createClient(options);
    } catch (error) {
      expect(inspect(error)).not.toContain('sk_test_key');
    }
  });

  test.each(['with space', 'line\nend', '', 'ü', 'x'.repeat(256), null as never])(
    'an idempotency key %j is refused',
    async (idempotencyKey) => {
      const fetch = () => Promise.reject(new Error('sent'));
      const client = createClient({ baseUrl, apiKey: settings.apiKey, fetch });
      await expect(client.charges.refund({ charge: 'ch_1' }, { idempotencyKey })).rejects.toThrow(TypeError);
    },
  );

  test.each([
    { maxRetries: -1 },
    { maxRetries: Number.NaN },
    { attemptTimeoutMs: 0 },
    { deadlineMs: Number.POSITIVE_INFINITY },
  ])('%j is refused', (options) => {
    expect(() => createClient({ baseUrl, apiKey: settings.apiKey, ...options })).toThrow(TypeError);
  });
});
