import { clock } from '../lib/edge/clock.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { paymentPortsWithKeys } from '../lib/edge/payment-ports.ts';
import { createVerificationLimit } from '../lib/edge/verification-limit.ts';
import { receivePspWebhook } from '../lib/http/routes.ts';
import { receiveWebhook } from '../lib/payments/events/receive-webhook.ts';

const portsOf = paymentPortsWithKeys();
const limited = createVerificationLimit(clock);

export const handler = endpoint(receivePspWebhook, undefined, async (call) => {
  const ports = await portsOf(call);
  const { psp } = call.path;
  const webhook = { headers: call.headers, body: call.raw_body(), now: clock.now() };
  const account = ports.psps.accounts.find(({ id }) => id === psp);
  await limited(account, call.client_ip, () => receiveWebhook(ports, psp, webhook));
  return { nothing: true };
});
