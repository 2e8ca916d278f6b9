import { switchPsp } from '../lib/config/switch-psp.ts';
import { switchPspBody } from '../lib/contract/bodies/switch-psp-body.ts';
import { switchRoutingPsp } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { switchPorts } from '../lib/runtime/psp-switches.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(switchRoutingPsp, switchPspBody, async (call) => {
  const { id } = call.path;
  const asked = await call.idempotent(id);
  return switchPsp(switchPorts(call), {
    ...call.body,
    psp: id,
    by: call.by ?? '',
    idempotency: asked?.idempotency,
  });
});
