import type { NewKeys } from '../../lib/http/token-parts.ts';
import type { NamedDer } from '../../lib/vault-protocol/signed-text.ts';
import { newestFirst, nextId } from './token-secret.ts';

/** The vault's own secret as stored (`lib/vault/vault-secret.ts` reads it). The first receipt key signs. */
export type VaultSecret = {
  readonly receipt_keys: readonly NamedDer[];
  readonly fingerprint_secret: string;
};

/** The contents for a new vault. */
export const newVaultSecret = ({ secret, signing }: NewKeys): VaultSecret => ({
  receipt_keys: [signing('r1')],
  fingerprint_secret: secret(),
});

/** Adds a receipt key at the end, so that the router can learn its public key before the vault signs with it. */
export const withAddedReceiptKey = (secret: VaultSecret, { signing }: NewKeys): VaultSecret => ({
  ...secret,
  receipt_keys: [...secret.receipt_keys, signing(nextId(secret.receipt_keys, 'r'))],
});

/** Signs with the receipt key added last from now on; earlier receipts still verify. */
export const withPromotedReceiptKey = (secret: VaultSecret): VaultSecret => ({
  ...secret,
  receipt_keys: newestFirst(secret.receipt_keys),
});
