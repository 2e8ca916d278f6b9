import { rotateApiKeyBody } from '../lib/contract/bodies/rotate-api-key-body.ts';
import { rotateApiKey } from '../lib/http/routes.ts';
import { rotateKey } from '../lib/keys/rotate-key.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { keyPorts } from '../lib/runtime/key-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(rotateApiKey, rotateApiKeyBody, async (call) => {
  const { id } = call.path;
  const asked = await call.idempotent(id);
  return rotateKey(keyPorts(call), id, call.body, asked?.idempotency);
});
