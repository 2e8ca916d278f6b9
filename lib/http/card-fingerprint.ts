import type { GivenMethod } from '../types/given-method.ts';
import { hmacSha256 } from './hmac-sha256.ts';
import type { TokenSecrets } from './token-secrets.ts';

/**
 * Identifies a card when counting its attempts: a keyed HMAC, from which the number cannot be recovered. In test mode, numbers are public and shared
 * by everyone's tests, so a card is counted within its session only.
 */
export const cardFingerprint = (
  { fingerprint_key }: TokenSecrets,
  method: GivenMethod,
  { session, livemode }: { readonly session: string; readonly livemode: boolean },
): string => {
  return hmacSha256(fingerprint_key)
    .update(JSON.stringify([method.type, nameOf(method), livemode ? '' : session]))
    .digest('base64url');
};

/** A wallet's token differs for each payment: the limit of the address counts those. */
const nameOf = (method: GivenMethod): string => {
  switch (method.type) {
    case 'card':
      return method.card.number.reveal();
    case 'card_token':
      return method.card.fingerprint;
    case 'psp_token':
      return `${method.psp}\n${method.token.reveal()}`;
    case 'applepay':
    case 'googlepay':
      return method.token.reveal();
    default:
      return method satisfies never;
  }
};
