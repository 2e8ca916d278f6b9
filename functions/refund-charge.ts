import { refundBody } from '../lib/contract/bodies/refund-body.ts';
import { refundCharge as route } from '../lib/http/routes.ts';
import { chargeOfPayment } from '../lib/payments/operations/charge-of-payment.ts';
import { refundCharge } from '../lib/payments/operations/refund-charge.ts';
import { refundWithinLimits } from '../lib/payments/operations/refund-within-limits.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { newId } from '../lib/runtime/new-id.ts';
import { paymentPortsWithKeys } from '../lib/runtime/payment-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { limitedPerson, refundAllowances } from '../lib/runtime/refund-limits.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { defined } from '../lib/types/defined.ts';

readAhead(tokens.records);
const portsOf = paymentPortsWithKeys();

export const handler = endpoint(route, refundBody, async (call) => {
  const ports = await portsOf(call);
  const { psp_reference, ...body } = call.body;
  const charge = await chargeOfPayment(ports, body.charge, psp_reference);
  const asked = await call.idempotent(charge);
  const command = {
    ...body,
    charge,
    id: asked?.derivedId('re') ?? newId('re'),
    ...defined({ by: call.by }),
    ...(asked ? { idempotency: asked.idempotency } : {}),
  };
  const limited = call.person && limitedPerson(call.person);
  return limited
    ? refundWithinLimits(ports, refundAllowances(), command, limited)
    : refundCharge(ports, command);
});
