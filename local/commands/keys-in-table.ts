import { randomBytes } from 'node:crypto';
import { storage } from '../../lib/runtime/dynamodb.ts';
import { newId } from '../../lib/runtime/new-id.ts';
import { apiKeyRandomBytes, parseApiKey } from '../../lib/storage/api-key-format.ts';
import { createApiKey, listApiKeys } from '../../lib/storage/api-keys.ts';
import { type ApiKey, hasEnded, keyId } from '../../lib/types/api-key.ts';
import { currentUser } from './current-user.ts';
import { dayOf, findKey, type Keys } from './keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';

/** The keys in the table that this process's environment names, made and revoked by whoever sits here: any scope, any mode. */
export const keysInTable: Keys = {
  create: async ({ scopes, name, livemode, expires_in }) => {
    const created_by = await currentUser();
    const created = nowSeconds();
    const end = expires_in === undefined ? {} : { expires_at: created + expires_in };
    const fields = { id: newId('key'), name, scopes, livemode, created, created_by, ...end };
    const { key, stored } = await createApiKey(storage(), fields, randomBytes(apiKeyRandomBytes));
    return { id: keyId(stored), secret: key };
  },
  list: async () =>
    (await listApiKeys(storage()))
      .filter(({ ends_at }) => ends_at === undefined)
      .map((key) => [
        keyId(key),
        `sk_${key.livemode ? 'live' : 'test'}_…${key.last4}`,
        dayOf(key.created),
        stateOf(key),
        key.scopes.join(','),
        key.name,
      ]),
  rotate: () => {
    throw new Error('rotate needs the API: --url, and a key in --key or API_KEY.');
  },
  revoke: async (named) => {
    const hash = parseApiKey(named)?.hash;
    const keys = await listApiKeys(storage());
    const id = hash === undefined ? findKey(keys.map(keyId), named) : undefined;
    const found = keys.find((key) => (id === undefined ? key.hash === hash : keyId(key) === id));
    if (found === undefined) throw new Error('No such key here.');
    await revokeApiKey(storage(), found, { revoked_at: nowSeconds(), revoked_by: await currentUser() });
    return keyId(found);
  },
};

const stateOf = (key: ApiKey): string => {
  if (key.revoked_at !== undefined) return `revoked ${dayOf(key.revoked_at)}`;
  if (key.expires_at === undefined) return 'active';
  return `${hasEnded(key, Date.now()) ? 'ended' : 'active until'} ${dayOf(key.expires_at)}`;
};

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
