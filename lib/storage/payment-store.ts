import { GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { PaymentStore } from '../types/ports.ts';
import type { AttributeMap } from './attribute-value.ts';
import { callStorage } from './call-storage.ts';
import { commit } from './commit.ts';
import { fromChargeItem, fromSessionItem } from './items.ts';
import { reserveRefund } from './reserve-refund.ts';
import { settleRefund } from './settle-refund.ts';
import type { Storage } from './storage.ts';
import { recoveryIndex, type TableId } from './tables.ts';

/** Sessions and charges in DynamoDB: one round trip a method, but for a reservation that must move a recovery mark forward. */
export const createPaymentStore = (storage: Storage): PaymentStore => ({
  session: async (id) => {
    const item = await getItem(storage, 'sessions', id);
    return item && fromSessionItem(item);
  },
  charge: async (id) => {
    const item = await getItem(storage, 'charges', id);
    return item && fromChargeItem(item);
  },
  commit: (writes, limits) => commit(storage, writes, limits),
  reserveRefund: (charge, refund, options) => reserveRefund(storage, charge, refund, options),
  settleRefund: (charge, refund, options) => settleRefund(storage, charge, refund, options),
  due: (shard, before, limit) => due(storage, shard, before, limit),
});

/** DynamoDB refuses a key that is empty or longer than this, so no item has one. */
const longestKeyBytes = 2_048;

const getItem = async (storage: Storage, table: TableId, id: string): Promise<AttributeMap | undefined> => {
  if (id === '' || Buffer.byteLength(id) > longestKeyBytes) return undefined;
  const command = new GetItemCommand({
    TableName: storage.tables[table],
    Key: { id: { S: id } },
    ConsistentRead: true,
  });
  return (await callStorage(storage, () => storage.client.send(command))).Item;
};

const due = async (
  storage: Storage,
  shard: number,
  before: number,
  limit: number,
): Promise<readonly string[]> => {
  const command = new QueryCommand({
    TableName: storage.tables.charges,
    IndexName: recoveryIndex.name,
    KeyConditionExpression: 'recover_shard = :shard AND recover_at <= :before',
    ExpressionAttributeValues: { ':shard': { N: String(shard) }, ':before': { N: String(before) } },
    Limit: limit,
  });
  const { Items = [] } = await callStorage(storage, () => storage.client.send(command));
  return Items.flatMap(({ id }) => id?.S ?? []);
};
