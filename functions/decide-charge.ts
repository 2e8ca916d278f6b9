import { decideBody } from '../lib/contract/bodies/decide-body.ts';
import { decideCharge as route } from '../lib/http/routes.ts';
import { decideCharge } from '../lib/payments/decisions/decide-charge.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentPorts } from '../lib/runtime/payment-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(route, decideBody, async (call) => {
  const asked = await call.idempotent(call.path.id);
  return decideCharge(paymentPorts(call), {
    ...call.body,
    charge: call.path.id,
    by: call.by ?? '',
    ...(asked ? { idempotency: asked.idempotency } : {}),
  });
});
