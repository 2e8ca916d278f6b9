import { paymentStore } from '../lib/edge/dynamodb.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { vaultSettings } from '../lib/edge/vault.ts';
import { retrieveCheckoutSession } from '../lib/http/routes.ts';
import { vaultOffer } from '../lib/http/vault-offer.ts';
import { noSession } from '../lib/payments/read-records.ts';

readAhead(tokens.sessions);

export const handler = endpoint(retrieveCheckoutSession, undefined, async (call) => {
  const { id } = call.path;
  const session = await paymentStore().session(id);
  if (!session) throw noSession(id);
  const vault = call.view === 'redacted' ? vaultSettings() : undefined;
  const offer = vault && vaultOffer(session, vault, await call.tokens.sessions(), call.started);
  return { session, ...(offer ? { vault: offer } : {}) };
});
