import type { Call } from '../lib/http/call.ts';
import { retrieveCheckoutSession } from '../lib/http/routes.ts';
import { vaultOffer } from '../lib/http/vault-offer.ts';
import { noSession } from '../lib/payments/records/read-records.ts';
import { savedCards } from '../lib/payments/sessions/saved-cards.ts';
import { paymentStore } from '../lib/runtime/dynamodb.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentMethods } from '../lib/runtime/payment-methods.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { vaultSettings } from '../lib/runtime/vault-settings.ts';
import type { SavedCard } from '../lib/types/result.ts';
import type { Session } from '../lib/types/session.ts';

readAhead(tokens.sessions);

export const handler = endpoint(retrieveCheckoutSession, undefined, async (call) => {
  const { id } = call.path;
  const session = await paymentStore().session(id);
  if (!session) throw noSession(id);
  const vault = call.view === 'redacted' ? vaultSettings() : undefined;
  const offer = vault && vaultOffer(session, vault, await call.tokens.sessions(), call.started);
  if (!offer) return { session };
  return { session, vault: { ...offer, saved_cards: await cardsOf(session, call) } };
});

/** None for the hosted page, whose address may be passed on. */
const cardsOf = async (
  { saved_cards, customer }: Session,
  { by_link, started }: Pick<Call, 'by_link' | 'started'>,
): Promise<readonly SavedCard[]> => {
  if (!saved_cards || customer?.id === undefined || by_link) return [];
  return savedCards(paymentMethods(), customer.id, started);
};
