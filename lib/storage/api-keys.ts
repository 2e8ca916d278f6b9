import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiKey } from '../types/api-key.ts';
import type { Actor } from '../types/audit-entry.ts';
import { formatApiKey, parseApiKey } from './api-key-format.ts';
import { callStorage } from './call-storage.ts';
import type { Item } from './items.ts';
import type { Storage } from './storage.ts';

/** Issues a key from `random` (`apiKeyRandomBytes` bytes). The plain key exists only in the return value. */
export const createApiKey = async (
  storage: Storage,
  fields: Pick<ApiKey, 'name' | 'scopes' | 'livemode' | 'created' | 'created_by'>,
  random: Uint8Array,
): Promise<{ readonly key: string; readonly stored: ApiKey }> => {
  const key = formatApiKey(fields.livemode, random);
  const parsed = parseApiKey(key);
  if (parsed === undefined) throw new Error('An API key has the wrong format');
  const stored: ApiKey = { hash: parsed.hash, ...fields, last4: key.slice(-4) };
  const command = new PutCommand({ TableName: storage.tables.api_keys, Item: stored });
  await callStorage(storage, () => storage.client.send(command));
  return { key, stored };
};

/** The key with this hash, even if revoked. A consistent read, so that a revocation is seen at once. */
export const findApiKey = async (storage: Storage, hash: string): Promise<ApiKey | undefined> => {
  const command = new GetCommand({
    TableName: storage.tables.api_keys,
    Key: { hash },
    ConsistentRead: true,
  });
  const { Item } = await callStorage(storage, () => storage.client.send(command));
  return Item && fromKeyItem(Item);
};

/** Every key, oldest first, including revoked ones. */
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

/** The key, now revoked at `now` (Unix seconds) by this actor unless it was revoked before; undefined if there is none. */
export const revokeApiKey = async (
  storage: Storage,
  hash: string,
  now: number,
  by: Actor,
): Promise<ApiKey | undefined> => {
  const command = new UpdateCommand({
    TableName: storage.tables.api_keys,
    Key: { hash },
    UpdateExpression:
      'SET revoked_at = if_not_exists(revoked_at, :now), revoked_by = if_not_exists(revoked_by, :by)',
    ConditionExpression: 'attribute_exists(#hash)',
    ExpressionAttributeNames: { '#hash': 'hash' },
    ExpressionAttributeValues: { ':now': now, ':by': by },
    ReturnValues: 'ALL_NEW',
  });
  const { Attributes } = await callStorage<{ Attributes?: Item | undefined }>(
    storage,
    () => storage.client.send(command),
    (error) => (error instanceof ConditionalCheckFailedException ? {} : undefined),
  );
  return Attributes && fromKeyItem(Attributes);
};

/** The stored form of a key. */
export const fromKeyItem = (item: Item): ApiKey => item as ApiKey;
