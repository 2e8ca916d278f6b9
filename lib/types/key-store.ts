import type { ApiKey } from './api-key.ts';
import type { CreatedRange, Page, PageRequest } from './list.ts';
import type { StoredResponse } from './webhook.ts';

/** A usable API key: its current secret, and earlier ones that have not ended yet, the last to end first. */
export type IssuedKey = { readonly current: ApiKey; readonly earlier: readonly ApiKey[] };

/** Stores a new secret, or replaces one that is still as in `expects`. */
export type KeyWrite = { readonly put: ApiKey; readonly expects: 'absent' | ApiKey };

/**
 * The API keys of this environment's mode. Reads are consistent, and read every secret ever issued: only people make these calls. Throws
 * `ApiError('storage_unavailable')`; a write that threw may still have been stored.
 */
export type KeyStore = {
  readonly issued: () => Promise<readonly IssuedKey[]>;
  /** The same keys, newest first. */
  readonly list: (request: PageRequest<CreatedRange>) => Promise<Page<ApiKey>>;
  /** All or nothing, with the response under the caller's idempotency key. False if a secret has changed meanwhile, or that key was used. */
  readonly write: (writes: readonly KeyWrite[], remembered?: StoredResponse | undefined) => Promise<boolean>;
  readonly storedResponse: (key: string) => Promise<StoredResponse | undefined>;
};

/** The result of a call about keys. `secret`: set by a call that made one; null when such a call is repeated. */
export type ShownKey =
  | { readonly key: ApiKey; readonly secret?: string | null }
  | { readonly deleted: string };
