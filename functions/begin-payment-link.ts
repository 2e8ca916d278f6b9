import { emptyBody } from '../lib/contract/bodies/empty-body.ts';
import type { HttpHandler } from '../lib/http/call.ts';
import { addressLimit } from '../lib/http/client-address.ts';
import { noHostedPage } from '../lib/http/no-hosted-page.ts';
import { orderId } from '../lib/http/order-id.ts';
import { beginPaymentLink } from '../lib/http/routes.ts';
import { beginLink } from '../lib/payments/sessions/begin-link.ts';
import { closedPsps } from '../lib/runtime/closed-psps.ts';
import { createPorts } from '../lib/runtime/create-ports.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { hostedPages, livemode } from '../lib/runtime/environment.ts';
import { newId } from '../lib/runtime/new-id.ts';
import { paymentLinks } from '../lib/runtime/payment-links.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { rules } from '../lib/runtime/rules.ts';
import { tokens } from '../lib/runtime/tokens.ts';

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
  // Everybody can have the link: the address is in the scope of the key, so that nobody at another address gets a session begun here.
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
