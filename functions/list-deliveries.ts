import { deliveryFilters } from '../lib/contract/filters/delivery-filters.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderList } from '../lib/http/render-list.ts';
import { renderUnsent } from '../lib/http/render-webhook.ts';
import { listDeliveries } from '../lib/http/routes.ts';
import { deliveryPage } from '../lib/runtime/delivery-lists.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';

export const handler = endpoint(listDeliveries, undefined, async (call) => {
  const asked = await readListQuery(call, deliveryFilters);
  return { json: await renderList(call, asked, await deliveryPage(asked), renderUnsent) };
});
