import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { WebhookVerificationError as TheirError, Webhook } from 'standardwebhooks';
import { createClient } from '../../../clients/server/src/index.ts';
import { webhookHeaders } from '../../../lib/outbound-webhooks/sign-webhook.ts';

const { webhooks } = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_a' });
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const another = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const event = { id: 'evt_1', type: 'refund.succeeded', data: { reference: 'Büro 中 😀' } };

const bodies = fc.oneof(
  fc.record({ id: fc.stringMatching(/^evt_[0-9a-z]{1,26}$/), data: fc.jsonValue() }),
  fc.dictionary(fc.string(), fc.jsonValue()),
);

test('what is signed is accepted by the official package of Standard Webhooks and by our verifier, and refused under another secret', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (given) => {
      const { body, headers } = await webhooks.sign(given, secret);
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      expect(() => new Webhook(another).verify(body, headers)).toThrow(TheirError);
      expect(await webhooks.verify(body, headers, secret)).toEqual(JSON.parse(body));
      await expect(webhooks.verify(`${body} `, headers, secret)).rejects.toMatchObject({
        code: 'signature_invalid',
      });
    }),
    { numRuns: 100 },
  );
});

test('is what the service sends, byte for byte', async () => {
  const { body, headers } = await webhooks.sign(event, secret, { timestamp: 1_614_265_330 });
  expect(body).toBe(JSON.stringify(event));
  expect(headers).toEqual(webhookHeaders([secret], { id: 'evt_1', timestamp_s: 1_614_265_330, body }));
});

test('signs as the vector that Standard Webhooks published', async () => {
  const { headers } = await webhooks.sign(
    '{"test": 2432232314, "id": "msg_p5jXN8AQM9LWM0D4loKWxJek"}',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    { timestamp: 1_614_265_330 },
  );
  expect(headers['webhook-signature']).toBe(
    new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').sign(
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      new Date(1_614_265_330_000),
      '{"test": 2432232314, "id": "msg_p5jXN8AQM9LWM0D4loKWxJek"}',
    ),
  );
});

describe('a handler can be tested with', () => {
  test('an old webhook, and one of the future', async () => {
    for (const timestamp of [0, 1_700_000_000, 99_999_999_999]) {
      const { body, headers } = await webhooks.sign(event, secret, { timestamp });
      await expect(webhooks.verify(body, headers, secret)).rejects.toMatchObject({
        code: 'timestamp_out_of_range',
      });
    }
  });

  test('a body that is not JSON, which is signed as it is', async () => {
    for (const text of ['', '{', 'hello', ' {"id": "evt_2"} ']) {
      const { body, headers } = await webhooks.sign(text, secret);
      const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
      expect(body).toBe(text);
      expect(new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), text)).toBe(signature);
    }
    const { body, headers } = await webhooks.sign('{', secret);
    await expect(webhooks.verify(body, headers, secret)).rejects.toMatchObject({ code: 'body_invalid' });
  });

  test('the same event again, or two that differ', async () => {
    const ids = await Promise.all(
      [event, event, {}, {}].map(async (given) => (await webhooks.sign(given, secret)).headers['webhook-id']),
    );
    expect(ids.slice(0, 2)).toEqual(['evt_1', 'evt_1']);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('nothing is signed for', () => {
  test.each(['', 'whsec_', 'whsec_§', undefined, null, 7])('the secret %j', (wrong) =>
    expect(webhooks.sign(event, wrong as string)).rejects.toThrow(/^secret: /),
  );
  test.each([null, undefined, 7, () => 0])('the event %p', (wrong) =>
    expect(webhooks.sign(wrong as object, secret)).rejects.toThrow(/^event: /),
  );
  test.each([-1, 1.5, Number.NaN, '1', null, new Date()])('the timestamp %p', (timestamp) =>
    expect(webhooks.sign(event, secret, { timestamp: timestamp as number })).rejects.toThrow(/^timestamp: /),
  );
  test('an unknown option', () =>
    expect(webhooks.sign(event, secret, { time: 1 } as object)).rejects.toThrow(
      /^options: unknown option time/,
    ));
});
