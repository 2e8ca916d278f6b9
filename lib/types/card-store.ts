/**
 * A card in the vault. `wrapped`: its encrypted data key; `number` is encrypted with that data key. Both are base64. `kept`: any session may pay with
 * it.
 */
export type StoredCard = {
  readonly token: string;
  readonly session: string;
  readonly wrapped: string;
  readonly number: string;
  readonly kept?: boolean;
};

/**
 * A card's security code, encrypted with the card's data key. It is void from `ends` on (Unix seconds), even if the item can still be read. `alone`:
 * entered for a stored card; it has its own token and data key, and is valid only in that session.
 */
export type StoredCvc = {
  readonly token: string;
  readonly cvc: string;
  readonly ends: number;
  readonly alone?: { readonly session: string; readonly wrapped: string };
};

/** At most `most` until `ends` (Unix seconds); after that the count may be deleted. */
export type CountLimit = { readonly most: number; readonly ends: number };

/**
 * Cards, security codes and counts, stored separately. Reads are consistent. Throws `ApiError('storage_unavailable')`; a write that threw may still
 * have been stored.
 */
export type CardStore = {
  /** Counts one more card of the session. False if it already has `most`, or has been closed. */
  readonly takeOne: (session: string, limit: CountLimit) => Promise<boolean>;
  /** Takes back one that was counted for the session. */
  readonly giveBack: (session: string) => Promise<void>;
  /** The session takes no more cards. Stored until `ends`, in Unix seconds. */
  readonly close: (session: string, ends: number) => Promise<void>;
  /** Counts one more for `id`. False if there are already `most`. */
  readonly count: (id: string, limit: CountLimit) => Promise<boolean>;
  /** Takes back one that was counted for `id`. */
  readonly uncount: (id: string) => Promise<void>;
  /** Adds `member` to the set named `id`, unless it is there. False if it is new and the set already has `most`. */
  readonly admit: (id: string, member: string, limit: CountLimit) => Promise<boolean>;
  /** Both or neither. A card that is not kept ends at `ends`, in Unix seconds. */
  readonly add: (card: StoredCard, cvc: StoredCvc, ends: number) => Promise<void>;
  /** A security code without its card. */
  readonly addCvc: (cvc: StoredCvc) => Promise<void>;
  /** Undefined if unknown, deleted, or ended by `now` (Unix milliseconds). */
  readonly card: (token: string, now: number) => Promise<StoredCard | undefined>;
  readonly cvc: (token: string, now: number) => Promise<StoredCvc | undefined>;
  /** False if there is no such card, or it has ended by `now`. */
  readonly keep: (token: string, now: number) => Promise<boolean>;
  /** Deletes the security code. */
  readonly release: (token: string) => Promise<void>;
  /** Deletes the card with its security code. False if there is no such card. */
  readonly delete: (token: string) => Promise<boolean>;
  /** Deletes the security codes that have ended by `now` (Unix milliseconds); resolves to their number. */
  readonly sweep: (now: number) => Promise<number>;
};
