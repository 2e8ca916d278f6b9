import { endpoint } from '../lib/edge/endpoint.ts';
import { anyWebhookAddress, livemode } from '../lib/edge/environment.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { endpointPorts } from '../lib/edge/webhook-ports.ts';
import { createWebhookEndpoint as route } from '../lib/http/routes.ts';
import { createWebhookEndpointBody } from '../lib/http/schemas/webhook-bodies.ts';
import { createWebhookEndpoint } from '../lib/webhooks/edit-endpoints.ts';

readAhead(tokens.records);
readAhead(tokens.webhooks);
const schema = createWebhookEndpointBody({ livemode: livemode(), anyAddress: anyWebhookAddress() });

export const handler = endpoint(route, schema, async (call) => {
  const asked = await call.idempotent('');
  return createWebhookEndpoint(endpointPorts(call), call.body, asked?.idempotency);
});
