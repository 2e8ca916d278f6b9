import { renderDispute } from '../lib/http/render-dispute.ts';
import { retrieveDispute } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentLists } from '../lib/runtime/payment-lists.ts';
import { ApiError } from '../lib/types/api-error.ts';

export const handler = endpoint(retrieveDispute, undefined, async ({ path: { id } }) => {
  // Rows of other kinds have ids of other forms.
  const row = /^dp_[\w-]{1,64}$/.test(id) ? await paymentLists().dispute(id) : undefined;
  if (!row)
    throw new ApiError(
      'resource_missing',
      `There is no dispute ${id.slice(0, 64)}, or it was opened only a moment ago.`,
      { param: 'id', retry_after: 2 },
    );
  return { json: renderDispute(row.dispute, row.charge) };
});
