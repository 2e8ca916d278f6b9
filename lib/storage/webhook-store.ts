import { ConditionalCheckFailedException, type ReturnValue } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { recordFormat } from '../types/records.ts';
import type {
  Delivery,
  Due,
  Held,
  Lane,
  OutgoingDelivery,
  Unsent,
  UnsentStatus,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookStore,
} from '../types/webhook.ts';
import { batchGet } from './batch-get.ts';
import { callStorage } from './call-storage.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import { refuseNewer } from './refuse-newer.ts';
import {
  type ConditionalPut,
  keptSeconds,
  newResponse,
  replaceRecord,
  storedResponse,
} from './remembered-record.ts';
import type { Storage } from './storage.ts';
import { dueIndex } from './tables.ts';
import { unlessRefused } from './unless-refused.ts';

/** Endpoints, deliveries and leases as items in the table of events. */
export const createWebhookStore = (storage: Storage): WebhookStore => ({
  endpoints: async () => {
    const item = await getItem(storage, 'events', { id: endpointsId });
    return item === undefined ? { rev: 0, endpoints: [] } : fromEndpointsItem(item);
  },
  replaceEndpoints: (rev, endpoints, beside) =>
    replaceRecord(storage, { id: endpointsId, rev, endpoints }, beside),
  storedResponse: (key) => storedResponse(storage, key),
  storeResponse: (remembered) => putUnless(storage, newResponse(storage, remembered)),
  event: async (id) => (/^evt_\w+$/.test(id) ? bodyOf(await getItem(storage, 'events', { id })) : undefined),
  addDeliveries: async (deliveries) => {
    await Promise.all(
      deliveries.map((delivery) =>
        putUnless(storage, {
          Item: toDeliveryItem(delivery),
          ConditionExpression: 'attribute_not_exists(id)',
        }),
      ),
    );
  },
  delivery: async (id) => {
    const item = await getItem(storage, 'events', { id });
    return item && fromDeliveryItem(item);
  },
  replaceDelivery: (delivery) =>
    putUnless(storage, {
      Item: toDeliveryItem(delivery),
      ConditionExpression: 'rev = :rev',
      ExpressionAttributeValues: { ':rev': delivery.rev - 1 },
    }),
  due: (lane, before, limit) => unsent(storage, lane, { status: 'pending', to: before, limit }),
  unsent: (lane, asked) => unsent(storage, lane, asked),
  outgoing: (asked) => outgoing(storage, asked),
  takeLease: (lane, lease) => takeLease(storage, lane, lease),
  renewLease: (lane, lease) => renewLease(storage, lane, lease),
  releaseLease: (lane, worker, held) => releaseLease(storage, lane, worker, held),
});

export const endpointsId = 'webhook_endpoints';

export const fromEndpointsItem = (item: Item): WebhookEndpoints => {
  refuseNewer(item);
  return { rev: Number(item.rev), endpoints: item.endpoints as readonly WebhookEndpoint[] };
};

/** Lane 0 keeps the name from when it was the only lane. */
const laneName = ({ endpoint, lane }: Lane): string => (lane === 0 ? endpoint : `${endpoint}#${lane}`);
const leaseId = (lane: Lane): string => `lease_${laneName(lane)}`;
/** False if the condition failed. */
const putUnless = (storage: Storage, put: ConditionalPut): Promise<boolean> =>
  unlessRefused(storage, () =>
    storage.client.send(new PutCommand({ TableName: storage.tables.events, ...put })),
  );

const bodyOf = (item: Item | undefined): string | undefined =>
  typeof item?.body === 'string' ? item.body : undefined;

/** Deliveries that were given up are in the same index, under a key that no worker reads. */
const shardOf = (status: UnsentStatus, lane: Lane): string =>
  `${status === 'pending' ? 'delivery' : 'failed'}#${laneName(lane)}`;

export const toDeliveryItem = ({ next_at, ...delivery }: Delivery): Item => {
  const { status, endpoint, lane = 0, at = 0 } = delivery;
  const unsent = status === 'succeeded' ? undefined : status;
  return {
    ...delivery,
    v: recordFormat,
    ...(unsent && {
      [dueIndex.partition_key.name]: shardOf(unsent, { endpoint, lane }),
      [dueIndex.sort_key.name]: next_at ?? at,
    }),
  };
};

const fromDeliveryItem = ({ due_shard: _, due_at, v: __, ...item }: Item): Delivery => ({
  ...(item as Delivery),
  ...(item.status === 'pending' && due_at !== undefined && { next_at: Number(due_at) }),
});

const unsent = async (
  storage: Storage,
  lane: Lane,
  { status, from = 0, to = Number.MAX_SAFE_INTEGER, limit }: Unsent,
): Promise<readonly Due[]> => {
  const command = new QueryCommand({
    TableName: storage.tables.events,
    IndexName: dueIndex.name,
    KeyConditionExpression: 'due_shard = :shard AND due_at BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':shard': shardOf(status, lane), ':from': from, ':to': to },
    ScanIndexForward: status === 'pending',
    Limit: limit,
  });
  const { Items = [] } = await callStorage(storage, () => storage.client.send(command));
  return Items.map(({ id, due_at }: Item) => ({ id: String(id), at: Number(due_at) }));
};

const outgoing: (
  storage: Storage,
  ...asked: Parameters<WebhookStore['outgoing']>
) => Promise<readonly OutgoingDelivery[]> = async (storage, asked) => {
  const ids = new Set(asked.flatMap(({ id, event }) => [id, event]));
  const items = await batchGet(storage, 'events', [...ids]);
  return asked.flatMap(({ id, event }) => {
    const item = items.get(id);
    return item ? [{ delivery: fromDeliveryItem(item), body: bodyOf(items.get(event)) }] : [];
  });
};

/**
 * One write if there is no other worker. If there is one, a second write leaves a message for it; if that worker has ended meanwhile, takes the lease
 * after all.
 */
const takeLease: (
  storage: Storage,
  ...asked: Parameters<WebhookStore['takeLease']>
) => Promise<Held | undefined> = async (storage, lane, { worker, now, until }) => {
  const take = () =>
    updateLease(storage, lane, {
      UpdateExpression: 'SET lease_until = :until, worker = :worker, #ttl = :ttl ADD words :one',
      ConditionExpression: free,
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':until': until,
        ':worker': worker,
        ':ttl': Math.floor(now / 1000) + keptSeconds,
        ':one': 1,
        ':now': now,
      },
    });
  for (;;) {
    const taken = await take();
    if (taken.ok) return { words: Number(taken.item?.words) };
    const { item } = await updateLease(storage, lane, {
      UpdateExpression: 'ADD words :one',
      ExpressionAttributeValues: { ':one': 1 },
    });
    if (item?.lease_until !== undefined && Number(item.lease_until) >= now) return undefined;
  }
};

/** Also free for the worker that has it: it repeats a take whose response was lost. */
const free = 'attribute_not_exists(lease_until) OR lease_until < :now OR worker = :worker';

const renewLease: (storage: Storage, ...asked: Parameters<WebhookStore['renewLease']>) => Promise<boolean> =
  async (storage, lane, { worker, until }) => {
    const { ok } = await updateLease(storage, lane, {
      UpdateExpression: 'SET lease_until = :until',
      ConditionExpression: 'worker = :worker',
      ExpressionAttributeValues: { ':until': until, ':worker': worker },
    });
    return ok;
  };

const releaseLease: (
  storage: Storage,
  ...asked: Parameters<WebhookStore['releaseLease']>
) => Promise<true | Held> = async (storage, lane, worker, { words }) => {
  const { ok, item } = await updateLease(storage, lane, {
    UpdateExpression: 'REMOVE lease_until, worker',
    ConditionExpression: 'worker = :worker AND words = :words',
    ExpressionAttributeValues: { ':worker': worker, ':words': words },
  });
  return ok || item?.worker !== worker ? true : { words: Number(item.words) };
};

/** The lease after the update, or its current state if the condition failed. */
const updateLease = (
  storage: Storage,
  lane: Lane,
  update: Pick<
    UpdateCommandInput,
    'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
  >,
): Promise<{ readonly ok: boolean; readonly item: Item | undefined }> =>
  callStorage<{ readonly ok: boolean; readonly item: Item | undefined }>(
    storage,
    async () => {
      const { Attributes } = await storage.client.send(
        new UpdateCommand({
          TableName: storage.tables.events,
          Key: { id: leaseId(lane) },
          ...update,
          ReturnValues: 'ALL_NEW' satisfies ReturnValue,
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return { ok: true, item: Attributes };
    },
    (error) =>
      error instanceof ConditionalCheckFailedException
        ? { ok: false, item: error.Item && unmarshall(error.Item) }
        : undefined,
  );
