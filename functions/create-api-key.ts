import { createApiKeyBody } from '../lib/contract/bodies/create-api-key-body.ts';
import { createApiKey } from '../lib/http/routes.ts';
import { createKey } from '../lib/keys/create-key.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { keyPorts } from '../lib/runtime/key-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(createApiKey, createApiKeyBody, async (call) => {
  const asked = await call.idempotent('');
  return createKey(keyPorts(call), call.body, asked?.idempotency);
});
