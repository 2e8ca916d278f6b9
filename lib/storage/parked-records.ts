import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { recordFormat } from '../types/records.ts';
import type { StreamImage, StreamRecord } from '../types/stream-record.ts';
import { callStorage } from './call-storage.ts';
import type { Item } from './items.ts';
import { listAttributes, listPartitions } from './list-keys.ts';
import type { Storage } from './storage.ts';
import { timeIndex } from './tables.ts';

/** A record of a stream that could not be handled. `before`, `after`: the revisions; 0 for none. `parked`: Unix milliseconds. */
export type ParkedRecord = {
  readonly id: string;
  readonly before: number;
  readonly after: number;
  readonly error: string;
  readonly parked: number;
  readonly record: StreamRecord;
};

const kind = 'parked';

/**
 * Keeps the record whole, so that what it should have told can be derived later, from both images and not from the item as it then stands. A record
 * has one place: parking it again replaces it.
 */
export const parkRecord = async (storage: Storage, record: StreamRecord, error: unknown): Promise<void> => {
  const { dynamodb = {}, eventSourceARN = '' } = record;
  const { OldImage, NewImage, SequenceNumber = '' } = dynamodb;
  const id = `${kind}#${eventSourceARN.split('/')[1] ?? ''}#${SequenceNumber}`;
  const now = storage.clock.now();
  const command = new PutCommand({
    TableName: storage.tables.events,
    Item: {
      id,
      v: recordFormat,
      before: revisionOf(OldImage),
      after: revisionOf(NewImage),
      error: messageOf(error),
      parked: now,
      // Both images of a large charge would not fit uncompressed.
      record: brotliCompressSync(JSON.stringify(record)),
      ...listAttributes(id, now, kind),
    },
  });
  await callStorage<unknown>(storage, () => storage.client.send(command));
};

const revisionOf = (image: StreamImage | undefined): number =>
  Number((image?.rev as { readonly N?: string } | undefined)?.N ?? 0);

const messageOf = (error: unknown): string => {
  const [outer, cause] = error instanceof Error ? [error.message, error.cause] : [String(error), undefined];
  return cause instanceof Error ? `${outer} ${cause.message}` : outer;
};

/** Every parked record, oldest first. */
export const parkedRecords = async (storage: Storage): Promise<readonly ParkedRecord[]> => {
  const ids: string[] = [];
  for (const partition of listPartitions(kind)) ids.push(...(await parkedIn(storage, partition)));
  const records = await Promise.all(ids.map((id) => parkedRecord(storage, id)));
  return records.filter((record) => record !== undefined).toSorted((one, other) => one.parked - other.parked);
};

const parkedIn = async (storage: Storage, partition: string): Promise<readonly string[]> => {
  const ids: string[] = [];
  let from: Item | undefined;
  do {
    const command = new QueryCommand({
      TableName: storage.tables.events,
      IndexName: timeIndex.name,
      KeyConditionExpression: 'list_shard = :partition',
      ExpressionAttributeValues: { ':partition': partition },
      ...(from && { ExclusiveStartKey: from }),
    });
    const page = await callStorage(storage, () => storage.client.send(command));
    ids.push(...(page.Items ?? []).map(({ id }) => String(id)));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return ids;
};

const parkedRecord = async (storage: Storage, id: string): Promise<ParkedRecord | undefined> => {
  const command = new GetCommand({ TableName: storage.tables.events, Key: { id }, ConsistentRead: true });
  const { Item } = await callStorage(storage, () => storage.client.send(command));
  if (Item === undefined) return undefined;
  const { before, after, error, parked, record } = Item;
  return {
    id,
    before: Number(before),
    after: Number(after),
    error: String(error),
    parked: Number(parked),
    record: JSON.parse(brotliDecompressSync(record as Uint8Array).toString()),
  };
};

/** Once everything that follows from it is stored. */
export const removeParked = async (storage: Storage, id: string): Promise<void> => {
  const command = new DeleteCommand({ TableName: storage.tables.events, Key: { id } });
  await callStorage<unknown>(storage, () => storage.client.send(command));
};
