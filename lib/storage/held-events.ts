import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type HeldEvent, mostHeldPerHour } from '../types/held-event.ts';
import type { PaymentStore } from '../types/ports.ts';
import { recordFormat } from '../types/records.ts';
import { batchGet } from './batch-get.ts';
import { callStorage } from './call-storage.ts';
import { isRefused } from './is-refused.ts';
import type { Item } from './items.ts';
import { limitUpdate } from './limits.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { Storage } from './storage.ts';
import { dueIndex } from './tables.ts';

const page = 100;
const hour_s = 3_600;
/** An item is kept for so long after it was last written, so that a late delivery of a settled event is not held again. */
const kept_s = 7 * 86_400;
const shard = 'held';

/** Events that no charge matches yet, as items in the table of events. */
export const heldEvents = (
  storage: Storage,
): Pick<PaymentStore, 'holdEvent' | 'heldEvents' | 'replaceHeld'> => ({
  holdEvent: (held) => holdEvent(storage, held),
  heldEvents: (now) => readDue(storage, now),
  replaceHeld: async (held) => {
    const command = new PutCommand({ TableName: storage.tables.events, Item: toItem(storage, held) });
    await callStorage(storage, () => storage.client.send(command));
  },
});

const idOf = ({ psp, event }: HeldEvent): string => `held_${psp}_${event.id}`;

const toItem = ({ clock }: Storage, held: HeldEvent): Item => ({
  id: idOf(held),
  v: recordFormat,
  psp: held.psp,
  event: held.event,
  at: held.at,
  ttl: Math.floor(clock.now() / 1000) + kept_s,
  ...(held.due_at !== undefined && {
    [dueIndex.partition_key.name]: shard,
    [dueIndex.sort_key.name]: held.due_at,
  }),
});

const fromItem = ({ psp, event, at, due_at }: Item): HeldEvent => ({ psp, event, at, due_at }) as HeldEvent;

/** One transaction, so that a repeat after a lost response counts once. Each hour has a counter of its own. */
const holdEvent = (storage: Storage, held: HeldEvent): Promise<boolean> => {
  const { tables, client, clock } = storage;
  const now_s = Math.floor(clock.now() / 1000);
  const counter = `held_${held.psp}_${Math.floor(now_s / hour_s)}`;
  const take = { limit: 'take', id: counter, max: mostHeldPerHour, window_s: 2 * hour_s } as const;
  const Put = {
    TableName: tables.events,
    Item: toItem(storage, held),
    ConditionExpression: 'attribute_not_exists(id)',
  };
  const command = new TransactWriteCommand({
    TransactItems: [{ Put }, limitUpdate(tables.limits, take, now_s)],
  });
  return callStorage<boolean>(
    storage,
    async () => {
      await client.send(command);
      return true;
    },
    (error) => (isRefused(error) ? isHeldAlready(error) : undefined),
  );
};

const isHeldAlready = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  error.CancellationReasons?.[0]?.Code === 'ConditionalCheckFailed';

const readDue = async (storage: Storage, now: number): Promise<readonly HeldEvent[]> => {
  const command = new QueryCommand({
    TableName: storage.tables.events,
    IndexName: dueIndex.name,
    KeyConditionExpression: 'due_shard = :shard AND due_at <= :now',
    ExpressionAttributeValues: { ':shard': shard, ':now': now },
    Limit: page,
  });
  const { Items = [] } = await callStorage(storage, () => storage.client.send(command));
  const ids = Items.map(({ id }) => String(id));
  const items = ids.length > 0 ? await batchGet(storage, 'events', ids) : new Map<string, Item>();
  return ids.flatMap((id) => {
    const item = items.get(id);
    if (item === undefined) return [];
    refuseNewer(item);
    return fromItem(item);
  });
};
