export type SigningKey = { readonly id: string; readonly key: Uint8Array };

/** What the environment's token secret holds. Keys are raw bytes. */
export type TokenSecrets = {
  /** Newest first: the first signs, all verify. A key stays listed for as long as sessions it signed can live. */
  readonly signing_keys: readonly [SigningKey, ...SigningKey[]];
  /** Never rotates: idempotency keys and request hashes are derived from it. */
  readonly idempotency_key: Uint8Array;
  readonly fingerprint_key: Uint8Array;
};

/** Reads the secret's JSON: `{"signing_keys":[{"id","secret"}],"idempotency_secret","fingerprint_secret"}`, base64. Throws where it is not that. */
export const parseTokenSecrets = (json: string): TokenSecrets => {
  const secret: unknown = JSON.parse(json);
  const { signing_keys, idempotency_secret, fingerprint_secret } = secret as Record<string, unknown>;
  const [current, ...older] = Array.isArray(signing_keys) ? signing_keys : [];
  if (current === undefined) throw new Error('The token secret has no signing_keys.');
  return {
    signing_keys: [signingKey(current), ...older.map(signingKey)],
    idempotency_key: bytes(idempotency_secret, 'idempotency_secret'),
    fingerprint_key: bytes(fingerprint_secret, 'fingerprint_secret'),
  };
};

const signingKey = ({ id, secret }: { readonly id?: unknown; readonly secret?: unknown }): SigningKey => ({
  id: keyId(id),
  key: bytes(secret, 'signing_keys'),
});

const keyId = (id: unknown): string => {
  if (typeof id === 'string' && /^[a-z0-9]{1,16}$/.test(id)) return id;
  throw new Error('A signing key of the token secret has no id of 1 to 16 characters a-z, 0-9.');
};

const bytes = (value: unknown, name: string): Uint8Array => {
  const decoded = typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
  if (decoded && decoded.byteLength >= 32) return decoded;
  throw new Error(`${name} of the token secret is not base64 of at least 32 bytes.`);
};
