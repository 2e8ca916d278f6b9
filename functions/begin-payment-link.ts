import { closedPsps } from '../lib/edge/closed-psps.ts';
import { createPorts } from '../lib/edge/create-ports.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { hostedPages, livemode } from '../lib/edge/environment.ts';
import { newId } from '../lib/edge/new-id.ts';
import { paymentLinks } from '../lib/edge/payment-links.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { rules } from '../lib/edge/rules.ts';
import { tokens } from '../lib/edge/tokens.ts';
import type { HttpHandler } from '../lib/http/call.ts';
import { addressLimit } from '../lib/http/client-address.ts';
import { noHostedPage } from '../lib/http/no-hosted-page.ts';
import { orderId } from '../lib/http/order-id.ts';
import { beginPaymentLink } from '../lib/http/routes.ts';
import { emptyBody } from '../lib/http/schemas/action-bodies.ts';
import { beginLink } from '../lib/payments/begin-link.ts';

readAhead(tokens.sessions);
readAhead(tokens.records);
readAhead(() => rules()());

/** Reads which PSPs are closed in parallel with the link. */
export const handler: HttpHandler = (event, context) => {
  closedPsps().ahead();
  return begin(event, context);
};

const begin = endpoint(beginPaymentLink, emptyBody, async (call) => {
  const pages_url = hostedPages();
  if (pages_url === undefined) throw noHostedPage();
  const { id: link } = call.path;
  const [{ signing_keys }, secrets] = await Promise.all([call.tokens.sessions(), call.tokens.records()]);
  const address = addressLimit(call, call.client_ip, secrets, livemode());
  // The link is everybody's who has it: what one has begun, nobody at another address gets under the same key.
  const asked = await call.idempotent(address ? `${link} ${address.id}` : link);
  return beginLink(
    { ...createPorts(call), links: paymentLinks(), orderId },
    {
      link,
      id: asked?.derivedId('cs') ?? newId('cs'),
      pages_url,
      signing_key: signing_keys[0].id,
      ...(address ? { address } : {}),
      ...(asked ? { idempotency: asked.idempotency } : {}),
    },
  );
});
