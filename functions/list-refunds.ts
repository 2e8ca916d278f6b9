import { refundFilters } from '../lib/contract/filters/part-filters.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderList } from '../lib/http/render-list.ts';
import { renderRefund } from '../lib/http/render-refund.ts';
import { listRefunds } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentLists } from '../lib/runtime/payment-lists.ts';

export const handler = endpoint(listRefunds, undefined, async (call) => {
  const asked = await readListQuery(call, refundFilters);
  const page = await paymentLists().refunds(asked);
  return { json: await renderList(call, asked, page, ({ refund, charge }) => renderRefund(refund, charge)) };
});
