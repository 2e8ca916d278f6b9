import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamRecord } from '../lib/types/stream-record.ts';
import { type Streams, streamsOf } from './aws/read-stream.ts';
import type { Invoker } from './gateway/create-invoker.ts';
import { writeDurably } from './write-durably.ts';

export type StreamConsumerOptions = {
  /** The store. */
  readonly url: string;
  readonly tables: readonly string[];
  readonly invoke: Invoker['invoke'];
  /** A file that keeps how far each stream was read. Without it, reading begins with the oldest record that is kept: a repeat changes nothing. */
  readonly positions?: string;
  readonly onError: (functionName: string, error: unknown) => void;
};

const consumer = 'record-events';
/** As deployed. */
const limitMs = 60_000;
const idleMs = 100;
const afterFailureMs = 1_000;

/**
 * Hands the tables' streams to `record-events` as Lambda does: a shard's records in order, after those of its parent, in batches, and again from the
 * first one that failed. What it returns stops it; what is being handed over then comes again at the next start.
 */
export const startStreamConsumer = (options: StreamConsumerOptions): (() => void) => {
  const stopping = new AbortController();
  const reader: Reader = {
    ...options,
    streams: streamsOf(options.url),
    positions: createPositions(options.positions),
    signal: stopping.signal,
  };
  for (const table of options.tables) void readTable(reader, table);
  return () => stopping.abort();
};

type Reader = Omit<StreamConsumerOptions, 'positions'> & {
  readonly streams: Streams;
  readonly positions: Positions;
  readonly signal: AbortSignal;
};

const readTable = async (reader: Reader, table: string): Promise<void> => {
  const stream = await untilDone(reader, async () => {
    const found = await reader.streams.streamOf(table);
    if (found === undefined) throw new Error(`Table ${table} has no stream: remove its data folder.`);
    return found;
  });
  if (stream !== undefined) await readChildren(reader, stream, undefined);
};

/** The shards that continue this one; at first, those whose parent is no longer kept. */
const readChildren = async (reader: Reader, stream: string, parent: string | undefined): Promise<void> => {
  const shards = (await untilDone(reader, () => reader.streams.shards(stream))) ?? [];
  const isKept = (id: string | undefined): boolean => shards.some(({ ShardId }) => ShardId === id);
  const children = shards.filter(({ ParentShardId }) =>
    parent === undefined ? !isKept(ParentShardId) : ParentShardId === parent,
  );
  await Promise.all(
    children.map(async ({ ShardId }) => {
      await readShard(reader, stream, ShardId);
      await readChildren(reader, stream, ShardId);
    }),
  );
};

/** Until the shard has ended, or reading is stopped. */
const readShard = async (reader: Reader, stream: string, shard: string): Promise<void> => {
  let iterator: string | undefined;
  await untilDone(reader, async () => {
    const { streams, positions, signal } = reader;
    try {
      while (!signal.aborted) {
        iterator ??= await streams.iterator(stream, shard, positions.of(`${stream} ${shard}`));
        const { records, next } = await streams.read(iterator);
        if (records.length > 0) {
          const { at, all } = await hand(reader, stream, records);
          if (at !== undefined) positions.set(`${stream} ${shard}`, at);
          if (!all) throw new Error('Records were not taken and come again.');
        }
        if (next === undefined) return;
        iterator = next;
        if (records.length === 0) await pause(reader, idleMs);
      }
    } catch (error) {
      iterator = undefined;
      throw error;
    }
  });
};

/** `at`: the last record before the first that failed. */
const hand = async ({ invoke }: Reader, stream: string, records: readonly StreamRecord[]) => {
  const Records = records.map((record) => ({ ...record, eventSourceARN: stream }));
  const answer = (await invoke(consumer, { Records }, limitMs)) as {
    readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
  };
  const failed = new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const numbers = records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
  const first = numbers.findIndex((number) => failed.has(number));
  return { at: (first === -1 ? numbers : numbers.slice(0, first)).at(-1), all: first === -1 };
};

/** Repeats what fails, telling of it once; undefined if reading is stopped. */
const untilDone = async <T>(reader: Reader, run: () => Promise<T>): Promise<T | undefined> => {
  for (let told = false; !reader.signal.aborted; told = true)
    try {
      return await run();
    } catch (error) {
      if (!told && !reader.signal.aborted) reader.onError(consumer, error);
      await pause(reader, afterFailureMs);
    }
  return undefined;
};

const pause = ({ signal }: Reader, milliseconds: number): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

type Positions = {
  readonly of: (shard: string) => string | undefined;
  readonly set: (shard: string, at: string) => void;
};

const createPositions = (file: string | undefined): Positions => {
  const known = new Map(Object.entries(file === undefined ? {} : readPositions(file)));
  return {
    of: (shard) => known.get(shard),
    set: (shard, at) => {
      known.set(shard, at);
      if (file !== undefined) writeDurably(file, JSON.stringify(Object.fromEntries(known)));
    },
  };
};

/** A file that is missing or cannot be read only means more repeats. */
const readPositions = (file: string): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
};
