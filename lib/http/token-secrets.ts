import type { NamedDer } from '../vault-protocol/signed-text.ts';

export type NamedKey = { readonly id: string; readonly key: Uint8Array };

/** Newest first: the first is used, all verify. Keys are raw bytes. */
export type NamedKeys = readonly [NamedKey, ...NamedKey[]];

/** For the functions that a customer's browser calls. */
export type SessionKeys = {
  /** Sign client secrets and return states. A key stays listed as long as a session that it signed can live. */
  readonly signing_keys: NamedKeys;
  /** Sign grants for the vault, newest first. If empty, no card can be collected there. */
  readonly grant_keys: readonly NamedDer[];
};

/** For the functions that store anything under an idempotency key or a fingerprint. */
export type RecordKeys = {
  /** Never rotates: ids are derived from it and the caller's idempotency key. It never hashes a body. */
  readonly idempotency_key: Uint8Array;
  /** Hash the bodies of calls with an idempotency key. */
  readonly request_keys: NamedKeys;
  readonly fingerprint_key: Uint8Array;
};

export type ListKeys = { readonly cursor_keys: NamedKeys };

/** For the functions that return or use the secrets of merchants' webhook endpoints. It never rotates. */
export type WebhookKeys = { readonly webhook_key: Uint8Array };

/** The parts of the environment's signing secret. Each has its own staging label, and a role reads only the labels it needs. */
export type TokenSecrets = {
  readonly sessions: () => Promise<SessionKeys>;
  readonly records: () => Promise<RecordKeys>;
  readonly lists: () => Promise<ListKeys>;
  readonly webhooks: () => Promise<WebhookKeys>;
};

export type KeyPurpose = keyof TokenSecrets;

/** Reads `{"signing_keys":[{"id","secret"}],"grant_keys"?:[{"id","key"}]}`, base64. Throws for anything else. */
export const parseSessionKeys = (json: string): SessionKeys => {
  const { signing_keys, grant_keys = [] } = fieldsOf(json);
  return { signing_keys: namedKeys(signing_keys, 'signing_keys'), grant_keys: grantKeys(grant_keys) };
};

/** Reads `{"idempotency_secret","request_keys":[{"id","secret"}],"fingerprint_secret"}`, base64. Throws for anything else. */
export const parseRecordKeys = (json: string): RecordKeys => {
  const { idempotency_secret, request_keys, fingerprint_secret } = fieldsOf(json);
  return {
    idempotency_key: bytes(idempotency_secret, 'idempotency_secret'),
    request_keys: namedKeys(request_keys, 'request_keys'),
    fingerprint_key: bytes(fingerprint_secret, 'fingerprint_secret'),
  };
};

/** Reads `{"cursor_keys":[{"id","secret"}]}`, base64. Throws for anything else. */
export const parseListKeys = (json: string): ListKeys => ({
  cursor_keys: namedKeys(fieldsOf(json).cursor_keys, 'cursor_keys'),
});

/** Reads `{"webhook_secret"}`, base64. Throws for anything else. */
export const parseWebhookKeys = (json: string): WebhookKeys => ({
  webhook_key: bytes(fieldsOf(json).webhook_secret, 'webhook_secret'),
});

const fieldsOf = (json: string): Readonly<Record<string, unknown>> => JSON.parse(json);

const namedKeys = (value: unknown, name: string): NamedKeys => {
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
