import type { Clock, NewId } from '../types/ports.ts';
import type { SignInStore } from '../types/sign-in.ts';

/** The ports of calls that keep sign-ins. */
export type SignInPorts = {
  readonly store: SignInStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
};

/** What a browser keeps between the two ends of a sign-in, signed by us. `ends`: Unix seconds. */
export type PendingSignIn = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly return_to: string;
  readonly ends: number;
};

/** What the identity provider's ID token says, its signature, issuer, audience, nonce and times checked. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

export type IdentityProvider = {
  /** A new state, nonce and verifier, and the provider's page for them. */
  readonly begin: () => Promise<
    Pick<PendingSignIn, 'state' | 'nonce' | 'verifier'> & { readonly url: string }
  >;
  /** `query`: of the callback. Throws `ApiError`: `token_invalid` for an answer that is not the one asked for, `storage_unavailable` if the provider does not answer. */
  readonly finish: (query: Readonly<Record<string, string>>, pending: PendingSignIn) => Promise<Claims>;
};
