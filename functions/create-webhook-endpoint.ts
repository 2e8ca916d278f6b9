import { createWebhookEndpointBody } from '../lib/contract/bodies/create-webhook-endpoint-body.ts';
import { createWebhookEndpoint as route } from '../lib/http/routes.ts';
import { createWebhookEndpoint } from '../lib/outbound-webhooks/edit-endpoints.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { anyWebhookAddress, livemode } from '../lib/runtime/environment.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { endpointPorts } from '../lib/runtime/webhook-ports.ts';

readAhead(tokens.records);
readAhead(tokens.webhooks);
const schema = createWebhookEndpointBody({ livemode: livemode(), anyAddress: anyWebhookAddress() });

export const handler = endpoint(route, schema, async (call) => {
  const asked = await call.idempotent('');
  return createWebhookEndpoint(endpointPorts(call), call.body, asked?.idempotency);
});
