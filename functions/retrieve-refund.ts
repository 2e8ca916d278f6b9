import { renderRefund } from '../lib/http/render-refund.ts';
import { retrieveRefund } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentLists } from '../lib/runtime/payment-lists.ts';
import { ApiError } from '../lib/types/api-error.ts';

export const handler = endpoint(retrieveRefund, undefined, async ({ path: { id } }) => {
  // Rows of other kinds have ids of other forms.
  const row = /^(re|ext)_[\w-]{1,64}$/.test(id) ? await paymentLists().refund(id) : undefined;
  if (!row)
    throw new ApiError(
      'resource_missing',
      `There is no refund ${id.slice(0, 64)}, or it was made only a moment ago.`,
      { param: 'id', retry_after: 2 },
    );
  return { json: renderRefund(row.refund, row.charge) };
});
