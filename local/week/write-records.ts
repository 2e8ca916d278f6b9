import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { createHealthStore } from '../../lib/storage/health-store.ts';
import { createHourCounters } from '../../lib/storage/hour-counters.ts';
import { type Item, toItem } from '../../lib/storage/items.ts';
import { toRowItem } from '../../lib/storage/rows.ts';
import type { Storage } from '../../lib/storage/storage.ts';
import { createWebhookStore, toDeliveryItem } from '../../lib/storage/webhook-store.ts';
import { inParallel } from '../../lib/types/in-parallel.ts';
import type { MemoryPaymentStore } from '../memory/memory-payment-store.ts';
import type { MemoryWebhookStore } from '../memory/memory-webhook-store.ts';
import { type Recorder, shard } from './recorder.ts';
import { day_ms } from './stories.ts';

/** The most that DynamoDB writes at once. */
const atOnce = 25;
const writers = 4;

export type Records = {
  readonly held: MemoryPaymentStore;
  readonly recorder: Recorder;
  readonly webhooks: MemoryWebhookStore;
};

type Put = { readonly table: 'sessions' | 'charges' | 'events'; readonly item: Item };

/** Writes what the week left behind, as the product itself stores it. */
export const writeRecords = async (
  storage: Storage,
  { held, recorder, webhooks }: Records,
): Promise<void> => {
  await putAll(storage, [
    ...[...held.sessions.values()].map((item) =>
      putOf('sessions', toItem({ table: 'sessions', item, expects: 'absent' })),
    ),
    ...[...held.charges.values()].map((item) =>
      putOf('charges', toItem({ table: 'charges', item, expects: 'absent' })),
    ),
    ...[...recorder.rows.values()].map((row) => putOf('events', toRowItem(row))),
    ...[...webhooks.deliveries.values()].map((delivery) => putOf('events', toDeliveryItem(delivery))),
  ]);
  await writeCounts(storage, recorder);
  await writeHealth(storage, recorder);
  const { endpoints } = await webhooks.endpoints();
  await createWebhookStore(storage).replaceEndpoints(0, endpoints, { act: webhooks.acts[0] });
};

const putOf = (table: Put['table'], item: Item): Put => ({ table, item });

const putAll = async ({ client, tables }: Storage, puts: readonly Put[]): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(puts.length / atOnce) }, (_, batch) =>
    puts.slice(batch * atOnce, (batch + 1) * atOnce),
  );
  await inParallel(batches, writers, async (batch) => {
    const byTable = [...Map.groupBy(batch, ({ table }) => tables[table])];
    let left: BatchWriteCommandInput['RequestItems'] = Object.fromEntries(
      byTable.map(([table, of]) => [table, of.map(({ item }) => ({ PutRequest: { Item: item } }))]),
    );
    while (left && Object.keys(left).length > 0)
      left = (await client.send(new BatchWriteCommand({ RequestItems: left }))).UnprocessedItems;
  });
};

/** A day at a time: each hour, PSP and currency is a write. */
const writeCounts = async (storage: Storage, recorder: Recorder): Promise<void> => {
  const tally = recorder.counts();
  const days = Map.groupBy(tally?.counts ?? [], ({ hour }) => Math.floor(hour / day_ms));
  for (const counts of days.values())
    if (tally) await createHourCounters(storage).add(shard, { ...tally, counts });
};

/** The verdict in force, as the first of this store. */
const writeHealth = async (storage: Storage, { health }: Recorder): Promise<void> => {
  const [record, verdict] = await Promise.all([health.record(), health.verdict()]);
  if (record) await createHealthStore(storage).replace({ ...record, rev: 1 }, verdict ? [verdict] : []);
};
