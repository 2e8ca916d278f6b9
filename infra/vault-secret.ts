import type { NamedDer } from '../lib/vault/signed-text.ts';
import type { NewKeys } from './token-secret.ts';

/** The vault's own secret as stored (`lib/custody/vault-secret.ts` reads it). The first receipt key signs. */
export type VaultSecret = {
  readonly receipt_keys: readonly NamedDer[];
  readonly fingerprint_secret: string;
};

/** What a new vault starts with. */
export const newVaultSecret = ({ secret, signing }: NewKeys): VaultSecret => ({
  receipt_keys: [signing('r1')],
  fingerprint_secret: secret(),
});
