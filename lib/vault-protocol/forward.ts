import type { HttpRequest, HttpResponse } from '../types/transport.ts';
import type { VaultFailure } from '../types/vault-failure.ts';

/**
 * A request of a PSP's adapter with slots in its body. It names one of the vault's accounts and a path below that account's address, never a host.
 * Nothing is sent after `not_after` (Unix milliseconds), however late the vault receives it. `session` is the session being paid, `attempt` the one
 * whose slots these are. `cvc_token`: of the security code, if it was given for a stored card; otherwise the card's own.
 */
export type ForwardRequest = Omit<HttpRequest, 'url' | 'until'> & {
  readonly token: string;
  readonly cvc_token?: string;
  readonly session: string;
  readonly attempt: string;
  readonly account: string;
  readonly path: string;
  readonly not_after: number;
};

/** The PSP's unchanged response. `refused`: the vault did not send the request; `cause` is text for people, never card data. */
export type ForwardResponse = HttpResponse | { readonly kind: 'refused'; readonly cause: string };

/** The same for the router: a failure of the vault is not mistaken for one of the PSP. */
export type Forwarded = HttpResponse | { readonly kind: 'not_sent'; readonly cause: VaultFailure };

/** `release` deletes the security code; `keep` lets any session of the merchant pay with the card; `delete` deletes the card. */
export type ManageRequest = { readonly action: 'release' | 'keep' | 'delete'; readonly token: string };

/** The session has ended: the vault takes no more cards for it, even under grants that are still valid. */
export type CloseRequest = { readonly action: 'close'; readonly session: string };

export type ManageResponse = { readonly kind: 'done' } | { readonly kind: 'unknown_token' };

/** The vault's interface for the router. No method can return a card. `manage` and `close` throw if the vault cannot be reached. */
export type Vault = {
  readonly forward: (request: ForwardRequest) => Promise<Forwarded>;
  readonly manage: (request: ManageRequest) => Promise<ManageResponse>;
  /** Absent for a vendor's vault, whose tokens belong to no session. */
  readonly close?: (session: string) => Promise<void>;
};
