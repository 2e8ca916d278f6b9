import type { Card, VaultCard } from './card.ts';
import type { StoredUse } from './credential.ts';
import type { Secret } from './secret.ts';

/** `country`: ISO 3166-1 alpha-2. */
export type Address = {
  readonly line1?: string;
  readonly line2?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postal_code?: string;
  readonly country?: string;
};

export type BillingDetails = {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: Address;
};

export const wallets = ['applepay', 'googlepay'] as const;

export type Wallet = (typeof wallets)[number];

/**
 * A wallet's data for one payment, encrypted for the accounts in `psps`: JSON text (Apple Pay's `paymentData`, Google Pay's `token`), passed on
 * unchanged. This service cannot decrypt it.
 */
export type WalletMethod = {
  readonly type: Wallet;
  readonly token: Secret;
  readonly psps: readonly string[];
  readonly billing_details?: BillingDetails;
};

export type CardTokenMethod = {
  readonly type: 'card_token';
  readonly card: VaultCard;
  readonly billing_details?: BillingDetails;
  readonly stored?: StoredUse;
};

export type GivenMethod = PaymentMethod | CardTokenMethod;

/** The method as an adapter receives it. `psp_token` belongs to one PSP account and is used nowhere else. */
export type PaymentMethod =
  | { readonly type: 'card'; readonly card: Card; readonly billing_details?: BillingDetails }
  | {
      readonly type: 'psp_token';
      readonly psp: string;
      readonly token: Secret;
      readonly billing_details?: BillingDetails;
      readonly stored?: StoredUse;
    }
  | WalletMethod;

/** The use of a stored method; undefined for a method that the customer has just entered. */
export const storedUseOf = (method: GivenMethod): StoredUse | undefined =>
  'stored' in method ? method.stored : undefined;

export const isWallet = (method: GivenMethod): method is WalletMethod =>
  wallets.some((wallet) => wallet === method.type);

/** A card that any PSP may charge by its number, wherever the number is stored. */
export const isCard = (
  method: GivenMethod,
): method is Extract<PaymentMethod, { type: 'card' }> | CardTokenMethod =>
  method.type === 'card' || method.type === 'card_token';
