import type { CardBrand, CardNetwork } from '../types.ts';

/**
 * Ranges whose cards are Cartes Bancaires as well, as far as it is public: whole blocks of French issuers, and the test cards of Stripe and Adyen.
 * The bank refuses a network that is offered wrongly, so uncertain ranges are not listed.
 */
const cartesBancaires = /^(497|513[0-7]|400000250000100|555555250000100|403550100000000|436000000100000)/;

/** The networks that a customer may choose from; empty while the number has at most one. */
export const networksOf = (digits: string, brand: CardBrand | null): readonly CardNetwork[] =>
  brand !== null && cartesBancaires.test(digits) ? [brand, 'cartes_bancaires'] : [];
