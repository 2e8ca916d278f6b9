import { paymentLinkFilters } from '../lib/contract/filters/payment-link-filters.ts';
import type { Call } from '../lib/http/call.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderList } from '../lib/http/render-list.ts';
import { renderPaymentLink } from '../lib/http/render-payment-link.ts';
import { retrievePaymentLink } from '../lib/http/routes.ts';
import { noLink, noSuchLink } from '../lib/payments/sessions/payment-links.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { hostedPages } from '../lib/runtime/environment.ts';
import { paymentLinks } from '../lib/runtime/payment-links.ts';
import type { PaymentLink } from '../lib/types/payment-link.ts';

/** One link, also for a caller who has only its id; or a page of all links. That path has no link's id, so no link's id opens it. */
export const handler = endpoint(retrievePaymentLink, undefined, async (call) => {
  const { started: now, view } = call;
  const render = (link: PaymentLink) => renderPaymentLink(link, { now, pages_url: hostedPages(), view });
  const { id } = call.path as { readonly id?: string };
  if (id !== undefined) return { json: render(await linkOf(id, view)) };
  const asked = await readListQuery(call, paymentLinkFilters);
  return { json: await renderList(call, asked, await paymentLinks().list(asked), render) };
});

const linkOf = async (id: string, view: Call['view']): Promise<PaymentLink> => {
  const link = await paymentLinks().find(id);
  if (view === 'redacted' && link?.deleted_at !== undefined) throw noSuchLink();
  if (link) return link;
  throw view === 'redacted' ? noSuchLink() : noLink(id);
};
