import type { Actor } from './audit-entry.ts';
import type { Scope } from './scope.ts';

/** The stored form of an API key. Times are Unix seconds. */
export type ApiKey = {
  /** SHA-256 of the whole key, hex. Identifies the key without revealing it. */
  readonly hash: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly livemode: boolean;
  /** The last four characters, for people looking for a key that they have. */
  readonly last4: string;
  readonly created: number;
  readonly created_by?: Actor;
  readonly revoked_at?: number;
  readonly revoked_by?: Actor;
};

/** The name of the key with this hash, for people and the log. */
export const keyId = ({ hash }: Pick<ApiKey, 'hash'>): string => hash.slice(0, 12);
