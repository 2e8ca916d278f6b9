import { clock } from '../lib/edge/clock.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { paymentLinks } from '../lib/edge/payment-links.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { renderDeletedPaymentLink } from '../lib/http/render-payment-link.ts';
import { deletePaymentLink } from '../lib/http/routes.ts';
import { deleteLink } from '../lib/payments/payment-links.ts';

readAhead(tokens.records);

export const handler = endpoint(deletePaymentLink, undefined, async (call) => {
  const { id } = call.path;
  const asked = await call.idempotent(id);
  const render = (deleted: string) => ({
    status: 200,
    body: JSON.stringify(renderDeletedPaymentLink(deleted)),
  });
  return deleteLink({ links: paymentLinks(), clock, render }, id, asked?.idempotency);
});
