import type { CardNetwork } from './card.ts';
import type { ChargedCard } from './particulars.ts';

/** A card in the vault to be charged again. */
export type KeptCard = {
  readonly token: string;
  readonly network?: CardNetwork;
};

/** A customer's card, kept to be charged again. */
export type StoredMethod = {
  /** `pm_` and the id of the vault's token without its prefix or, if no vault has the card, of the charge: a repeat gives the same id. */
  readonly id: string;
  /** The revision of the charge that reported it last; 0 if none has. */
  readonly rev: number;
  /** The merchant's own id of the customer it belongs to. */
  readonly customer: string;
  readonly card: ChargedCard;
  /** Absent if only PSPs have the card. */
  readonly vault?: KeptCard;
  readonly network_transaction_id?: string;
  /** By PSP account: the `psp_token` that represents the card there. */
  readonly mandates: Readonly<Record<string, string>>;
  /** Unix seconds. */
  readonly created: number;
};

/** `source`: a vault's token or a charge's id. */
export const storedMethodId = (source: string): string => `pm_${source.slice(3)}`;

/** What to store about a charge's card once it is paid. */
export type Keeps = { readonly customer: string; readonly card?: KeptCard };
