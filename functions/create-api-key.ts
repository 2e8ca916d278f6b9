import { endpoint } from '../lib/edge/endpoint.ts';
import { keyPorts } from '../lib/edge/key-ports.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { createApiKey } from '../lib/http/routes.ts';
import { createApiKeyBody } from '../lib/http/schemas/key-bodies.ts';
import { createKey } from '../lib/keys/create-key.ts';

readAhead(tokens.records);

export const handler = endpoint(createApiKey, createApiKeyBody, async (call) => {
  const asked = await call.idempotent('');
  return createKey(keyPorts(call), call.body, asked?.idempotency);
});
