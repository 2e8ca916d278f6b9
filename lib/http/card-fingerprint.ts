import type { VaultCard } from '../types/card.ts';
import { shownDigits } from '../types/card-number.ts';
import type { GivenMethod } from '../types/given-method.ts';
import { hmacSha256 } from './hmac-sha256.ts';
import type { RecordKeys } from './token-secrets.ts';

/**
 * Identifies a card when counting its attempts. Of a number, only the digits that a charge shows are used: anybody with this service's secrets and
 * tables could find the other digits by trying them all. In test mode, everybody uses the same public numbers, so a card is counted within its
 * session only.
 */
export const cardFingerprint = (
  { fingerprint_key }: Pick<RecordKeys, 'fingerprint_key'>,
  method: GivenMethod,
  { session, livemode }: { readonly session: string; readonly livemode: boolean },
): string => {
  return hmacSha256(fingerprint_key)
    .update(JSON.stringify([...nameOf(method), livemode ? '' : session]))
    .digest('base64url');
};

/** A wallet's token differs for each payment: these are limited by address. */
const nameOf = (method: GivenMethod): readonly (string | number)[] => {
  switch (method.type) {
    case 'card': {
      const { number, ...card } = method.card;
      return shownOf({ ...shownDigits(number.reveal()), ...card });
    }
    case 'card_token':
      return shownOf(method.card);
    case 'psp_token':
      return [method.type, `${method.psp}\n${method.token.reveal()}`];
    case 'applepay':
    case 'googlepay':
      return [method.type, method.token.reveal()];
    default:
      return method satisfies never;
  }
};

/** The same for a card with its number and for one from a vault. */
const shownOf = ({
  bin,
  last4,
  exp_month,
  exp_year,
}: Pick<VaultCard, 'bin' | 'last4' | 'exp_month' | 'exp_year'>): readonly (string | number)[] => [
  'card',
  bin,
  last4,
  exp_month,
  exp_year,
];
