import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Charge } from '../types/charge.ts';
import type { OpenMark, PaymentStore } from '../types/ports.ts';
import { callStorage } from './call-storage.ts';
import { commit } from './commit.ts';
import { recordDispute } from './disputes.ts';
import { getItem } from './get-item.ts';
import { heldEvents } from './held-events.ts';
import { fromChargeItem, fromSessionItem, type Item, isPossibleKey } from './items.ts';
import { refundUpdates } from './refunds.ts';
import type { Storage } from './storage.ts';
import { chargesByPspReference, recoveryIndex } from './tables.ts';

/** Sessions and charges in DynamoDB: one round trip per method, except for `chargeAt`, `heldEvents` and in the rare cases described in `update-charge.ts`. */
export const createPaymentStore = (storage: Storage): PaymentStore => ({
  session: async (id) => {
    const item = await getItem(storage, 'sessions', { id });
    return item && fromSessionItem(item);
  },
  charge: (id) => charge(storage, id),
  chargeAt: (account, psp_reference) => chargeAt(storage, account, psp_reference),
  commit: (writes, limits, order) => commit(storage, writes, limits, order),
  ...refundUpdates(storage),
  recordDispute: recordDispute(storage),
  ...heldEvents(storage),
  open: (shard, limit, from = 0) => open(storage, { shard, limit, from }),
});

const charge = async (storage: Storage, id: string): Promise<Charge | undefined> => {
  const item = await getItem(storage, 'charges', { id });
  return item && fromChargeItem(item);
};

const chargeAt = async (
  storage: Storage,
  account: string,
  psp_reference: string,
): Promise<Charge | undefined> => {
  if (!isPossibleKey(psp_reference)) return undefined;
  const { name, partition_key } = chargesByPspReference;
  const command = new QueryCommand({
    TableName: storage.tables.charges,
    IndexName: name,
    KeyConditionExpression: `${partition_key.name} = :reference`,
    FilterExpression: 'psp = :account',
    ExpressionAttributeValues: { ':reference': psp_reference, ':account': account },
  });
  const { Items = [] } = await callStorage(storage, () => storage.client.send(command));
  const [one, second] = Items;
  return one && !second ? charge(storage, String(one.id)) : undefined;
};

type OpenQuery = { readonly shard: number; readonly limit: number; readonly from: number };

const open = async (storage: Storage, { shard, limit, from }: OpenQuery): Promise<readonly OpenMark[]> => {
  const command = new QueryCommand({
    TableName: storage.tables.charges,
    IndexName: recoveryIndex.name,
    KeyConditionExpression: 'recover_shard = :shard AND recover_at >= :from',
    ExpressionAttributeValues: { ':shard': shard, ':from': from },
    Limit: limit,
  });
  const { Items = [] } = await callStorage(storage, () => storage.client.send(command));
  return Items.map(({ id, recover_at }: Item) => ({ id: String(id), recover_at: Number(recover_at) }));
};
