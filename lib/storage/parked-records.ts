import { type AttributeValue, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { recordFormat } from '../types/records.ts';
import type { StreamImage, StreamRecord } from '../types/stream-record.ts';
import { callStorage } from './call-storage.ts';
import type { Item } from './items.ts';
import { listAttributes, listPartitions } from './list-keys.ts';
import type { Storage } from './storage.ts';
import { timeIndex } from './tables.ts';

/**
 * A record of a stream that could not be handled. `before`, `after`: the revisions; 0 for none. `counted`: its counts are already added. `parked`:
 * Unix milliseconds.
 */
export type ParkedRecord = {
  readonly id: string;
  readonly before: number;
  readonly after: number;
  readonly error: string;
  readonly counted: boolean;
  readonly parked: number;
  readonly record: StreamRecord;
};

const kind = 'parked';

/**
 * Stores the complete record, so that its events can be derived later from both images rather than from the item's state then. Parking a record again
 * replaces it. The old image is a separate item, because both may be too large for one.
 */
export const parkRecord = async (
  storage: Storage,
  record: StreamRecord,
  error: unknown,
  counted: boolean,
): Promise<void> => {
  const { eventSourceARN = '', dynamodb: { OldImage, NewImage, ...place } = {} } = record;
  const id = `${kind}#${eventSourceARN.split('/')[1] ?? ''}#${place.SequenceNumber ?? ''}`;
  const now = storage.clock.now();
  if (OldImage) await put(storage, { id: { S: besideOf(id) }, image: { M: OldImage as Attributes } });
  const head = {
    id,
    v: recordFormat,
    before: revisionOf(OldImage),
    after: revisionOf(NewImage),
    error: messageOf(error),
    counted,
    parked: now,
    source: eventSourceARN,
    place,
    ...listAttributes(id, now, kind),
  };
  await put(storage, {
    ...marshall(head, { removeUndefinedValues: true }),
    ...(NewImage && { image: { M: NewImage as Attributes } }),
  });
};

/** Images stay as in the stream: code that cannot read a record cannot convert it either. */
type Attributes = Record<string, AttributeValue>;

const besideOf = (id: string): string => `${id}#before`;

const put = async (storage: Storage, Item: Attributes): Promise<void> => {
  const command = new PutItemCommand({ TableName: storage.tables.events, Item });
  await callStorage<unknown>(storage, () => storage.client.send(command));
};

const revisionOf = (image: StreamImage | undefined): number =>
  Number((image?.rev as { readonly N?: string } | undefined)?.N ?? 0);

const messageOf = (error: unknown): string => {
  const [outer, cause] = error instanceof Error ? [error.message, error.cause] : [String(error), undefined];
  return cause instanceof Error ? `${outer} ${cause.message}` : outer;
};

/** Every parked record, oldest first, each read when it is asked for: a faulty release parks thousands. */
export async function* parkedRecords(storage: Storage): AsyncGenerator<ParkedRecord> {
  const rows: Row[] = [];
  for (const partition of listPartitions(kind)) rows.push(...(await parkedIn(storage, partition)));
  for (const { id } of rows.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    const record = await parkedRecord(storage, id);
    if (record !== undefined) yield record;
  }
}

type Row = { readonly id: string; readonly key: string };

const parkedIn = async (storage: Storage, partition: string): Promise<readonly Row[]> => {
  const rows: Row[] = [];
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
    rows.push(...(page.Items ?? []).map(({ id, list_key }) => ({ id: String(id), key: String(list_key) })));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return rows;
};

/** Undefined if no record is parked under this id. */
export const parkedRecord = async (storage: Storage, id: string): Promise<ParkedRecord | undefined> => {
  const [head, beside] = await Promise.all([get(storage, id), get(storage, besideOf(id))]);
  if (head === undefined) return undefined;
  const { image, ...rest } = head;
  const { before, after, error, counted, parked, source, place } = unmarshall(rest);
  return {
    id,
    before: Number(before),
    after: Number(after),
    error: String(error),
    counted: counted === true,
    parked: Number(parked),
    record: {
      eventSourceARN: String(source),
      dynamodb: {
        ...place,
        ...(beside && { OldImage: beside.image?.M }),
        ...(image && { NewImage: image.M }),
      },
    },
  };
};

const get = async (storage: Storage, id: string): Promise<Attributes | undefined> => {
  const command = new GetItemCommand({
    TableName: storage.tables.events,
    Key: { id: { S: id } },
    ConsistentRead: true,
  });
  return (await callStorage(storage, () => storage.client.send(command))).Item;
};

/** Call this once everything derived from the record is stored. */
export const removeParked = async (storage: Storage, id: string): Promise<void> => {
  for (const item of [id, besideOf(id)]) {
    const command = new DeleteCommand({ TableName: storage.tables.events, Key: { id: item } });
    await callStorage<unknown>(storage, () => storage.client.send(command));
  }
};
