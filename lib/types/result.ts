import type { ApiError } from './api-error.ts';
import type { CardBrand } from './card.ts';
import type { Charge, Refund } from './charge.ts';
import type { RenderedResponse, View } from './records.ts';
import type { Session } from './session.ts';

/**
 * The result of a use case. A refusal before the first write is thrown as an `ApiError`; later results are values, errors included. `replay`: the
 * response stored under the caller's idempotency key, as bytes; `first` if this call stored it.
 */
export type Result =
  | { readonly replay: RenderedResponse; readonly first: boolean }
  | {
      readonly session: Session;
      readonly vault?: VaultOffer;
      readonly warnings?: readonly Warning[];
      /** The caller's page may show the challenge in a frame. */
      readonly framed?: true;
    }
  | { readonly charge: Charge }
  | { readonly refund: Refund; readonly charge: Charge }
  | { readonly error: ApiError; readonly session?: Session };

/** A probable mistake in a call that succeeded. */
export type Warning = {
  readonly code: 'reference_in_use';
  readonly message: string;
  readonly param: 'reference';
};

/**
 * Where the card of a session is collected: the vault's origin, the grant to show its fields, and the stored cards that the customer can pay with
 * instead. Short-lived, so never stored or replayed.
 */
export type VaultOffer = {
  readonly url: string;
  readonly grant: string;
  readonly saved_cards: readonly SavedCard[];
};

/** A stored card as its customer's browser sees it. `id`: the payment method's. */
export type SavedCard = {
  readonly id: string;
  readonly brand: CardBrand | null;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
};

/** The caller's idempotency key (as an HMAC), and the HMAC of its request without the CVC, prefixed with its key's id and a dot. */
export type Idempotency = {
  readonly key: string;
  readonly hash: string;
  readonly view: View;
  /** Hashes of the same request under former keys. Not enumerable, so they are never stored. */
  readonly older_hashes?: readonly string[];
};
