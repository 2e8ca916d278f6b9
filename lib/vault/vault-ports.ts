import type { CardStore } from '../types/card-store.ts';
import type { Clock, Log, NewId } from '../types/ports.ts';
import type { HttpResponse, HttpTransport } from '../types/transport.ts';
import type { NamedDer } from '../vault-protocol/signed-text.ts';

/** A vault stores the cards of one merchant in one mode. */
export type Deployment = { readonly merchant: string; readonly mode: 'test' | 'live' };

/** A card's encryption is bound to these, in addition to its key. */
export type Bound = Deployment & { readonly token: string };

/**
 * Data keys of 32 bytes, each wrapped (base64) by a key that never leaves the key service, which unwraps it for the same `bound` only. Throws if the
 * service does not respond.
 */
export type DataKeys = {
  readonly make: (bound: Bound) => Promise<{ readonly plain: Uint8Array; readonly wrapped: string }>;
  readonly unwrap: (wrapped: string, bound: Bound) => Promise<Uint8Array>;
};

/**
 * A PSP account that cards may be sent to. `key_hashes`: SHA-256 in hex of the PSP's keys that the router may use, the new one and the old.
 * `settings`: values that a request must match, such as Adyen's `merchant_account`.
 */
export type VaultAccount = {
  readonly psp: string;
  readonly base_url: string;
  readonly key_hashes: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
};

export type ManagePorts = {
  readonly cards: CardStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
};

/**
 * The most cards accepted in a minute and in a day. `alike`: different cards (number or expiry) in a day with the same first six and last four
 * digits.
 */
export type CardLimits = { readonly a_minute: number; readonly a_day: number; readonly alike: number };

export type CollectPorts = ManagePorts & {
  readonly deployment: Deployment;
  readonly limits: CardLimits;
  /** The router's public keys, to verify grants. */
  readonly grant_keys: readonly NamedDer[];
  /** The vault's own keys, to sign receipts and to count numbers without storing them. */
  readonly secrets: () => Promise<{ readonly receipt_key: NamedDer; readonly fingerprint_key: Uint8Array }>;
  readonly keys: Pick<DataKeys, 'make'>;
  readonly newId: NewId;
  readonly random: (bytes: number) => Uint8Array;
};

export type ForwardPorts = ManagePorts & {
  readonly deployment: Deployment;
  readonly accounts: Readonly<Record<string, VaultAccount>>;
  readonly keys: Pick<DataKeys, 'unwrap'>;
  readonly http: HttpTransport;
  /**
   * The `authorization` header of an account whose key the vault itself holds; `renew` if the PSP refused the previous one. Or the reason why there
   * is none; then nothing was sent.
   */
  readonly authorize: (
    account: string,
    options: { readonly timeout_ms: number; readonly renew: boolean },
  ) => Promise<{ readonly authorization: string } | { readonly instead: HttpResponse }>;
};
