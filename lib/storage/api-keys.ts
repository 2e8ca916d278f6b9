import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiKey } from '../types/api-key.ts';
import { newApiKey } from './api-key-format.ts';
import { callStorage } from './call-storage.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import type { Storage } from './storage.ts';

/** Issues a key from `random` (`apiKeyRandomBytes` bytes). The plain key exists only in the return value. */
export const createApiKey = async (
  storage: Storage,
  fields: Omit<ApiKey, 'hash' | 'last4'>,
  random: Uint8Array,
): Promise<{ readonly key: string; readonly stored: ApiKey }> => {
  const { secret, hash, last4 } = newApiKey(fields.livemode, random);
  const stored: ApiKey = { hash, ...fields, last4 };
  const command = new PutCommand({ TableName: storage.tables.api_keys, Item: stored });
  await callStorage(storage, () => storage.client.send(command));
  return { key: secret, stored };
};

/** The secret with this hash, even if it is revoked or has expired. A consistent read, so that a revocation takes effect at once. */
export const findApiKey = async (storage: Storage, hash: string): Promise<ApiKey | undefined> => {
  const item = await getItem(storage, 'api_keys', { hash });
  return item && fromKeyItem(item);
};

/** Every secret of every key, oldest key first, including those that are revoked or have expired. */
export const listApiKeys = async (storage: Storage): Promise<readonly ApiKey[]> => {
  const keys: ApiKey[] = [];
  let start: Item | undefined;
  do {
    const command = new ScanCommand({
      TableName: storage.tables.api_keys,
      ConsistentRead: true,
      ...(start && { ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = await callStorage(storage, () => storage.client.send(command));
    keys.push(...Items.map(fromKeyItem));
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return keys.sort((a, b) => a.created - b.created || (a.hash < b.hash ? -1 : 1));
};

export const fromKeyItem = (item: Item): ApiKey => item as ApiKey;
