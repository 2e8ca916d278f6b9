import type { VaultCard } from '../../types/card.ts';
import { type GivenMethod, isWallet } from '../../types/given-method.ts';
import { hasIssuerResponse, issuerResponses } from '../../types/issuer-responses.ts';
import type { AuthorizationResult } from '../../types/psp.ts';
import type { AttemptSummary, Session } from '../../types/session.ts';

/** The method after a response: the same object, unless the vault now has to delete the card's security code. */
export const withCvcReleased = (method: GivenMethod, { outcome }: AuthorizationResult): GivenMethod =>
  issuerResponses[outcome] ? markReleased(method) : method;

/** The method for a new confirm: an issuer may already have responded for this card in an earlier one. */
export const currentMethod = ({ attempts }: Session, method: GivenMethod): GivenMethod =>
  method.type === 'card_token' &&
  attempts.some((attempt) => attempt.card_token === cvcTokenOf(method.card) && hasIssuerResponse(attempt))
    ? markReleased(method)
    : method;

const markReleased = (method: GivenMethod): GivenMethod =>
  method.type === 'card_token' && !method.card.cvc_released
    ? { ...method, card: { ...method.card, cvc_released: true } }
    : method;

/** The vault's token for the card's security code. */
export const cvcTokenOf = ({ token, cvc_token = token }: VaultCard): string => cvc_token;

/** What a session's attempts record of the method. */
export const methodOf = (method: GivenMethod): Pick<AttemptSummary, 'card_token' | 'wallet'> => {
  if (isWallet(method)) return { wallet: true };
  return method.type === 'card_token' ? { card_token: cvcTokenOf(method.card) } : {};
};

/** A stored card whose issuer has just requested authentication: with its code given again, the next try begins with a challenge. */
export const beginsWithChallenge = ({ attempts }: Session, method: GivenMethod): boolean =>
  // The last attempt is the one just opened.
  method.type === 'card_token' &&
  method.card.cvc_token !== undefined &&
  attempts.at(-2)?.outcome === 'authentication_required';
