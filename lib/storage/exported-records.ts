import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { isStorageDown } from '../types/api-error.ts';
import type { ExportedRecord, ExportedRecords, ExportKind } from '../types/export.ts';
import type { RowKind } from '../types/row.ts';
import { callStorage } from './call-storage.ts';
import { getAll } from './get-all.ts';
import { fromChargeItem, type Item } from './items.ts';
import { listPartitions, listTime } from './list-keys.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { Storage } from './storage.ts';
import { chargesByTime, type IndexDescription, timeIndex } from './tables.ts';

/** Rows read of each partition in one query, and records passed on at a time. */
const page = 500;
const together = 500;

/** See `ExportedRecords`. Reads the index by time of its kind, and nothing outside the given time. */
export const createExportedRecords = (storage: Storage): ExportedRecords =>
  async function* ({ what, from, to }) {
    const source = sources[what];
    const between = { from: listTime(from * 1000), to: listTime(to * 1000) };
    const walks = listPartitions(source.kind).map((partition) => walk(storage, source, partition, between));
    for await (const ids of inChunks(inOrder(walks))) yield recordsOf(storage, what, ids);
  };

type Source = {
  readonly table: 'charges' | 'events';
  readonly index: IndexDescription;
  readonly kind: RowKind | undefined;
};

const rowsOf = (kind: RowKind): Source => ({ table: 'events', index: timeIndex, kind });

const sources: Readonly<Record<ExportKind, Source>> = {
  charges: { table: 'charges', index: chargesByTime, kind: undefined },
  movements: rowsOf('movement'),
  refunds: rowsOf('refund'),
  disputes: rowsOf('dispute'),
};

type Key = { readonly id: string; readonly key: string };

/** The rows of one partition, oldest first. Keys continue after the time, so none is equal to `to`. */
async function* walk(
  storage: Storage,
  { table, index }: Source,
  partition: string,
  { from, to }: { readonly from: string; readonly to: string },
): AsyncGenerator<Key> {
  const { partition_key, sort_key } = index;
  let start: Item | undefined;
  do {
    const command = new QueryCommand({
      TableName: storage.tables[table],
      IndexName: index.name,
      KeyConditionExpression: '#shard = :shard AND #key BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#shard': partition_key.name, '#key': sort_key.name },
      ExpressionAttributeValues: { ':shard': partition, ':from': from, ':to': to },
      Limit: page,
      ...(start && { ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = await retrying(storage, () =>
      callStorage(storage, () => storage.client.send(command)),
    );
    for (const row of Items) yield { id: String(row.id), key: String(row[sort_key.name]) };
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

/** Merges all walks by key. */
async function* inOrder(walks: readonly AsyncGenerator<Key>[]): AsyncGenerator<Key> {
  const heads = await Promise.all(walks.map((one) => one.next()));
  for (;;) {
    let first: number | undefined;
    for (const [index, head] of heads.entries())
      if (!head.done && (first === undefined || head.value.key < heads[first]?.value?.key)) first = index;
    if (first === undefined) return;
    yield heads[first]?.value;
    heads[first] = (await walks[first]?.next()) ?? { done: true, value: undefined };
  }
}

async function* inChunks(keys: AsyncIterable<Key>): AsyncGenerator<readonly string[]> {
  let ids: string[] = [];
  for await (const { id } of keys) {
    ids.push(id);
    if (ids.length < together) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

/** In the order of `ids`, without records that no longer exist. */
const recordsOf = async (
  storage: Storage,
  what: ExportKind,
  ids: readonly string[],
): Promise<readonly ExportedRecord[]> => {
  const items = await retrying(storage, () => getAll(storage, sources[what].table, ids));
  const found = ids.map((id) => items.get(id)).filter((item) => item !== undefined);
  const named = new Set(found.map(({ session }) => String(session)));
  const sessions = await retrying(storage, () =>
    getAll(storage, 'sessions', [...named], ['id', 'reference']),
  );
  return found.map((item) => {
    const session = String(item.session);
    return {
      ...recordIn(what, item),
      session,
      reference: sessions.get(session)?.reference,
    } as ExportedRecord;
  });
};

const pauses_ms = [100, 500, 2_000, 5_000];

/** Repeats a read while the storage does not respond in time: no caller waits for this one. */
const retrying = async <Read>({ clock }: Storage, read: () => Promise<Read>): Promise<Read> => {
  for (const pause_ms of pauses_ms) {
    try {
      return await read();
    } catch (error) {
      if (!isStorageDown(error)) throw error;
      await clock.sleep(pause_ms);
    }
  }
  return read();
};

const recordIn = (what: ExportKind, item: Item): object => {
  switch (what) {
    case 'charges':
      return { what, charge: fromChargeItem(item) };
    case 'movements':
      return { what, movement: bodyOf(item) };
    case 'refunds':
    case 'disputes':
      return { what, ...bodyOf(item) };
    default:
      return what satisfies never;
  }
};

const bodyOf = (item: Item) => {
  refuseNewer(item);
  return JSON.parse(String(item.body));
};
