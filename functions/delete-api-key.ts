import { deleteApiKey } from '../lib/http/routes.ts';
import { deleteKey } from '../lib/keys/delete-key.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { keyPorts } from '../lib/runtime/key-ports.ts';

export const handler = endpoint(deleteApiKey, undefined, async (call) => {
  const { id } = call.path;
  const asked = await call.idempotent(id);
  return deleteKey(keyPorts(call), id, asked?.idempotency);
});
