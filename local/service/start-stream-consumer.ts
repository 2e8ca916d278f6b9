import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamRecord } from '../../lib/types/stream-record.ts';
import { type Streams, streamsOf } from '../aws/read-stream.ts';
import type { StreamEnds } from '../aws/skip-streams.ts';
import type { Store } from '../aws/store-of.ts';
import type { Invoker } from '../gateway/create-invoker.ts';
import { writeDurably } from '../support/write-durably.ts';

export type StreamConsumerOptions = {
  readonly store: Store;
  /** By name. `window_s`, `stream_of`: see `lib/storage/tables.ts`. */
  readonly tables: readonly ReadTable[];
  readonly invoke: Invoker['invoke'];
  /**
   * A file that keeps how far each stream was read, and the state of its open window. Without it, reading begins with the oldest record that is kept:
   * a repeat changes nothing.
   */
  readonly positions?: string;
  /** Where reading begins in shards of which the file knows nothing. */
  readonly from?: StreamEnds | undefined;
  readonly onError: (functionName: string, error: unknown) => void;
};

export type ReadTable = {
  readonly name: string;
  readonly window_s?: number | undefined;
  readonly stream_of?: string | undefined;
};

const consumer = 'record-events';
/** As deployed; and as often as Lambda polls a shard that has nothing new. */
const limitMs = 60_000;
const idleMs = 250;
const afterFailureMs = 1_000;

/** A record this late may find its window closed. */
const lateMs = 1_000;

/**
 * Delivers the tables' streams to `record-events` as Lambda does: a shard's records in order, after those of its parent, in batches, and again from
 * the first one that failed; in windows, if the table has them, each with the state that the previous part returned. Returns a function that stops
 * it; a batch in delivery then comes again at the next start.
 */
export const startStreamConsumer = (options: StreamConsumerOptions): (() => void) => {
  const stopping = new AbortController();
  const reader: Reader = {
    ...options,
    streams: streamsOf(options.store),
    positions: createPositions(options.positions, options.from),
    signal: stopping.signal,
  };
  for (const table of options.tables) void readTable(reader, table);
  return () => stopping.abort();
};

type Reader = Omit<StreamConsumerOptions, 'positions' | 'from'> & {
  readonly streams: Streams;
  readonly positions: Positions;
  readonly signal: AbortSignal;
};

const readTable = async (reader: Reader, table: ReadTable): Promise<void> => {
  const stream = await untilDone(reader, async () => {
    const found = await reader.streams.streamOf(table.name);
    if (found === undefined) throw new Error(`Table ${table.name} has no stream: remove its data folder.`);
    return found;
  });
  if (stream !== undefined) await readChildren(reader, { ...table, stream }, undefined);
};

type Source = Omit<ReadTable, 'name'> & { readonly stream: string };

/** The shards that continue this one; at first, those whose parent is no longer kept. */
const readChildren = async (reader: Reader, from: Source, parent: string | undefined): Promise<void> => {
  const shards = (await untilDone(reader, () => reader.streams.shards(from.stream))) ?? [];
  const isKept = (id: string | undefined): boolean => shards.some(({ ShardId }) => ShardId === id);
  const children = shards.filter(({ ParentShardId }) =>
    parent === undefined ? !isKept(ParentShardId) : ParentShardId === parent,
  );
  await Promise.all(
    children.map(async ({ ShardId }) => {
      await readShard(reader, from, ShardId);
      await readChildren(reader, from, ShardId);
    }),
  );
};

/** Reads until the shard has ended, or reading is stopped. */
const readShard = async (reader: Reader, from: Source, shard: string): Promise<void> => {
  const { streams, positions, signal } = reader;
  const { stream, window_s } = from;
  const place = `${stream} ${shard}`;
  let iterator: string | undefined;
  await untilDone(reader, async () => {
    try {
      while (!signal.aborted) {
        if (positions.of(place).window?.ending) await closeWindow(reader, { stream, shard, place });
        iterator ??= await streams.iterator(stream, shard, positions.of(place).at);
        const { records, next } = await streams.read(iterator);
        const wanted = records.filter((record) => isWanted(record, from));
        for (const part of parts(wanted, window_s)) await handPart(reader, { stream, shard, place }, part);
        passOver(positions, place, records);
        const { window } = positions.of(place);
        const isOver = window && (next === undefined || Date.now() > window.end + lateMs);
        if (isOver) await closeWindow(reader, { stream, shard, place });
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

/** As the filter of the deployed event source mapping. */
const isWanted = ({ dynamodb }: StreamRecord, { stream_of }: Source): boolean =>
  stream_of === undefined || dynamodb?.NewImage?.[stream_of] !== undefined;

/** Those that are not wanted are not read again either. */
const passOver = (positions: Positions, place: string, records: readonly StreamRecord[]): void => {
  const last = records.at(-1)?.dynamodb?.SequenceNumber;
  const before = positions.of(place);
  if (last !== undefined && last !== before.at) positions.set(place, { ...before, at: last });
};

/** The records of one window (`end` in Unix milliseconds); all of them if there are no windows. */
type Part = { readonly end: number | undefined; readonly records: readonly StreamRecord[] };

const parts = (records: readonly StreamRecord[], window_s: number | undefined): readonly Part[] => {
  const endOf = (record: StreamRecord): number | undefined =>
    window_s &&
    (Math.floor((record.dynamodb?.ApproximateCreationDateTime ?? 0) / window_s) + 1) * window_s * 1000;
  return [...Map.groupBy(records, endOf)].map(([end, ofWindow]) => ({ end, records: ofWindow }));
};

type Shard = { readonly stream: string; readonly shard: string; readonly place: string };

const handPart = async (reader: Reader, shard: Shard, { end, records }: Part): Promise<void> => {
  const { positions } = reader;
  const { window, at } = positions.of(shard.place);
  if (window && window.end !== end) await closeWindow(reader, shard);
  const before = window?.end === end ? window?.state : undefined;
  const { taken, all, state } = await hand(reader, shard, records, { state: before ?? {} });
  if (all && end !== undefined && state === undefined)
    throw new Error('A window was answered without a state.');
  const open = end === undefined ? {} : { window: { end, state: all ? state : (before ?? {}) } };
  positions.set(shard.place, { ...open, at: taken ?? at });
  if (!all) throw new Error('Records were not taken and come again.');
};

/** A window that has begun to end takes no more records: its counts may have been written although no answer came. */
const closeWindow = async (reader: Reader, shard: Shard): Promise<void> => {
  const { at, window } = reader.positions.of(shard.place);
  if (window === undefined) return;
  reader.positions.set(shard.place, { at, window: { ...window, ending: true } });
  await hand(reader, shard, [], { state: window.state, isFinalInvokeForWindow: true });
  reader.positions.set(shard.place, { at });
};

/** `taken`: the last record before the first that failed. */
const hand = async (
  { invoke }: Reader,
  { stream, shard }: Shard,
  records: readonly StreamRecord[],
  window: object,
): Promise<{ readonly taken: string | undefined; readonly all: boolean; readonly state: unknown }> => {
  const Records = records.map((record) => ({ ...record, eventSourceARN: stream }));
  const answer = (await invoke(consumer, { Records, shardId: shard, ...window }, limitMs)) as {
    readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
    readonly state?: unknown;
  };
  const failed = new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const numbers = records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
  const first = numbers.findIndex((number) => failed.has(number));
  const taken = (first === -1 ? numbers : numbers.slice(0, first)).at(-1);
  return { taken, all: first === -1, state: answer.state };
};

/** Repeats until it succeeds, reporting the failure once; undefined if reading is stopped. */
const untilDone = async <T>(reader: Reader, run: () => Promise<T>): Promise<T | undefined> => {
  for (let reported = false; !reader.signal.aborted; reported = true)
    try {
      return await run();
    } catch (error) {
      if (!reported && !reader.signal.aborted) reader.onError(consumer, error);
      await pause(reader, afterFailureMs);
    }
  return undefined;
};

const pause = ({ signal }: Reader, milliseconds: number): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

/** How far a shard was read (`at`: a sequence number), and its open window. */
type Position = {
  readonly at?: string | undefined;
  readonly window?: { readonly end: number; readonly state: unknown; readonly ending?: true };
};

type Positions = {
  readonly of: (shard: string) => Position;
  readonly set: (shard: string, position: Position) => void;
};

const createPositions = (file: string | undefined, from: StreamEnds = new Map()): Positions => {
  const known = new Map<string, Position>([
    ...[...from].map(([place, at]) => [place, { at }] as const),
    ...Object.entries(file === undefined ? {} : readPositions(file)),
  ]);
  return {
    of: (shard) => known.get(shard) ?? {},
    set: (shard, position) => {
      known.set(shard, position);
      if (file !== undefined) writeDurably(file, JSON.stringify(Object.fromEntries(known)));
    },
  };
};

/** If the file is missing or unreadable, there are only more repeats. */
const readPositions = (file: string): Readonly<Record<string, Position>> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
};
