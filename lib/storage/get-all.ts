import { batchGet } from './batch-get.ts';
import type { Item } from './items.ts';
import type { Storage } from './storage.ts';
import type { TableId } from './tables.ts';

/** DynamoDB's limit for one `BatchGetItem`. */
const batch = 100;

/** The items of any number of different ids, by id, read in parallel. Otherwise as `batchGet`. */
export const getAll = async (
  storage: Storage,
  table: TableId,
  ids: readonly string[],
  fields?: readonly string[],
): Promise<ReadonlyMap<string, Item>> => {
  const batches = Array.from({ length: Math.ceil(ids.length / batch) }, (_, index) =>
    ids.slice(index * batch, (index + 1) * batch),
  );
  const found = await Promise.all(batches.map((some) => batchGet(storage, table, some, fields)));
  return new Map(found.flatMap((items) => [...items]));
};
