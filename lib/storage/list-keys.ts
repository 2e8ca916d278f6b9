/** The number of partitions per list, each for 1,000 new rows a second. Fixed: rows do not move. */
const shards = 4;

/** The attributes that put an item into its list. `kind`: for a table that holds more than one list. `at`: Unix milliseconds. */
export const listAttributes = (
  id: string,
  at: number,
  kind?: string,
): { readonly list_shard: string; readonly list_key: string } => ({
  list_shard: partition(id.charCodeAt(id.length - 2) % shards, kind),
  list_key: `${listTime(at)}#${id}`,
});

export const listPartitions = (kind?: string): readonly string[] =>
  Array.from({ length: shards }, (_, shard) => partition(shard, kind));

/** Sorts before every key of this millisecond and after all earlier ones. Thirteen digits last until 2286. */
export const listTime = (at: number): string => String(at).padStart(13, '0');

const partition = (shard: number, kind: string | undefined): string =>
  kind === undefined ? String(shard) : `${kind}#${shard}`;
