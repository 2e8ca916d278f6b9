import { chargeFilters } from '../lib/contract/filters/charge-filters.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderCharge } from '../lib/http/render-charge.ts';
import { renderList } from '../lib/http/render-list.ts';
import { listCharges } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentLists } from '../lib/runtime/payment-lists.ts';
import { sessionNamesOf } from '../lib/runtime/session-names.ts';

export const handler = endpoint(listCharges, undefined, async (call) => {
  const asked = await readListQuery(call, chargeFilters);
  const page = await paymentLists().charges(asked);
  const names = await sessionNamesOf(page.rows);
  return {
    json: await renderList(call, asked, page, (charge) => renderCharge(charge, names.get(charge.session))),
  };
});
