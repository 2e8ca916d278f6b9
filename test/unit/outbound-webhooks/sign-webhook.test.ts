import { describe, expect, test } from '@jest/globals';
import { verifyWebhook } from '../../../clients/server/src/verify-webhook.ts';
import { webhookHeaders } from '../../../lib/outbound-webhooks/sign-webhook.ts';

/** Published with the reference libraries of Standard Webhooks: standard-webhooks/standard-webhooks, libraries/javascript/src/webhook.test.ts. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp_s: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  /** Two that fit nothing. */
  others: [
    'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=',
    'v2,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=',
  ],
};
const { secret, id, timestamp_s, body, signature, others } = published;
const headers = {
  'webhook-id': id,
  'webhook-timestamp': String(timestamp_s),
  'webhook-signature': signature,
};

const at = (seconds: number) => ({ date: () => seconds * 1000 });
const verify = (
  given: { body?: string | Uint8Array; headers?: object; secret?: string; now?: number } = {},
) =>
  verifyWebhook(
    at(given.now ?? timestamp_s),
    given.body ?? body,
    { ...headers, ...given.headers },
    given.secret ?? secret,
  );
const code = (expected: string) => ({ name: 'WebhookVerificationError', code: expected });

describe('Standard Webhooks 1.0', () => {
  test('signs as the published vector', () => {
    expect(webhookHeaders([secret], { id, timestamp_s, body })).toEqual({
      'content-type': 'application/json',
      ...headers,
    });
  });

  test('verifies the published vector, with and without the prefix of its secret, from text and from bytes', async () => {
    const event = { test: 2_432_232_314 };
    expect(await verify()).toEqual(event);
    expect(await verify({ secret: secret.slice(6) })).toEqual(event);
    expect(await verify({ body: new TextEncoder().encode(body) })).toEqual(event);
    const asServersGiveIt: Buffer = Buffer.from(body);
    expect(await verify({ body: asServersGiveIt })).toEqual(event);
  });

  test.each([{ test: 2_432_232_314 }, new ArrayBuffer(8), undefined])('%p is no body as received', (parsed) =>
    expect(verifyWebhook(at(timestamp_s), parsed as never, headers, secret)).rejects.toThrow(
      /^body: expected the raw body/,
    ),
  );

  test('one signature of several is enough, in any position', async () => {
    const several = [others[0], others[1], signature, others[0]].join(' ');
    await expect(verify({ headers: { 'webhook-signature': several } })).resolves.toBeDefined();
  });

  test('headers are found in any case, and in Headers of any make', async () => {
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    await expect(verifyWebhook(at(timestamp_s), body, upper, secret)).resolves.toBeDefined();
    const own = new Headers(headers);
    const another = { get: (name: string) => own.get(name) } as Headers;
    for (const made of [own, another])
      await expect(verifyWebhook(at(timestamp_s), body, made, secret)).resolves.toBeDefined();
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('%s must be there', (name) =>
    expect(verify({ headers: { [name]: undefined } })).rejects.toMatchObject(code('headers_missing')),
  );

  test.each(['hello', '', '-1', '1e9', `${timestamp_s}.5`])('%j is not a timestamp', (timestamp) =>
    expect(verify({ headers: { 'webhook-timestamp': timestamp } })).rejects.toThrow(),
  );

  test('is believed for five minutes, before and after', async () => {
    await expect(verify({ now: timestamp_s + 300 })).resolves.toBeDefined();
    await expect(verify({ now: timestamp_s - 300 })).resolves.toBeDefined();
    for (const now of [timestamp_s + 301, timestamp_s - 301])
      await expect(verify({ now })).rejects.toMatchObject(code('timestamp_out_of_range'));
  });

  test.each([
    ['another signature', { 'webhook-signature': others[0] }],
    ['a part of it', { 'webhook-signature': signature.slice(0, 8) }],
    ['an empty one', { 'webhook-signature': 'v1,' }],
    ['its value under another version', { 'webhook-signature': signature.replace('v1', 'v1a') }],
    ['what is not base64', { 'webhook-signature': 'v1,§' }],
    ['another id', { 'webhook-id': 'msg_another' }],
    ['another second', { 'webhook-timestamp': String(timestamp_s + 1) }],
  ])('refuses %s', (_, changed) =>
    expect(verify({ headers: changed })).rejects.toMatchObject(code('signature_invalid')),
  );

  test('refuses another body, even one that differs only in whitespace, and another secret', async () => {
    await expect(verify({ body: body.replace(' ', '') })).rejects.toMatchObject(code('signature_invalid'));
    await expect(verify({ secret: `whsec_${btoa('x'.repeat(24))}` })).rejects.toMatchObject(
      code('signature_invalid'),
    );
  });

  test.each(['', 'whsec_', 'whsec_§'])('%j is not a secret', (wrong) =>
    expect(verify({ secret: wrong })).rejects.toThrow(TypeError),
  );

  test('during a rotation both secrets verify', async () => {
    const [old, current] = [1, 2].map((seed) => `whsec_${Buffer.alloc(32, seed).toString('base64')}`) as [
      string,
      string,
    ];
    const both = webhookHeaders([current, old], { id, timestamp_s, body });
    for (const held of [old, current])
      await expect(verifyWebhook(at(timestamp_s), body, both, held)).resolves.toBeDefined();
    const after = webhookHeaders([current], { id, timestamp_s, body });
    await expect(verifyWebhook(at(timestamp_s), body, after, old)).rejects.toMatchObject(
      code('signature_invalid'),
    );
  });

  test('a body with characters beyond ASCII is signed by its bytes', async () => {
    const text = '{"reference":"Büro 中 😀"}';
    const signed = webhookHeaders([secret], { id, timestamp_s, body: text });
    const bytes = new TextEncoder().encode(text);
    expect(await verifyWebhook(at(timestamp_s), bytes, signed, secret)).toEqual({ reference: 'Büro 中 😀' });
  });
});
