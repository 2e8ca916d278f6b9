import { endpoint } from '../lib/edge/endpoint.ts';
import { cardCapture, publicUrl } from '../lib/edge/environment.ts';
import { paymentPorts } from '../lib/edge/payment-ports.ts';
import { confirmCheckoutSession } from '../lib/http/routes.ts';
import { confirmSessionBody } from '../lib/http/schemas/confirm-session-body.ts';
import { returnState } from '../lib/http/session-token.ts';
import { toPaymentMethod } from '../lib/http/to-payment-method.ts';
import { confirmSession } from '../lib/payments/confirm-session.ts';

export const handler = endpoint(confirmCheckoutSession, confirmSessionBody, async (call) => {
  const { id } = call.path;
  const asked = call.idempotent(id);
  const session = await confirmSession(paymentPorts(call), {
    session: id,
    payment_method: toPaymentMethod(call.body.payment_method, { cardCapture: cardCapture() }),
    return_url: (charge) =>
      `${publicUrl()}/v1/checkout/sessions/${id}/return?state=${returnState(call.tokens.signing_keys, id, charge)}`,
    client_ip: call.client_ip,
    ...(asked ? { idempotency: asked.idempotency } : {}),
  });
  return { session };
});
