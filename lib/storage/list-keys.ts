import { createHash } from 'node:crypto';

/** One key value takes at most 1,000 writes a second. Fixed: a page reads every shard. */
export const listShards = 4;

/** Where an item stands in `timeIndex`. */
export const listKeys = (kind: string, id: string, created_ms: number) => ({
  list_shard: `${kind}#${(createHash('sha256').update(id).digest()[0] ?? 0) % listShards}`,
  list_key: `${String(created_ms).padStart(13, '0')}#${id}`,
});
