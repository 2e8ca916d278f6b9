import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError } from '../types/api-error.ts';
import { callStorage } from './call-storage.ts';
import type { Item } from './items.ts';
import type { Storage } from './storage.ts';
import type { TableId } from './tables.ts';

const most_tries = 5;
const first_pause_ms = 20;

/**
 * The items of at most 100 different ids, by id; items that no longer exist are missing. Reads whole items with strong consistency, and `fields` with
 * eventual consistency. Requests items again that DynamoDB left unprocessed. Throws `ApiError('storage_unavailable')`.
 */
export const batchGet = async (
  storage: Storage,
  table: TableId,
  ids: readonly string[],
  fields?: readonly string[],
): Promise<ReadonlyMap<string, Item>> => {
  const name = storage.tables[table];
  const read = fields ? projection(fields) : { ConsistentRead: true };
  const items = new Map<string, Item>();
  let keys: Item[] = ids.map((id) => ({ id }));
  for (let tries = 1; keys.length > 0; tries++) {
    if (tries > most_tries) throw unread();
    if (tries > 1) await storage.clock.sleep(storage.random() * first_pause_ms * 2 ** tries);
    const command = new BatchGetCommand({ RequestItems: { [name]: { Keys: keys, ...read } } });
    const { Responses, UnprocessedKeys } = await callStorage(storage, () => storage.client.send(command));
    for (const item of Responses?.[name] ?? []) items.set(String(item.id), item);
    keys = UnprocessedKeys?.[name]?.Keys ?? [];
  }
  return items;
};

const unread = (): ApiError =>
  new ApiError('storage_unavailable', 'The storage did not answer in time. Try again.', {
    retry_after: 1,
    unreachable: true,
  });

/** Only these fields; names may be reserved words. */
export const projection = (fields: readonly string[]) => ({
  ProjectionExpression: fields.map((field) => `#${field}`).join(),
  ExpressionAttributeNames: Object.fromEntries(fields.map((field) => [`#${field}`, field])),
});
