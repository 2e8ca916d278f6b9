import type { Secret } from './secret.ts';

export const cardBrands = [
  'visa',
  'mastercard',
  'amex',
  'discover',
  'diners',
  'jcb',
  'unionpay',
  'maestro',
] as const;

export type CardBrand = (typeof cardBrands)[number];

/** A card network: one of these brands, or a national network that shares cards with one. */
export const cardNetworks = [...cardBrands, 'cartes_bancaires'] as const;

export type CardNetwork = (typeof cardNetworks)[number];

/**
 * Exists only in the memory of one invocation. `exp_year` has four digits. `brand` is undefined for an unknown range. Without `cvc`, the PSP is asked
 * to charge without it.
 */
export type Card = {
  readonly number: Secret;
  readonly cvc?: Secret;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly name?: string;
  readonly brand?: CardBrand;
  /** The customer's choice on a card with several networks. If undefined, the PSP chooses. */
  readonly network?: CardNetwork;
};

/** A card in a vault, as its receipt describes it. `bin`: the first six digits. */
export type VaultCard = Omit<Card, 'number' | 'cvc'> & {
  readonly token: string;
  readonly bin: string;
  readonly last4: string;
  /** The vault's token of the security code that the customer entered again for a stored card. The card is then never charged without it. */
  readonly cvc_token?: string;
  /** The vault has been asked to delete the security code. */
  readonly cvc_released?: true;
};
