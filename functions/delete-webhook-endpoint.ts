import { endpoint } from '../lib/edge/endpoint.ts';
import { endpointPorts } from '../lib/edge/webhook-ports.ts';
import { deleteWebhookEndpoint as route } from '../lib/http/routes.ts';
import { deleteWebhookEndpoint } from '../lib/webhooks/edit-endpoints.ts';

export const handler = endpoint(route, undefined, async (call) => {
  const asked = await call.idempotent(call.path.id);
  return deleteWebhookEndpoint(endpointPorts(call), call.path.id, asked?.idempotency);
});
