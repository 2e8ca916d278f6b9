import { type Revocation, revocation } from '../../lib/keys/delete-key.ts';
import { createKeyStore } from '../../lib/storage/key-store.ts';
import type { Storage } from '../../lib/storage/storage.ts';
import { type ApiKey, keyId } from '../../lib/types/api-key.ts';

/** Revokes the key that this secret belongs to, with all its secrets. Does nothing if it is revoked or has ended. */
export const revokeApiKey = async (
  storage: Storage,
  secret: ApiKey,
  revoked: Omit<Revocation, 'revoking_request_id'>,
): Promise<void> => {
  const store = createKeyStore(storage, secret.livemode);
  for (;;) {
    const key = (await store.issued()).find(({ current }) => keyId(current) === keyId(secret));
    if (key === undefined || (await store.write(revocation(key, revoked)))) return;
  }
};
