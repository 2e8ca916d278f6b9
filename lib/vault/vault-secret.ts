import type { NamedDer } from '../vault-protocol/signed-text.ts';

/**
 * The vault's own keys, besides the one in KMS. `receipt_key` signs receipts; `fingerprint_key` is for counting numbers, and nothing derived from it
 * leaves the vault.
 */
export type VaultSecret = { readonly receipt_key: NamedDer; readonly fingerprint_key: Uint8Array };

/** Reads the secret's JSON, `{"receipt_keys":[{"id","key"}],"fingerprint_secret"}`, base64; the first key signs. Throws for anything else. */
export const readVaultSecret = (json: string): VaultSecret => {
  const { receipt_keys, fingerprint_secret } = JSON.parse(json) as Record<string, unknown>;
  const [first] = Array.isArray(receipt_keys) ? receipt_keys : [];
  const { id, key } = (first ?? {}) as Partial<NamedDer>;
  if (typeof id !== 'string' || typeof key !== 'string' || !/^[a-z0-9]{1,16}$/.test(id))
    throw new Error('receipt_keys[0] of the vault secret has no id or no key.');
  const fingerprint_key = Buffer.from(String(fingerprint_secret ?? ''), 'base64');
  if (fingerprint_key.length < 32)
    throw new Error('fingerprint_secret of the vault secret is not base64 of at least 32 bytes.');
  return { receipt_key: { id, key }, fingerprint_key };
};
