import { renderDeletedPaymentLink } from '../lib/http/render-payment-link.ts';
import { deletePaymentLink } from '../lib/http/routes.ts';
import { deleteLink } from '../lib/payments/sessions/payment-links.ts';
import { authorOf } from '../lib/runtime/author-of.ts';
import { clock } from '../lib/runtime/clock.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentLinks } from '../lib/runtime/payment-links.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(deletePaymentLink, undefined, async (call) => {
  const { id } = call.path;
  const asked = await call.idempotent(id);
  const render = (deleted: string) => ({
    status: 200,
    body: JSON.stringify(renderDeletedPaymentLink(deleted)),
  });
  return deleteLink({ links: paymentLinks(), clock, by: authorOf(call), render }, id, asked?.idempotency);
});
