import { disputeFilters } from '../lib/contract/filters/part-filters.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderDispute } from '../lib/http/render-dispute.ts';
import { renderList } from '../lib/http/render-list.ts';
import { listDisputes } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentLists } from '../lib/runtime/payment-lists.ts';

export const handler = endpoint(listDisputes, undefined, async (call) => {
  const asked = await readListQuery(call, disputeFilters);
  const page = await paymentLists().disputes(asked);
  return {
    json: await renderList(call, asked, page, ({ dispute, charge }) => renderDispute(dispute, charge)),
  };
});
