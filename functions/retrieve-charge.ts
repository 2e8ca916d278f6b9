import { retrieveCharge } from '../lib/http/routes.ts';
import { noCharge } from '../lib/payments/records/read-records.ts';
import { paymentStore } from '../lib/runtime/dynamodb.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';

export const handler = endpoint(retrieveCharge, undefined, async ({ path: { id } }) => {
  const charge = await paymentStore().charge(id);
  if (!charge) throw noCharge(id, 'id');
  return { charge };
});
