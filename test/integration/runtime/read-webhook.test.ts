import { afterAll, expect, test } from '@jest/globals';
import { readWebhook } from '../../../lib/runtime/read-webhook.ts';
import { startSecretsManager } from '../../../local/aws/secrets-manager.ts';
import { listen } from '../../../local/support/listen.ts';
import { sampleAttempt } from '../../conformance/samples.ts';
import { paymentIntent, refundObject, signedByStripe } from '../../conformance/stripe-events.ts';
import { createTestServer } from '../../tools/create-test-server.ts';
import { until } from '../service/until.ts';

const attempt = sampleAttempt();
const secret = 'whsec_1';
const credentials = (api_key: string): string =>
  JSON.stringify({ psp: { stripe_eu: { api_key, webhook_secrets: [secret] } } });

const manager = await startSecretsManager({ secrets: { psp: credentials('old') } });
/** Stripe, which accepts the new key only. */
const server = createTestServer((request, response) => {
  const accepted = request.headers.authorization === 'Bearer new';
  const answer = accepted ? paymentIntent(attempt, attempt, { status: 'succeeded' }) : { error: {} };
  response.writeHead(accepted ? 200 : 401).end(JSON.stringify(answer));
});
const { url } = await listen(server);
Object.assign(process.env, {
  AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  MODE: 'live',
  PSP_ACCOUNTS: JSON.stringify({ stripe_eu: { psp: 'stripe', base_url: url, secret: 'psp' } }),
});
afterAll(async () => {
  server.close();
  await manager.close();
});

const read = (type: string, object: object) => {
  const now = Date.now();
  const event = { id: 'evt_1', object: 'event', livemode: true, type, data: { object } };
  return readWebhook('stripe_eu', signedByStripe(JSON.stringify(event), secret, now));
};

test('in live mode, a webhook sends no customer to a page without https', async () => {
  const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'http://bank.example/3ds' } };
  const intent = paymentIntent(attempt, attempt, { status: 'requires_action', next_action });
  expect(await read('payment_intent.requires_action', intent)).toMatchObject({
    events: [{ claim: { result: { outcome: 'unknown', doubt: 'unreadable_answer' } } }],
  });
});

test('a key that the PSP refuses while a webhook is read is read again', async () => {
  const elsewhere = { ...refundObject(attempt, 're_1', attempt, 'succeeded'), metadata: {} };
  const reading = () => read('refund.created', elsewhere);
  await read('customer.created', {});
  manager.rotate('psp', credentials('new'));
  expect(await reading()).toEqual({ ok: false, reason: 'unanswered' });
  const known = await until(reading, ({ ok }) => ok);
  expect(known).toMatchObject({ events: [{ reference: attempt.reference }] });
});
