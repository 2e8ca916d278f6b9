import { describe, expect, test } from '@jest/globals';
import { paypalPaths } from '../../conformance/paypal-paths.ts';
import { paypalSecrets, paypalWebhooks, webhook_id } from '../../conformance/paypal-webhooks.ts';
import { now } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { specification } from '../../conformance/specification.ts';
import { readSpec } from '../../tools/specs.ts';
import { html, paypalOn, refused, timeout } from './paypal-harness.ts';

const [delivered] = paypalWebhooks.events;
const webhook = delivered?.deliver(paypalSecrets[0], now) ?? { headers: {}, body: new Uint8Array(), now };
const path = '/v1/notifications/verify-webhook-signature';
const genuine = answered(200, { verification_status: 'SUCCESS' });

describe('a delivery is PayPal’s by its own word', () => {
  test('it is asked with the very bytes that came in', async () => {
    const { psp, to, exchanges } = paypalOn([[path, genuine]]);
    expect((await psp.readWebhook(webhook)).ok).toBe(true);
    const [asked] = to(path);
    expect(asked?.body).toContain(`"webhook_event":${Buffer.from(webhook.body).toString()}}`);
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({
      webhook_id,
      auth_algo: 'SHA256withRSA',
      transmission_sig: webhook.headers['paypal-transmission-sig'],
    });
    const document = readSpec('paypal-orders.openapi.json');
    if (document === undefined) return;
    const spec = specification(document, 'https://api-m.sandbox.paypal.com', paypalPaths());
    expect(exchanges.flatMap(({ request }) => spec.requestProblems(request))).toEqual([]);
  });

  test.each([
    ['says no', answered(200, { verification_status: 'FAILURE' })],
    ['says nothing', answered(200, {})],
    ['cannot be reached', refused],
    ['does not answer', timeout],
    ['answers a page', html],
    ['refuses the question', answered(400, { name: 'VALIDATION_ERROR' })],
  ] as const)('where PayPal %s, it is not', async (_, answer) => {
    const { psp } = paypalOn([[path, answer]]);
    expect(await psp.readWebhook(webhook)).toEqual({ ok: false, reason: 'signature' });
  });

  test.each(Object.keys(webhook.headers))('without %s nothing is asked', async (name) => {
    const { psp, exchanges } = paypalOn([[path, genuine]]);
    const { [name]: _, ...headers } = webhook.headers;
    expect((await psp.readWebhook({ ...webhook, headers })).ok).toBe(false);
    expect(exchanges).toHaveLength(0);
  });

  test('an account without webhook_id takes none', async () => {
    const { psp, exchanges } = paypalOn([[path, genuine]], { settings: {} });
    expect((await psp.readWebhook(webhook)).ok).toBe(false);
    expect(exchanges).toHaveLength(0);
  });

  test.each(['[]', '"x"', 'null', '{}}', '{"a":1},"webhook_id":"X"', ''])(
    'the body %j cannot break out of the question',
    async (body) => {
      const { psp, exchanges } = paypalOn([[path, genuine]]);
      expect(await psp.readWebhook({ ...webhook, body: Buffer.from(body) })).toEqual({
        ok: false,
        reason: 'signature',
      });
      expect(exchanges).toHaveLength(0);
    },
  );
});
