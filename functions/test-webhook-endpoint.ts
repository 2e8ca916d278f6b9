import { emptyBody } from '../lib/contract/bodies/empty-body.ts';
import { testWebhookEndpoint as route } from '../lib/http/routes.ts';
import { testWebhookEndpoint } from '../lib/outbound-webhooks/send-event.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { endpointPorts } from '../lib/runtime/webhook-ports.ts';

export const handler = endpoint(route, emptyBody, async (call) => {
  const asked = await call.idempotent(call.path.id);
  return testWebhookEndpoint(endpointPorts(call), call.path.id, asked?.idempotency);
});
