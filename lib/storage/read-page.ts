import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AmountRange, CreatedRange, Page, PageRequest } from '../types/list.ts';
import { callStorage } from './call-storage.ts';
import { cutPage, type Keyed } from './cut-page.ts';
import type { Item } from './items.ts';
import { listTime } from './list-keys.ts';
import type { Storage } from './storage.ts';
import type { IndexDescription, TableId } from './tables.ts';
import type { ValueRange } from './value-keys.ts';

/** A list as stored in its index. */
export type ListSource<Row> = {
  readonly table: TableId;
  readonly index: IndexDescription;
  readonly partitions: readonly string[];
  readonly created?: CreatedRange;
  /** For an index by value: the range to read. Its smallest keys come first. */
  readonly values?: Omit<ValueRange, 'partitions'>;
  /** On attributes that the index projects. */
  readonly conditions: readonly Condition[];
  /** The rows that these rows stand for, if not themselves; each has its own id and key, see `partKey`. */
  readonly expand?: (rows: readonly Item[]) => Promise<readonly Item[]>;
  /** The records of these index rows. */
  readonly read: (rows: readonly Item[]) => Promise<ReadonlyMap<string, Row>>;
  /** A filter on fields that only the record has; if undefined, every row of the index is shown. */
  readonly matches?: (row: Row) => boolean;
};

export type Condition = {
  readonly attribute: string;
  readonly is: '=' | '>=' | '<=';
  readonly value: string | number;
};

/** The conditions for the requested fields and the bounds of `amount`. */
export const conditionsOf = (
  equal: Readonly<Record<string, string | undefined>>,
  amount: AmountRange = {},
): readonly Condition[] => [
  ...condition('amount', '>=', amount['amount[gte]']),
  ...condition('amount', '<=', amount['amount[lte]']),
  ...Object.entries(equal).flatMap(([attribute, value]) => condition(attribute, '=', value)),
];

const condition = (
  attribute: string,
  is: Condition['is'],
  value: string | number | undefined,
): readonly Condition[] => (value === undefined ? [] : [{ attribute, is, value }]);

/** If the first rows had too few matches: how many more index rows to read from each partition, and how often. This limits the work per page. */
const searched_rows = 250;
const most_rounds = 5;
/** Records read at a time (DynamoDB's limit) and in total. */
const batch = 100;
const most_records = 1_000;

/** A partition being read: rows read but not used yet, the last key read, and whether it has ended. */
type Walk = {
  readonly partition: string;
  readonly rows: readonly Item[];
  readonly at?: Item | undefined;
  readonly ended: boolean;
};

/**
 * One page: reads the partitions in parallel and merges them by key, up to the key that all of them have reached. Without filters, one query per
 * partition and one read of the records. Which rows exist is eventually consistent; each record is consistent.
 */
export const readPage = async <Row>(
  storage: Storage,
  source: ListSource<Row>,
  request: Pick<PageRequest, 'limit' | 'from'>,
): Promise<Page<Row>> => {
  // A filtered page reads one more record, to know whether another one matches; without a filter, the index shows how many rows there are.
  const wanted = source.matches ? request.limit + 1 : request.limit;
  const ascending = source.values !== undefined;
  const keyOf = keyIn(source);
  const searches = source.conditions.length > 0 || source.matches !== undefined;
  // The row of the cursor is read too, but left out.
  const rowsIn = (round: number): number => (searches && round > 0 ? searched_rows : request.limit + 2);
  const found: Keyed<Row>[] = [];
  let walks: readonly Walk[] = source.partitions.map((partition) => ({ partition, rows: [], ended: false }));
  let records = 0;
  let reached: string | undefined;
  for (let round = 0; round < most_rounds; round++) {
    const advanced = await advance(storage, source, request, walks, rowsIn(round));
    const { frontier, ready } = advanced;
    walks = advanced.walks;
    while (ready.length > 0 && found.length < wanted && records < most_records) {
      const size = source.matches && records > 0 ? batch : Math.min(batch, wanted - found.length);
      const taken = ready.splice(0, size);
      records += taken.length;
      found.push(...(await resolve(source, request, taken)));
      reached = keyOf(taken.at(-1) ?? {});
    }
    const isOver = frontier === undefined && ready.length === 0;
    if (isOver || found.length >= wanted || ready.length > 0)
      return cutPage(found, request, isOver ? undefined : reached, ascending);
    reached = frontier;
  }
  return cutPage(found, request, reached, ascending);
};

/** `frontier`: the key up to which every partition has been read; undefined if all have ended. `ready`: the rows up to there, in order. */
type Advanced = {
  readonly walks: readonly Walk[];
  readonly frontier: string | undefined;
  readonly ready: Item[];
};

/** Reads on in each partition that has no rows left. */
const advance = async <Row>(
  storage: Storage,
  source: ListSource<Row>,
  { from }: From,
  walks: readonly Walk[],
  rows: number,
): Promise<Advanced> => {
  const keyOf = keyIn(source);
  const forward = isForward(source, { from });
  const read = await Promise.all(
    walks.map((walk) =>
      walk.ended || walk.rows.length > 0 ? walk : readOn(storage, source, { from }, walk, rows),
    ),
  );
  const frontier = frontierOf(read, keyOf, forward);
  const isReady = (row: Item): boolean =>
    frontier === undefined || keyOf(row) === frontier || keyOf(row) < frontier === forward;
  const ready = read.flatMap((walk) => walk.rows.filter(isReady));
  return {
    walks: read.map((walk) => ({ ...walk, rows: walk.rows.filter((row) => !isReady(row)) })),
    frontier,
    ready: inOrder(source, { from }, ready),
  };
};

type Source = Pick<ListSource<unknown>, 'index' | 'values'>;
type From = { readonly from?: PageRequest['from'] | undefined };

const keyIn =
  ({ index }: Source) =>
  (row: Item): string =>
    String(row[index.sort_key.name]);

/** Towards greater keys. */
const isForward = ({ values }: Source, { from }: From): boolean =>
  (from?.direction === 'before') === (values === undefined);

const inOrder = (source: Source, from: From, rows: readonly Item[]): Item[] => {
  const keyOf = keyIn(source);
  const forward = isForward(source, from);
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) === forward ? -1 : 1));
};

/** The key of a part of a row, between that row's key and the next one's. `place`: 0 to 999, the greatest comes first. */
export const partKey = (row: string, place: number): string => `${row}!${999 - place}`;

const rowOf = (key: string): string => {
  const end = key.indexOf('!', key.lastIndexOf('#'));
  return end < 0 ? key : key.slice(0, end);
};

const frontierOf = (
  walks: readonly Walk[],
  keyOf: (row: Item) => string,
  forward: boolean,
): string | undefined => {
  const keys = walks.flatMap(({ ended, at }) => (ended || !at ? [] : [keyOf(at)])).sort();
  return forward ? keys[0] : keys.at(-1);
};

const resolve = async <Row>(
  source: ListSource<Row>,
  { from }: From,
  taken: readonly Item[],
): Promise<Keyed<Row>[]> => {
  const keyOf = keyIn(source);
  const forward = isForward(source, { from });
  const isBeyond = (row: Item): boolean => !from || (forward ? keyOf(row) > from.key : keyOf(row) < from.key);
  const rows = source.expand
    ? inOrder(source, { from }, (await source.expand(taken)).filter(isBeyond))
    : taken;
  const records = await source.read(rows);
  return rows.flatMap((row) => {
    const record = records.get(String(row.id));
    return record === undefined || source.matches?.(record) === false
      ? []
      : [{ key: keyOf(row), row: record }];
  });
};

const readOn = async <Row>(
  storage: Storage,
  source: ListSource<Row>,
  { from }: From,
  walk: Walk,
  rows: number,
): Promise<Walk> => {
  const keyOf = keyIn(source);
  const [low, high] = keyRange(source, { from });
  if (low > high) return { ...walk, ended: true };
  const { index, conditions } = source;
  const command = new QueryCommand({
    TableName: storage.tables[source.table],
    IndexName: index.name,
    KeyConditionExpression: '#partition = :partition AND #key BETWEEN :low AND :high',
    ...(conditions.length > 0 && { FilterExpression: filterExpression(conditions) }),
    ExpressionAttributeNames: {
      '#partition': index.partition_key.name,
      '#key': index.sort_key.name,
      ...Object.fromEntries(conditions.map(({ attribute }, i) => [`#c${i}`, attribute])),
    },
    ExpressionAttributeValues: {
      ':partition': walk.partition,
      ':low': low,
      ':high': high,
      ...Object.fromEntries(conditions.map(({ value }, i) => [`:c${i}`, value])),
    },
    ScanIndexForward: isForward(source, { from }),
    Limit: rows,
    ...(walk.at && { ExclusiveStartKey: walk.at }),
  });
  const { Items = [], LastEvaluatedKey } = await callStorage(storage, () => storage.client.send(command));
  return {
    ...walk,
    rows: Items.filter((row) => keyOf(row) !== from?.key),
    at: LastEvaluatedKey,
    ended: LastEvaluatedKey === undefined,
  };
};

const filterExpression = (conditions: readonly Condition[]): string =>
  conditions.map(({ is }, i) => `#c${i} ${is} :c${i}`).join(' AND ');

/** Both bounds are included. A tilde sorts after everything in a key. */
const keyRange = <Row>(source: ListSource<Row>, { from }: From): readonly [string, string] => {
  const { low, high } = source.values ?? timeRange(source.created);
  if (from === undefined) return [low, high];
  const { key } = from;
  return isForward(source, { from })
    ? [rowOf(key) > low ? rowOf(key) : low, high]
    : [low, key < high ? key : high];
};

const timeRange = ({ 'created[gte]': gte = 0, 'created[lte]': lte }: CreatedRange = {}) => ({
  low: listTime(gte * 1000),
  high: lte === undefined ? '~' : `${listTime(lte * 1000 + 999)}~`,
});
