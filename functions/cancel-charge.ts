import { cancelBody } from '../lib/contract/bodies/cancel-body.ts';
import { cancelCharge } from '../lib/http/routes.ts';
import { chargeOfPayment } from '../lib/payments/operations/charge-of-payment.ts';
import { operateCharge } from '../lib/payments/operations/operate-charge.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentPortsWithKeys } from '../lib/runtime/payment-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { defined } from '../lib/types/defined.ts';

readAhead(tokens.records);
const portsOf = paymentPortsWithKeys();

export const handler = endpoint(cancelCharge, cancelBody, async (call) => {
  const ports = await portsOf(call);
  const charge = await chargeOfPayment(ports, call.body.charge, call.body.psp_reference);
  const asked = await call.idempotent(charge);
  return operateCharge(ports, 'cancel', {
    charge,
    ...defined({ by: call.by }),
    ...(asked ? { idempotency: asked.idempotency } : {}),
  });
});
