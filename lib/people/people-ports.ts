import type { Clock, NewId } from '../types/ports.ts';
import type { SignInStore } from '../types/sign-in.ts';

export type SignInPorts = {
  readonly store: SignInStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
};

/** What a browser keeps between the beginning and the end of a sign-in, signed by us. `ends`: Unix seconds. */
export type PendingSignIn = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly return_to: string;
  readonly ends: number;
};

/** The content of the identity provider's ID token, with its signature, issuer, audience, nonce and times checked. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

export type IdentityProvider = {
  /** A new state, nonce and verifier, and the provider's page for them. */
  readonly begin: () => Promise<
    Pick<PendingSignIn, 'state' | 'nonce' | 'verifier'> & { readonly url: string }
  >;
  /**
   * `query`: of the callback. Throws `ApiError`: `token_invalid` for a response that does not match the request, `storage_unavailable` if the
   * provider does not respond.
   */
  readonly finish: (query: Readonly<Record<string, string>>, pending: PendingSignIn) => Promise<Claims>;
};
