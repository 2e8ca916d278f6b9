import type { ApiKey } from './api-key.ts';
import type { CreatedRange, Page, PageRequest } from './list.ts';
import type { RememberedAnswer } from './webhook.ts';

/** An API key that works: the secret that counts, and those that it replaced and that have not ended, the last to end first. */
export type IssuedKey = { readonly current: ApiKey; readonly earlier: readonly ApiKey[] };

/** Stores a new secret, or replaces one that is as it `expects`. */
export type KeyWrite = { readonly put: ApiKey; readonly expects: 'absent' | ApiKey };

/**
 * The API keys of this environment's mode. Reads are consistent, and read every secret that was ever issued: only people ask. Throws
 * `ApiError('storage_unavailable')`; a write that threw may have happened.
 */
export type KeyStore = {
  readonly issued: () => Promise<readonly IssuedKey[]>;
  /** Of the same keys, newest first. */
  readonly list: (request: PageRequest<CreatedRange>) => Promise<Page<ApiKey>>;
  /** All or nothing, with the answer under the caller's key. False if a secret has changed meanwhile, or that key was used. */
  readonly write: (
    writes: readonly KeyWrite[],
    remembered?: RememberedAnswer | undefined,
  ) => Promise<boolean>;
  readonly rememberedAnswer: (key: string) => Promise<RememberedAnswer | undefined>;
};

/** The answer to a call about keys. `secret`: of a call that made one; null in the answer to a repeat. */
export type ShownKey =
  | { readonly key: ApiKey; readonly secret?: string | null }
  | { readonly deleted: string };
