import type { VaultOffer } from '../types/result.ts';
import type { Session } from '../types/session.ts';
import { sessionStatusOf } from '../types/session-status.ts';
import { signGrant } from '../vault-protocol/grant.ts';
import type { SessionKeys } from './token-secrets.ts';

const life_s = 1_800;

/**
 * Where the session's card may be collected, and the grant for it; undefined if there is no key to sign a grant, or nothing to pay. A customer who
 * comes back from the bank's page may enter another card. `now`: Unix milliseconds.
 */
export const vaultOffer = (
  session: Session,
  { url, merchant }: { readonly url: string; readonly merchant: string },
  { grant_keys: [key] }: Pick<SessionKeys, 'grant_keys'>,
  now: number,
): Omit<VaultOffer, 'saved_cards'> | undefined => {
  const payable = sessionStatusOf(session, now) === 'open' && session.payment_status !== 'processing';
  if (!key || !payable) return undefined;
  const grant = { merchant, session: session.id, expires: Math.floor(now / 1000) + life_s };
  return { url, grant: signGrant({ ...grant, mode: session.livemode ? 'live' : 'test' }, key) };
};
