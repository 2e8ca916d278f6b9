export const initiators = ['merchant', 'customer'] as const;

export const repeatReasons = ['recurring', 'unscheduled', 'installment'] as const;

/** Why a merchant charges a stored card: on a schedule, without one, or in parts of one purchase. */
export type RepeatReason = (typeof repeatReasons)[number];

/** Why a card is stored: to charge it without the customer, or to save the customer from typing it again. */
export const setups = ['off_session', 'on_session'] as const;

export type Setup = (typeof setups)[number];

/** A payment without the customer, who can therefore not answer a challenge. */
export type MerchantInitiated = {
  readonly usage: 'stored';
  readonly initiator: 'merchant';
  readonly reason: RepeatReason;
  /** The network's id of the payment with which the customer agreed, at any PSP. A PSP's own token needs none. */
  readonly network_transaction_id?: string;
};

/** What the networks need to know about a card that is, or was, stored. Without it, the card is used once. */
export type Credential =
  | { readonly usage: 'store'; readonly for: Setup }
  | { readonly usage: 'stored'; readonly initiator: 'customer' }
  | MerchantInitiated;

export const isMerchantInitiated = (credential: Credential | undefined): credential is MerchantInitiated =>
  credential?.usage === 'stored' && credential.initiator === 'merchant';

/** The use of a stored method: the customer that it belongs to, and who charges it. */
export type StoredUse = {
  readonly customer: string;
  readonly credential: Extract<Credential, { usage: 'stored' }>;
};
