import type { NamedDer } from '../vault/signed-text.ts';

export type NamedKey = { readonly id: string; readonly key: Uint8Array };

/** The contents of the environment's token secret. Keys are raw bytes. */
export type TokenSecrets = {
  /** Newest first: the first signs, all verify. A key stays listed as long as sessions it signed can live. */
  readonly signing_keys: readonly [NamedKey, ...NamedKey[]];
  /** Never rotates: ids are derived from it and the caller's idempotency key. It never covers a body. */
  readonly idempotency_key: Uint8Array;
  /** Hash the bodies sent with an idempotency key, card numbers included. Newest first: the first hashes, all compare. */
  readonly request_keys: readonly [NamedKey, ...NamedKey[]];
  readonly fingerprint_key: Uint8Array;
  /** Sign grants for the vault, newest first. Empty: no card can be collected there. */
  readonly grant_keys: readonly NamedDer[];
};

/**
 * Reads the secret's JSON:
 * `{"signing_keys":[{"id","secret"}],"idempotency_secret","request_keys":[{"id","secret"}],"fingerprint_secret","grant_keys"?:[{"id","key"}]}`,
 * base64. Throws for anything else.
 */
export const parseTokenSecrets = (json: string): TokenSecrets => {
  const secret: unknown = JSON.parse(json);
  const {
    signing_keys,
    idempotency_secret,
    request_keys,
    fingerprint_secret,
    grant_keys = [],
  } = secret as Record<string, unknown>;
  return {
    signing_keys: namedKeys(signing_keys, 'signing_keys'),
    idempotency_key: bytes(idempotency_secret, 'idempotency_secret'),
    request_keys: namedKeys(request_keys, 'request_keys'),
    fingerprint_key: bytes(fingerprint_secret, 'fingerprint_secret'),
    grant_keys: grantKeys(grant_keys),
  };
};

const namedKeys = (value: unknown, name: string): readonly [NamedKey, ...NamedKey[]] => {
  const [current, ...older] = Array.isArray(value) ? value : [];
  if (current === undefined) throw new Error(`The token secret has no ${name}.`);
  const read = ({ id, secret }: { readonly id?: unknown; readonly secret?: unknown }): NamedKey => ({
    id: keyId(id, name),
    key: bytes(secret, name),
  });
  return [read(current), ...older.map(read)];
};

const grantKeys = (value: unknown): readonly NamedDer[] => {
  if (!Array.isArray(value)) throw new Error('grant_keys of the token secret is not a list.');
  return value.map(({ id, key }: { readonly id?: unknown; readonly key?: unknown }) => {
    if (typeof key === 'string') return { id: keyId(id, 'grant_keys'), key };
    throw new Error('A key in grant_keys of the token secret is not base64-encoded DER.');
  });
};

const keyId = (id: unknown, name: string): string => {
  if (typeof id === 'string' && /^[a-z0-9]{1,16}$/.test(id)) return id;
  throw new Error(`A key in ${name} of the token secret has no id of 1 to 16 characters a-z, 0-9.`);
};

const bytes = (value: unknown, name: string): Uint8Array => {
  const decoded = typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
  if (decoded && decoded.byteLength >= 32) return decoded;
  throw new Error(`${name} of the token secret is not base64 of at least 32 bytes.`);
};
