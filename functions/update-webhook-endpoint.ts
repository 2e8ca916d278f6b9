import { updateWebhookEndpointBody } from '../lib/contract/bodies/update-webhook-endpoint-body.ts';
import { updateWebhookEndpoint as route } from '../lib/http/routes.ts';
import { updateWebhookEndpoint } from '../lib/outbound-webhooks/edit-endpoints.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { anyWebhookAddress, livemode } from '../lib/runtime/environment.ts';
import { endpointPorts } from '../lib/runtime/webhook-ports.ts';

const schema = updateWebhookEndpointBody({ livemode: livemode(), anyAddress: anyWebhookAddress() });

export const handler = endpoint(route, schema, async (call) => {
  const asked = await call.idempotent(call.path.id);
  return updateWebhookEndpoint(endpointPorts(call), call.path.id, call.body, asked?.idempotency);
});
