import type { Client } from '../../clients/server/src/index.ts';
import { parseApiKey } from '../../lib/storage/api-key-format.ts';
import { dayOf, findKey, type Keys } from './keys.ts';

/** The keys that work, by the API: what the caller's own key may give. */
export const keysByApi = ({ apiKeys }: Client): Keys => ({
  create: async ({ scopes, name, livemode, ...end }) => {
    if (livemode) throw new Error('--live: over the API, a key is of the mode of the key that makes it.');
    if (name === '') throw new Error('--name is missing: over the API, a key says who uses it.');
    const { id, secret } = await apiKeys.create({ name, scopes, ...end });
    if (secret !== null) return { id, secret };
    throw new Error(
      `Key ${id} is made, but the answer with its secret was lost. Revoke it, and create another.`,
    );
  },
  list: async () => {
    const keys: (readonly string[])[] = [];
    for await (const { id, created, expires_at, scopes, name } of apiKeys.list({ limit: 100 }))
      keys.push([
        id,
        dayOf(created),
        expires_at === null ? 'active' : `active until ${dayOf(expires_at)}`,
        scopes.join(','),
        name ?? '',
      ]);
    return keys.reverse();
  },
  rotate: async (named, expires_in) => {
    const key = await idOf(apiKeys, named);
    const { id, secret } = await apiKeys.rotate(key, expires_in === undefined ? {} : { expires_in });
    if (secret !== null) return { id, secret };
    throw new Error(`Key ${id} is rotated, but the answer with its secret was lost. Rotate it again.`);
  },
  revoke: async (named) => (await apiKeys.delete(await idOf(apiKeys, named))).id,
});

const idOf = async (apiKeys: Client['apiKeys'], named: string): Promise<string> => {
  if (parseApiKey(named)) throw new Error('The API knows keys by their ids only, as shown by `list`.');
  const ids: string[] = [];
  for await (const { id } of apiKeys.list({ limit: 100 })) ids.push(id);
  return findKey(ids, named);
};
