import { afterEach, expect, test } from '@jest/globals';
import { simulators as definitions } from '../../../local/psp/simulators.ts';
import { startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';
import { freePort } from '../../../local/support/free-port.ts';
import { listen } from '../../../local/support/listen.ts';
import { createTestServer } from '../../tools/create-test-server.ts';
import { closeOpened, opened } from './opened.ts';
import { eventually, openPsps } from './psp-client.ts';
import { adyenPayment, payStripe } from './samples.ts';
import { openReceiver } from './webhook-receiver.ts';

afterEach(closeOpened);

test('base URLs, credentials and settings are what an adapter takes', async () => {
  const simulators = opened(await startPspSimulators());
  expect(Object.keys(simulators.urls)).toEqual(definitions.map(({ id }) => id));
  expect(simulators.urls.adyen).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v72$/);
  expect(simulators.credentials.adyen?.settings).toEqual({ merchant_account: 'SimulatedMerchantECOM' });
  for (const { api_key, webhook_secrets } of Object.values(simulators.credentials))
    expect([api_key, ...webhook_secrets].every((value) => value.length > 10)).toBe(true);
});

test('an unknown PSP is named in the error', async () => {
  await expect(startPspSimulators({ psps: ['paypall'] })).rejects.toThrow('no simulator paypall');
});

test('a port in use fails the start and leaves nothing open', async () => {
  const other = createTestServer(() => undefined);
  const port = await freePort();
  await listen(other, { port });
  await expect(startPspSimulators({ ports: { adyen: port } })).rejects.toThrow('EADDRINUSE');
  await new Promise((resolve) => other.close(resolve));
  const simulators = opened(await startPspSimulators({ ports: { adyen: port } }));
  expect(simulators.urls.adyen).toBe(`http://127.0.0.1:${port}/v72`);
});

test('onCall hears of every call and what it was for', async () => {
  const calls: string[] = [];
  const client = opened(await openPsps({ onCall: (psp, call) => calls.push(`${psp} ${call}`) }));
  await payStripe(client);
  await client.adyen('/payments', adyenPayment());
  expect(calls).toEqual(['stripe create', 'stripe tokenize', 'stripe authorize', 'adyen authorize']);
  expect((await client.ledger('stripe')).calls).toEqual({ create: 1, tokenize: 1, authorize: 1 });
});

test('each PSP can have its own webhook address and secret', async () => {
  const receiver = opened(await openReceiver());
  const url = `${receiver.url}/mine`;
  const client = opened(
    await openPsps({ psps: ['stripe'], webhooks: { stripe: { url, secrets: ['whsec_mine'] } } }),
  );
  await payStripe(client);
  await eventually(() => receiver.deliveries.some(({ path }) => path === '/mine'));
});

test('the admin API lists what there is', async () => {
  const client = opened(await openPsps({ psps: ['stripe'] }));
  expect((await client.admin('/psps')).json).toEqual(client.simulators.urls);
  expect((await client.admin('/psps/adyen/ledger')).status).toBe(404);
  expect((await client.admin('/psps/stripe/nothing')).status).toBe(404);
  expect((await client.admin('/else')).status).toBe(404);
  const answer = await fetch(`${client.simulators.admin}/psps/stripe/faults`, { method: 'POST', body: '{' });
  expect(answer.status).toBe(400);
});
