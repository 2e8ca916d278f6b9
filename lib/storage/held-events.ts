import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type HeldEvent, mostHeldAtOnce, mostHeldPerHour } from '../types/held-event.ts';
import type { PaymentStore } from '../types/ports.ts';
import { recordFormat } from '../types/records.ts';
import { callStorage } from './call-storage.ts';
import { getAll } from './get-all.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import type { Storage } from './storage.ts';
import { dueIndex } from './tables.ts';
import { unlessRefused } from './unless-refused.ts';

const hour_s = 3_600;
/** An item is kept for so long after it was last written, so that a late delivery of a settled event is not held again. */
const kept_s = 7 * 86_400;
const shard = 'held';

/** Events that no charge can take yet, as items in the table of events. */
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

/** Not one transaction: those of a burst would conflict at the counter. So an event delivered again may count twice. */
const holdEvent = async (storage: Storage, held: HeldEvent): Promise<boolean> => {
  if (!(await takeFromHour(storage, held.psp)))
    return (await getItem(storage, 'events', { id: idOf(held) })) !== undefined;
  const command = new PutCommand({
    TableName: storage.tables.events,
    Item: toItem(storage, held),
    ConditionExpression: 'attribute_not_exists(id)',
  });
  return unlessRefused(storage, () => storage.client.send(command)).then(() => true);
};

/** Counts one more event of this hour, which has a counter of its own. False if there are as many as may be held. */
const takeFromHour = ({ tables, client, clock, random }: Storage, psp: string): Promise<boolean> => {
  const now_s = Math.floor(clock.now() / 1000);
  const command = new UpdateCommand({
    TableName: tables.limits,
    Key: { id: `held_${psp}_${Math.floor(now_s / hour_s)}` },
    UpdateExpression: 'SET #ttl = :until ADD n :one',
    ConditionExpression: 'attribute_not_exists(n) OR n < :max',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':until': now_s + 2 * hour_s, ':one': 1, ':max': mostHeldPerHour },
  });
  return unlessRefused({ clock, random }, () => client.send(command));
};

const readDue = async (storage: Storage, now: number): Promise<readonly HeldEvent[]> => {
  const command = new QueryCommand({
    TableName: storage.tables.events,
    IndexName: dueIndex.name,
    KeyConditionExpression: 'due_shard = :shard AND due_at <= :now',
    ExpressionAttributeValues: { ':shard': shard, ':now': now },
    Limit: mostHeldAtOnce,
  });
  const { Items = [] } = await callStorage(storage, () => storage.client.send(command));
  const ids = Items.map(({ id }) => String(id));
  const items = await getAll(storage, 'events', ids);
  return ids.flatMap((id) => {
    const item = items.get(id);
    return item === undefined || isNewer(item) ? [] : fromItem(item);
  });
};

/** Left to the release that wrote it. It must not keep the others waiting. */
const isNewer = ({ v }: Item): boolean => Number(v) > recordFormat;
