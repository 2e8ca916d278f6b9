import { endpoint } from '../lib/edge/endpoint.ts';
import { paymentPortsWithKeys } from '../lib/edge/payment-ports.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { cancelCharge } from '../lib/http/routes.ts';
import { cancelBody } from '../lib/http/schemas/operation-bodies.ts';
import { operateCharge } from '../lib/payments/operate-charge.ts';
import { defined } from '../lib/types/defined.ts';

readAhead(tokens.records);
const portsOf = paymentPortsWithKeys();

export const handler = endpoint(cancelCharge, cancelBody, async (call) => {
  const asked = await call.idempotent(call.body.charge);
  return operateCharge(await portsOf(call), 'cancel', {
    ...call.body,
    ...defined({ by: call.caller.key }),
    ...(asked ? { idempotency: asked.idempotency } : {}),
  });
});
