import { base32 } from './base32.ts';
import type { CardNetwork } from './card.ts';
import type { ChargedCard } from './particulars.ts';

/** A card that the vault stores for later charges. */
export type KeptCard = {
  readonly token: string;
  readonly network?: CardNetwork;
};

/** A customer's card, stored for later charges. */
export type StoredMethod = {
  /** `pm_`, and the vault token's id without its prefix or, if no vault has the card, the charge's: a repeat gives the same id. */
  readonly id: string;
  /** The revision of the charge that it was last updated from; 0 if there is none. */
  readonly rev: number;
  /** The merchant's own id of the customer. */
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

/** What a charge has to know of a card in the vault, besides its token. */
type KnownCard = Required<Pick<ChargedCard, 'bin' | 'last4' | 'exp_month' | 'exp_year'>>;

/** The card as the vault can be asked to charge it; undefined if only PSPs have it, or too little of it is known. */
export const vaultCardOf = ({
  vault,
  card,
}: StoredMethod): (KeptCard & KnownCard & Pick<ChargedCard, 'brand'>) | undefined => {
  const { bin, last4, exp_month, exp_year, brand } = card;
  if (!vault || !bin || !last4) return undefined;
  if (!exp_month || !exp_year) return undefined;
  return { ...vault, bin, last4, exp_month, exp_year, ...(brand ? { brand } : {}) };
};

/** `source`: a vault's token or a charge's id. A vendor's token is a UUID: its 16 bytes in the form of our ids. */
export const storedMethodId = (source: string): string =>
  `pm_${source.includes('-') ? base32(Buffer.from(source.replaceAll('-', ''), 'hex')) : source.slice(3)}`;

/** What to store of a charge's card once it is authorised. */
export type Keeps = { readonly customer: string; readonly card?: KeptCard };
