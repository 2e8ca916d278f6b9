import { rotateWebhookSecretBody } from '../lib/contract/bodies/rotate-webhook-secret-body.ts';
import { rotateWebhookSecret as route } from '../lib/http/routes.ts';
import { rotateWebhookSecret } from '../lib/outbound-webhooks/edit-endpoints.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { endpointPorts } from '../lib/runtime/webhook-ports.ts';

readAhead(tokens.records);
readAhead(tokens.webhooks);

export const handler = endpoint(route, rotateWebhookSecretBody, async (call) => {
  const asked = await call.idempotent(call.path.id);
  return rotateWebhookSecret(endpointPorts(call), call.path.id, call.body, asked?.idempotency);
});
