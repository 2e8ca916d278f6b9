import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { callStorage } from './call-storage.ts';
import { type Item, isPossibleKey } from './items.ts';
import type { Storage } from './storage.ts';
import type { TableId } from './tables.ts';

/** The item with this key, read consistently; undefined if there is none, or if no item can have such a key. */
export const getItem = async (storage: Storage, table: TableId, Key: Item): Promise<Item | undefined> => {
  const possible = Object.values(Key).every((part) => typeof part !== 'string' || isPossibleKey(part));
  if (!possible) return undefined;
  const command = new GetCommand({ TableName: storage.tables[table], Key, ConsistentRead: true });
  return (await callStorage(storage, () => storage.client.send(command))).Item;
};
