import { paymentMethodFilters } from '../lib/contract/filters/payment-method-filters.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderList } from '../lib/http/render-list.ts';
import { renderPaymentMethod } from '../lib/http/render-payment-method.ts';
import { listPaymentMethods } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentMethods } from '../lib/runtime/payment-methods.ts';

export const handler = endpoint(listPaymentMethods, undefined, async (call) => {
  const asked = await readListQuery(call, paymentMethodFilters);
  return { json: await renderList(call, asked, await paymentMethods().list(asked), renderPaymentMethod) };
});
