import type { NamedDer } from '../vault-protocol/signed-text.ts';

export type ConsoleSettings = {
  /** Its origin: `https://console.example`. */
  readonly url: string;
  /** Digests of the proofs that its own distribution sends. */
  readonly proofs: readonly string[];
  /** Verify the tokens of signed-in people. */
  readonly keys: readonly NamedDer[];
};
