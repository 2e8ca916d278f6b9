import { type Streams, streamsOf } from './read-stream.ts';
import type { Store } from './store-of.ts';

/** The place of a shard among all: `<stream> <shard>`, and the last record in it. */
export type StreamEnds = ReadonlyMap<string, string>;

/** How far these tables' streams reach now: whoever begins there reads nothing of what was written before. */
export const endsOfStreams = async (store: Store, tables: readonly string[]): Promise<StreamEnds> => {
  const streams = streamsOf(store);
  const ends = await Promise.all(tables.map((table) => endsOf(streams, table)));
  return new Map(ends.flat());
};

const endsOf = async (streams: Streams, table: string): Promise<readonly (readonly [string, string])[]> => {
  const stream = await streams.streamOf(table);
  if (stream === undefined) return [];
  const shards = await streams.shards(stream);
  const ends = await Promise.all(
    shards.map(
      async ({ ShardId }) => [`${stream} ${ShardId}`, await lastIn(streams, stream, ShardId)] as const,
    ),
  );
  return ends.flatMap(([place, last]) => (last === undefined ? [] : [[place, last] as const]));
};

const lastIn = async (streams: Streams, stream: string, shard: string): Promise<string | undefined> => {
  let iterator: string | undefined = await streams.iterator(stream, shard, undefined);
  let last: string | undefined;
  while (iterator !== undefined) {
    const { records, next } = await streams.read(iterator);
    last = records.at(-1)?.dynamodb?.SequenceNumber ?? last;
    if (records.length === 0) return last;
    iterator = next;
  }
  return last;
};
