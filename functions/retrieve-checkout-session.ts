import { paymentStore } from '../lib/edge/dynamodb.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { retrieveCheckoutSession } from '../lib/http/routes.ts';
import { noSession } from '../lib/payments/claim-session.ts';

readAhead(tokens);

export const handler = endpoint(retrieveCheckoutSession, undefined, async ({ path: { id } }) => {
  const session = await paymentStore().session(id);
  if (!session) throw noSession(id);
  return { session };
});
