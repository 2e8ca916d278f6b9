import { emptyBody } from '../lib/contract/bodies/empty-body.ts';
import { expireCheckoutSession } from '../lib/http/routes.ts';
import { expireSession } from '../lib/payments/sessions/expire-session.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentPortsWithKeys } from '../lib/runtime/payment-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { defined } from '../lib/types/defined.ts';

readAhead(tokens.sessions);
readAhead(tokens.records);
const portsOf = paymentPortsWithKeys();

export const handler = endpoint(expireCheckoutSession, emptyBody, async (call) => {
  const asked = await call.idempotent(call.path.id);
  return expireSession(await portsOf(call), {
    session: call.path.id,
    ...defined({ by: call.by }),
    ...(asked ? { idempotency: asked.idempotency } : {}),
  });
});
