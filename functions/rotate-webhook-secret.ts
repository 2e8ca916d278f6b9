import { endpoint } from '../lib/edge/endpoint.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { endpointPorts } from '../lib/edge/webhook-ports.ts';
import { rotateWebhookSecret as route } from '../lib/http/routes.ts';
import { rotateWebhookSecretBody } from '../lib/http/schemas/webhook-bodies.ts';
import { rotateWebhookSecret } from '../lib/webhooks/edit-endpoints.ts';

readAhead(tokens.records);
readAhead(tokens.webhooks);

export const handler = endpoint(route, rotateWebhookSecretBody, async (call) => {
  const asked = await call.idempotent(call.path.id);
  return rotateWebhookSecret(endpointPorts(call), call.path.id, call.body, asked?.idempotency);
});
