import { createHash } from 'node:crypto';

/** One key value takes at most 1,000 writes a second. Fixed: a page reads every shard, and a row stays where it was written. */
export const listShards = 4;

/** Where an item stands in a list by time. */
export const listKeys = (
  kind: string,
  id: string,
  created_ms: number,
): { readonly list_shard: string; readonly list_key: string } => ({
  list_shard: `${kind}#${(createHash('sha256').update(id).digest()[0] ?? 0) % listShards}`,
  list_key: `${listTime(created_ms)}#${id}`,
});

/** Every partition that holds rows of a kind. */
export const listPartitions = (kind: string): readonly string[] =>
  Array.from({ length: listShards }, (_, shard) => `${kind}#${shard}`);

/** Sorts before every key of this millisecond and after all earlier ones. Thirteen digits last until 2286. */
export const listTime = (created_ms: number): string => String(created_ms).padStart(13, '0');
