import { ApiError } from '../types/api-error.ts';
import { keyId } from '../types/api-key.ts';
import type { IssuedKey, KeyStore } from '../types/key-store.ts';

/** The key with this id. Throws `resource_missing`, without repeating the id: it may be a secret in the wrong place. */
export const issuedKey = async (store: Pick<KeyStore, 'issued'>, id: string): Promise<IssuedKey> => {
  const found = (await store.issued()).find(({ current }) => keyId(current) === id);
  if (found) return found;
  throw new ApiError(
    'resource_missing',
    'No API key has this id: it never existed, was deleted, or has ended.',
    {
      param: 'id',
    },
  );
};
