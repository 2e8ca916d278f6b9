import type { ApiError } from './api-error.ts';
import type { CardBrand } from './card.ts';
import type { Charge, Refund } from './charge.ts';
import type { Answer, View } from './records.ts';
import type { Session } from './session.ts';

/**
 * The result of a use case. A refusal before the first write is thrown as an `ApiError`; later answers are values, errors included. `replay`: the
 * bytes stored under the caller's key are the answer; `first` if this call stored them.
 */
export type Result =
  | { readonly replay: Answer; readonly first: boolean }
  | {
      readonly session: Session;
      readonly vault?: VaultOffer;
      readonly warnings?: readonly Warning[];
      /** Its challenge may be shown in a frame of the caller's page. */
      readonly framed?: true;
    }
  | { readonly charge: Charge }
  | { readonly refund: Refund; readonly charge: Charge }
  | { readonly error: ApiError; readonly session?: Session };

/** What is probably a mistake, though the call was done. */
export type Warning = {
  readonly code: 'reference_in_use';
  readonly message: string;
  readonly param: 'reference';
};

/**
 * Where a session's card is collected: the vault's origin, and the grant to show it; and the stored cards that can be paid with instead. Short-lived, and
 * therefore never stored or replayed.
 */
export type VaultOffer = {
  readonly url: string;
  readonly grant: string;
  readonly saved_cards: readonly SavedCard[];
};

/** A stored card as its customer's browser sees it. `id`: of the payment method. */
export type SavedCard = {
  readonly id: string;
  readonly brand: CardBrand | null;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
};

/** The caller's idempotency key (an HMAC of it), and the HMAC of its request without the CVC, prefixed with its key's id and a dot. */
export type Idempotency = {
  readonly key: string;
  readonly hash: string;
  readonly view: View;
  /** Hashes of the same request under former keys. Not enumerable, so they are never stored. */
  readonly older_hashes?: readonly string[];
};
