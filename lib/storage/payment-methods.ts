import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Author } from '../types/audit-entry.ts';
import type { PaymentMethodFilters } from '../types/list.ts';
import type { StoredMethod } from '../types/payment-method.ts';
import type { PaymentMethods } from '../types/ports.ts';
import type { MethodImage } from '../types/record-change.ts';
import type { RecordedAct } from '../types/recorded-act.ts';
import { recordFormat } from '../types/records.ts';
import { batchGet } from './batch-get.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import { listTime } from './list-keys.ts';
import { type ListSource, readPage } from './read-page.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { Storage } from './storage.ts';
import { actAttribute, timeIndex } from './tables.ts';
import { unlessRefused } from './unless-refused.ts';

/** Payment methods as items in the table of events; those of one customer are one list of its index by time. One call each. */
export const createPaymentMethods = (storage: Storage): PaymentMethods => ({
  find: async (id) => {
    const item = await read(storage, id);
    return item && fromItem(item);
  },
  wasDeleted: async (id) => (await read(storage, id))?.deleted === true,
  keep: (method, by) =>
    put(storage, toItem(method, by), {
      ConditionExpression: 'attribute_not_exists(id) OR (attribute_not_exists(deleted) AND rev < :rev)',
      ExpressionAttributeValues: { ':rev': method.rev },
    }),
  remove: (id, by) =>
    put(
      storage,
      { id, v: recordFormat, deleted: true, ...actOn(id, by) },
      { ConditionExpression: 'attribute_not_exists(deleted)' },
    ),
  list: ({ filters, ...page }) => readPage(storage, listedFor(storage, filters), page),
});

const read = async (storage: Storage, id: string): Promise<Item | undefined> =>
  isMethodId(id) ? getItem(storage, 'events', { id }) : undefined;

const listedFor = (storage: Storage, filters: PaymentMethodFilters): ListSource<StoredMethod> => ({
  table: 'events',
  index: timeIndex,
  partitions: [listOf(filters.customer)],
  created: filters,
  conditions: [],
  read: async (rows) => {
    const ids = rows.map(({ id }) => String(id));
    const items = await batchGet(storage, 'events', ids);
    return new Map(
      [...items].flatMap(([id, item]) => {
        const method = fromItem(item);
        return method ? [[id, method] as const] : [];
      }),
    );
  },
});

const listOf = (customer: string): string => `payment_method#${customer}`;

const toItem = (method: StoredMethod, by: Author | undefined): Item => ({
  id: method.id,
  v: recordFormat,
  rev: method.rev,
  body: JSON.stringify(method),
  list_shard: listOf(method.customer),
  list_key: `${listTime(method.created * 1000)}#${method.id}`,
  ...(by && actOn(method.id, by)),
});

const actOn = (target: string, { actor, request_id }: Author): { readonly [actAttribute]: RecordedAct } => ({
  [actAttribute]: { actor, request_id, target },
});

export const isMethodId = (id: string): boolean => /^pm_[0-9a-z]{26}$/.test(id);

export const fromMethodImage = (item: Item): MethodImage => {
  refuseNewer(item);
  return { id: String(item.id), deleted: item.deleted === true };
};

/** Undefined if it was deleted. */
const fromItem = (item: Item): StoredMethod | undefined => {
  refuseNewer(item);
  return item.deleted === true ? undefined : JSON.parse(String(item.body));
};

type Condition = {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeValues?: Item;
};

const put = async (storage: Storage, Item: Item, condition: Condition): Promise<void> => {
  const command = new PutCommand({ TableName: storage.tables.events, Item, ...condition });
  await unlessRefused(storage, () => storage.client.send(command));
};
