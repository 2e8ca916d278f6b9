import { paymentStore } from '../lib/edge/dynamodb.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { retrieveCheckoutSession } from '../lib/http/routes.ts';
import { noSession } from '../lib/payments/check-confirmable.ts';

export const handler = endpoint(retrieveCheckoutSession, undefined, async ({ path: { id } }) => {
  const session = await paymentStore().session(id);
  if (!session) throw noSession(id);
  return { session };
});
