import type { NamedDer } from '../lib/vault/signed-text.ts';
import { lastFirst, type NewKeys, nextId } from './token-secret.ts';

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

/** With one more receipt key at the end: the router can learn what verifies it before anything is signed with it. */
export const withAddedReceiptKey = (secret: VaultSecret, { signing }: NewKeys): VaultSecret => ({
  ...secret,
  receipt_keys: [...secret.receipt_keys, signing(nextId(secret.receipt_keys, 'r'))],
});

/** The receipt key added last signs from now on; what was signed before it still verifies. */
export const withPromotedReceiptKey = (secret: VaultSecret): VaultSecret => ({
  ...secret,
  receipt_keys: lastFirst(secret.receipt_keys),
});
