import { captureBody } from '../lib/contract/bodies/capture-body.ts';
import { captureCharge } from '../lib/http/routes.ts';
import { operateCharge } from '../lib/payments/operations/operate-charge.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentPortsWithKeys } from '../lib/runtime/payment-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { defined } from '../lib/types/defined.ts';

readAhead(tokens.records);
const portsOf = paymentPortsWithKeys();

export const handler = endpoint(captureCharge, captureBody, async (call) => {
  const asked = await call.idempotent(call.body.charge);
  return operateCharge(await portsOf(call), 'capture', {
    ...call.body,
    ...defined({ by: call.by }),
    ...(asked ? { idempotency: asked.idempotency } : {}),
  });
});
