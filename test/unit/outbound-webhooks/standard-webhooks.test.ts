import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../../clients/server/src/verify-webhook.ts';
import { webhookSecret } from '../../../lib/http/webhook-secret.ts';
import { webhookHeaders } from '../../../lib/outbound-webhooks/sign-webhook.ts';

/** The specification's own package reads the real clock. */
const now = Math.floor(Date.now() / 1000);
const clock = { date: () => now * 1000 };

const secretOf = (generation: number) =>
  webhookSecret({ webhook_key: Buffer.alloc(32, 7) }, 'we_0123456789abcdefghjkmnpqrs', generation);

const worlds = fc.record({
  id: fc.stringMatching(/^evt_[0-9a-z]{26}$/),
  body: fc.jsonValue().map((value) => JSON.stringify(value)),
  generation: fc.integer({ min: 2, max: 1_000 }),
  rotating: fc.boolean(),
});

const refusedBy = (secret: string, body: string, headers: Readonly<Record<string, string>>) =>
  expect(() => new Webhook(secret).verify(body, { ...headers })).toThrow();

test("the official package of Standard Webhooks accepts ours, under either secret during a rotation, and we accept the official package's", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async ({ id, body, generation, rotating }) => {
      const secrets = (rotating ? [generation, generation - 1] : [generation]).map(secretOf);
      const headers = webhookHeaders(secrets, { id, timestamp_s: now, body });
      for (const secret of secrets)
        expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
      refusedBy(secretOf(generation + 1), body, headers);
      refusedBy(secretOf(generation), `${body} `, headers);
      if (!rotating) refusedBy(secretOf(generation - 1), body, headers);

      for (const secret of secrets) {
        const signature = new Webhook(secret).sign(id, new Date(now * 1000), body);
        const theirs = {
          'webhook-id': id,
          'webhook-timestamp': String(now),
          'webhook-signature': signature,
        };
        expect(await verifyWebhook(clock, body, theirs, secret)).toEqual(JSON.parse(body));
        await expect(verifyWebhook(clock, body, theirs, secretOf(generation + 1))).rejects.toMatchObject({
          code: 'signature_invalid',
        });
      }
    }),
    { numRuns: 200 },
  );
});
