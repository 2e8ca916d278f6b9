import type { PaymentMethod } from '../types/card.ts';
import { hmacSha256 } from './hmac-sha256.ts';
import type { TokenSecrets } from './token-secrets.ts';

/**
 * The name under which attempts with a card are counted: a keyed HMAC, from which the number cannot be recovered. In test mode numbers are public and
 * shared by everyone's tests, so a card is counted within its session only.
 */
export const cardFingerprint = (
  { fingerprint_key }: TokenSecrets,
  method: PaymentMethod,
  { session, livemode }: { readonly session: string; readonly livemode: boolean },
): string => {
  const card =
    method.type === 'card' ? method.card.number.reveal() : `${method.psp}\n${method.token.reveal()}`;
  return hmacSha256(fingerprint_key)
    .update(JSON.stringify([method.type, card, livemode ? '' : session]))
    .digest('base64url');
};
