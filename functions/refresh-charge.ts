import { emptyBody } from '../lib/contract/bodies/empty-body.ts';
import { refreshCharge as route } from '../lib/http/routes.ts';
import { refreshCharge } from '../lib/payments/reconcile/refresh-charge.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentPortsWithKeys } from '../lib/runtime/payment-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { defined } from '../lib/types/defined.ts';

readAhead(tokens.records);
const portsOf = paymentPortsWithKeys();

export const handler = endpoint(route, emptyBody, async (call) => {
  const asked = await call.idempotent(call.path.id);
  return refreshCharge(await portsOf(call), {
    charge: call.path.id,
    ...defined({ by: call.by }),
    ...(asked ? { idempotency: asked.idempotency } : {}),
  });
});
