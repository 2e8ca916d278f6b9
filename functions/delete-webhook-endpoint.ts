import { deleteWebhookEndpoint as route } from '../lib/http/routes.ts';
import { deleteWebhookEndpoint } from '../lib/outbound-webhooks/edit-endpoints.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { endpointPorts } from '../lib/runtime/webhook-ports.ts';

export const handler = endpoint(route, undefined, async (call) => {
  const asked = await call.idempotent(call.path.id);
  return deleteWebhookEndpoint(endpointPorts(call), call.path.id, asked?.idempotency);
});
