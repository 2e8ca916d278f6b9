import type * as z from 'zod/mini';
import type { confirmSessionBody } from '../contract/bodies/confirm-session-body.ts';
import { ApiError } from '../types/api-error.ts';
import type { VaultCard } from '../types/card.ts';
import { hasExpired } from '../types/card-expiry.ts';
import { brandOf, mayBear } from '../types/card-number.ts';
import type { GivenMethod } from '../types/given-method.ts';
import { secret } from '../types/secret.ts';
import { readReceipt, type TrustedVault } from './read-receipt.ts';

/** A vendor's vault gives no receipts, so this is its description of a card; undefined if it has no such token. */
export type VendorCard = { readonly card: VaultCard | undefined };

/** A method that the customer enters now, not a stored one. */
type Given = Exclude<z.output<typeof confirmSessionBody>['payment_method'], { type: 'stored' }>;

/**
 * The payment method with all secrets wrapped. Throws `card_capture_disabled` for a raw card if this environment accepts none, `vault_not_configured`
 * for a card token if it has no vault, and `parameter_invalid` for a card that has expired, whose number cannot belong to the network, or whose
 * receipt is not valid. `now`: Unix milliseconds.
 */
export const toPaymentMethod = (given: Given, by: AcceptedBy): GivenMethod => {
  if (given.type === 'card_token') return toCardTokenMethod(given, by);
  if (given.type === 'card') return toCardMethod(given, by);
  return { ...given, token: secret(given.token) };
};

type AcceptedBy = {
  readonly cardCapture: boolean;
  readonly vault: TrustedVault | VendorCard | undefined;
  readonly session: string;
  readonly now: number;
};

const toCardTokenMethod = (
  { type, token, receipt, ...rest }: Extract<Given, { type: 'card_token' }>,
  { vault, session, now }: AcceptedBy,
): GivenMethod => {
  if (vault) return { type, card: cardOf({ token, receipt }, vault, { session, now }), ...rest };
  throw new ApiError(
    'vault_not_configured',
    'payment_method.token: this environment has no card vault. Send a psp_token.',
    { param: 'payment_method.token' },
  );
};

const cardOf = (
  { token, receipt }: { readonly token: string; readonly receipt?: string | undefined },
  vault: TrustedVault | VendorCard,
  by: { readonly session: string; readonly now: number },
): VaultCard => {
  if (!('card' in vault)) {
    if (receipt !== undefined) return readReceipt({ token, receipt }, vault, by);
    const param = 'payment_method.receipt';
    throw new ApiError('parameter_missing', `${param}: expected the vault's receipt.`, { param });
  }
  const { card } = vault;
  if (card && !hasExpired(card, by.now)) return card;
  const param = 'payment_method.token';
  const expected = card ? 'a card that has not expired' : "a token of this environment's vault";
  throw new ApiError('parameter_invalid', `${param}: expected ${expected}.`, { param });
};

const toCardMethod = (
  { card: entered, billing_details }: Extract<Given, { type: 'card' }>,
  { cardCapture, now }: AcceptedBy,
): GivenMethod => {
  if (!cardCapture)
    throw new ApiError(
      'card_capture_disabled',
      'payment_method.card: this environment does not accept card numbers. Send a psp_token.',
      { param: 'payment_method.card' },
    );
  const { number, cvc, ...card } = entered;
  if (hasExpired(card, now))
    throw new ApiError(
      'parameter_invalid',
      'payment_method.card.exp_year: expected a card that has not expired.',
      { param: 'payment_method.card.exp_year' },
    );
  const brand = brandOf(number);
  if (card.network !== undefined && !mayBear(brand, card.network))
    throw new ApiError(
      'parameter_invalid',
      "payment_method.card.network: expected a network of this card's number.",
      { param: 'payment_method.card.network' },
    );
  return {
    type: 'card',
    card: { ...card, number: secret(number), cvc: secret(cvc), ...(brand ? { brand } : {}) },
    ...(billing_details ? { billing_details } : {}),
  };
};
