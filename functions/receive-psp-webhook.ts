import { clock } from '../lib/edge/clock.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { paymentPorts } from '../lib/edge/payment-ports.ts';
import { receivePspWebhook } from '../lib/http/routes.ts';
import { receiveWebhook } from '../lib/payments/receive-webhook.ts';

export const handler = endpoint(receivePspWebhook, undefined, async (call) => {
  await receiveWebhook(paymentPorts(call), call.path.psp, {
    headers: call.headers,
    body: call.raw_body(),
    now: clock.now(),
  });
  return { nothing: true };
});
