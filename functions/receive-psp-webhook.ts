import { receivePspWebhook } from '../lib/http/routes.ts';
import { receiveWebhook } from '../lib/payments/webhooks/receive-webhook.ts';
import { clock } from '../lib/runtime/clock.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentPortsWithKeys } from '../lib/runtime/payment-ports.ts';
import { readWebhook } from '../lib/runtime/read-webhook.ts';
import { createVerificationLimit } from '../lib/runtime/verification-limit.ts';

const portsOf = paymentPortsWithKeys();
const limited = createVerificationLimit(clock);

export const handler = endpoint(receivePspWebhook, undefined, async (call) => {
  const ports = await portsOf(call);
  const { psp } = call.path;
  const webhook = { headers: call.headers, body: call.raw_body(), now: clock.now() };
  const account = ports.psps.accounts.find(({ id }) => id === psp);
  await limited(account, call.client_ip, () => receiveWebhook(ports, psp, () => readWebhook(psp, webhook)));
  return { nothing: true };
});
