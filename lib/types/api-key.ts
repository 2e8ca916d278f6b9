import type { Actor } from './audit-entry.ts';
import type { Scope } from './scope.ts';

/** The stored form of one secret of an API key. A key has one current secret, and the secrets it replaced until they end. Times are Unix seconds. */
export type ApiKey = {
  /** SHA-256 of the whole secret, hex. Identifies the secret without revealing it. */
  readonly hash: string;
  /** The key's id: `key_` + 26 characters. Absent if the key was created before keys had ids. */
  readonly id?: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly livemode: boolean;
  /** The last four characters, so that people can recognise a key they have. */
  readonly last4: string;
  /** When the key was created; a rotation does not change it. */
  readonly created: number;
  readonly created_by?: Actor;
  readonly expires_at?: number;
  /** Only if this secret replaced another. */
  readonly rotated_at?: number;
  readonly rotated_by?: Actor;
  /** The API call that made this secret. */
  readonly request_id?: string;
  /** Only if this secret was replaced: when it ends. */
  readonly ends_at?: number;
  readonly revoked_at?: number;
  readonly revoked_by?: Actor;
  /** The API call that revoked the key. */
  readonly revoking_request_id?: string;
};

/** The id of the key that a secret belongs to, for people and the log. All secrets of a key have the same. */
export const keyId = ({ id, hash }: Pick<ApiKey, 'id' | 'hash'>): string => id ?? `key_${hash.slice(0, 12)}`;

/** Whether two ids name the same key. Records from before keys had ids identify a key by the first 12 digits of its hash. */
export const isSameKey = (a: string, b: string): boolean => withoutPrefix(a) === withoutPrefix(b);

const withoutPrefix = (id: string): string => id.replace(/^key_/, '');

/** When a secret ends, in Unix seconds; undefined if it never does. */
export const endOf = ({ expires_at, ends_at }: Pick<ApiKey, 'expires_at' | 'ends_at'>): number | undefined =>
  expires_at === undefined || ends_at === undefined ? (expires_at ?? ends_at) : Math.min(expires_at, ends_at);

/** `now`: Unix milliseconds. */
export const hasEnded = (secret: Pick<ApiKey, 'expires_at' | 'ends_at'>, now: number): boolean => {
  const end = endOf(secret);
  return end !== undefined && now >= end * 1000;
};
