import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Count, HourCount, HourCounters, Tallied } from '../types/hour-count.ts';
import { recordFormat } from '../types/records.ts';
import { batchGet } from './batch-get.ts';
import { callStorage } from './call-storage.ts';
import { inUpdates } from './in-updates.ts';
import type { Item } from './items.ts';
import { listAttributes, listPartitions, listTime } from './list-keys.ts';
import { digits } from './sequence-digits.ts';
import type { Storage } from './storage.ts';
import { timeIndex } from './tables.ts';
import { unlessRefused } from './unless-refused.ts';

const kind = 'hour';
/** Prefix of a counter's name, to distinguish it from an item's other attributes. */
const counter = 'n.';

/** Hours in the table of events. The first count of an hour also creates its list row, which is not written again. */
export const createHourCounters = (storage: Storage): HourCounters => ({
  add: async (shard, tallied) => {
    const rows = Map.groupBy(tallied.counts, ({ hour, psp, currency }) => `${hour}#${psp}#${currency}`);
    const updates = [...rows.values()].flatMap((counts) => inUpdates(shard, counts));
    await Promise.all(updates.map((update) => addRow(storage, update.shard, tallied, update.sums)));
  },
  between: async (from, to) => {
    const found = await Promise.all(
      listPartitions(kind).map((partition) => idsIn(storage, partition, from, to)),
    );
    const ids = found.flat();
    const sums = new Map<string, HourCount>();
    const batches = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, batch) =>
      ids.slice(batch * atOnce, (batch + 1) * atOnce),
    );
    const read = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift())
        for (const item of (await batchGet(storage, 'events', batch)).values()) sum(sums, item);
    };
    await Promise.all(Array.from({ length: readers }, read));
    return [...sums.values()].toSorted(
      (one, other) =>
        one.hour - other.hour ||
        one.psp.localeCompare(other.psp) ||
        one.currency.localeCompare(other.currency),
    );
  },
});

/** DynamoDB's limit for one read. */
const atOnce = 100;
const readers = 8;

const addRow = async (
  storage: Storage,
  shard: string,
  { first, last }: Tallied,
  counts: readonly Count[],
): Promise<void> => {
  const [one] = counts;
  if (one === undefined) return;
  const { hour, psp, currency } = one;
  const id = `${kind}#${hour}#${psp}#${currency}#${shard}`;
  const row = {
    v: recordFormat,
    psp,
    currency,
    hour,
    ...listAttributes(id, hour, kind),
    last_sequence: digits(last),
  };
  const command = new UpdateCommand({
    TableName: storage.tables.events,
    Key: { id },
    ConditionExpression: 'attribute_not_exists(id) OR #last_sequence < :first',
    ...setAndAdd(row, counts, { ':first': digits(first) }),
  });
  await unlessRefused(storage, () => storage.client.send(command));
};

/** Sets the row's attributes and adds to its counters. `values`: others that the condition needs. */
const setAndAdd = (row: Item, counts: readonly Count[], values: Item) => {
  const names = Object.keys(row);
  const set = names.map((name) => `#${name} = :${name}`).join(', ');
  const add = counts.map((_, index) => `#n${index} :n${index}`).join(', ');
  return {
    UpdateExpression: `SET ${set} ADD ${add}`,
    ExpressionAttributeNames: Object.fromEntries([
      ...names.map((name) => [`#${name}`, name]),
      ...counts.map(({ what }, index) => [`#n${index}`, counter + what]),
    ]),
    ExpressionAttributeValues: {
      ...Object.fromEntries(names.map((name) => [`:${name}`, row[name]])),
      ...Object.fromEntries(counts.map(({ n }, index) => [`:n${index}`, n])),
      ...values,
    },
  };
};

const idsIn = async (
  storage: Storage,
  partition: string,
  from: number,
  to: number,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  let start: Item | undefined;
  do {
    const command = new QueryCommand({
      TableName: storage.tables.events,
      IndexName: timeIndex.name,
      KeyConditionExpression: 'list_shard = :partition AND list_key BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':partition': partition,
        ':from': listTime(from),
        ':to': `${listTime(to)}~`,
      },
      ...(start && { ExclusiveStartKey: start }),
    });
    const page = await callStorage(storage, () => storage.client.send(command));
    ids.push(...(page.Items ?? []).map(({ id }) => String(id)));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return ids;
};

const sum = (sums: Map<string, HourCount>, item: Item): void => {
  const { hour, psp } = { hour: Number(item.hour), psp: String(item.psp) };
  const currency = String(item.currency);
  const key = `${hour}#${psp}#${currency}`;
  const counts = { ...sums.get(key)?.counts };
  for (const [name, n] of Object.entries(item))
    if (name.startsWith(counter))
      counts[name.slice(counter.length)] = (counts[name.slice(counter.length)] ?? 0) + Number(n);
  sums.set(key, { hour, psp, currency, counts });
};
