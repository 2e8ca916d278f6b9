export const initiators = ['merchant', 'customer'] as const;

export const repeatReasons = ['recurring', 'unscheduled', 'installment'] as const;

/** Why a merchant charges a stored card: on a schedule, unscheduled, or in instalments. */
export type RepeatReason = (typeof repeatReasons)[number];

/** Why a card is stored: to charge it without the customer, or so that the customer need not enter it again. */
export const setups = ['off_session', 'on_session'] as const;

export type Setup = (typeof setups)[number];

/** A payment without the customer present, so nobody can complete a challenge. */
export type MerchantInitiated = {
  readonly usage: 'stored';
  readonly initiator: 'merchant';
  readonly reason: RepeatReason;
  /** The network transaction id of the payment in which the customer agreed, made at any PSP. A PSP's own token needs none. */
  readonly network_transaction_id?: string;
};

/** What the networks must know about a card that is or was stored. Absent if the card is used only once. */
export type Credential =
  | { readonly usage: 'store'; readonly for: Setup }
  | { readonly usage: 'stored'; readonly initiator: 'customer' }
  | MerchantInitiated;

export const isMerchantInitiated = (credential: Credential | undefined): credential is MerchantInitiated =>
  credential?.usage === 'stored' && credential.initiator === 'merchant';

/** The use of a stored method: whose it is, and who initiates the charge. */
export type StoredUse = {
  readonly customer: string;
  readonly credential: Extract<Credential, { usage: 'stored' }>;
};
