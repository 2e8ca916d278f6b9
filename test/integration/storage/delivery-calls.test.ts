import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { deliveryCalls } from '../../../infra/cost/payment-calls.ts';
import { eventRow } from '../../../lib/domain-events/event-row.ts';
import { deliverDue } from '../../../lib/outbound-webhooks/deliver-due.ts';
import { defaultDeliverySchedule } from '../../../lib/outbound-webhooks/delivery-schedule.ts';
import { enqueueDeliveries } from '../../../lib/outbound-webhooks/enqueue-deliveries.ts';
import { createRowStore } from '../../../lib/storage/rows.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { createWebhookStore } from '../../../lib/storage/webhook-store.ts';
import type { Lane } from '../../../lib/types/webhook.ts';
import { endpointNamed, eventNamed } from '../../unit/outbound-webhooks/outside-world.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
const plain = new DynamoDBClient(clientOf(dynamodb.url));
afterAll(async () => {
  plain.destroy();
  await dynamodb.close();
});

type Call = { readonly name: string; readonly items: number };

const calls: Call[] = [];
plain.middlewareStack.add(
  (next, context) => (args) => {
    const { RequestItems = {} } = args.input as {
      readonly RequestItems?: Record<string, { readonly Keys?: unknown[] }>;
    };
    const keys = Object.values(RequestItems).flatMap(({ Keys = [] }) => Keys);
    calls.push({ name: String(context.commandName).replace('Command', ''), items: Math.max(1, keys.length) });
    return next(args);
  },
  { step: 'finalizeRequest' },
);

/** It does not move, so that nothing is looked at again because the machine is slow. */
const clock = {
  now: () => 1_763_630_000_000,
  sleep: () => new Promise<void>((resolve) => setImmediate(resolve)),
};
const storage = { client: documentClient(plain), tables: dynamodb.tables, clock, random: () => 0.5 };
const store = createWebhookStore(storage);

/** Puts these events on their way to one endpoint and runs each woken worker to its end. */
const deliver = async (ids: readonly string[], endpoint: string) => {
  const { rev } = await store.endpoints();
  await store.replaceEndpoints(rev, [endpointNamed(endpoint)]);
  await createRowStore(storage).putRows(ids.map((id) => eventRow(eventNamed(id))));
  calls.length = 0;
  const woken: Lane[] = [];
  const ports = { store, clock, log: () => undefined, wake: async (lane: Lane) => void woken.push(lane) };
  await enqueueDeliveries(ports, ids.map(eventNamed));
  const tallies = await Promise.all(
    woken.map((lane) =>
      deliverDue(
        {
          ...ports,
          worker: `w${lane.lane}`,
          random: Math.random,
          schedule_s: defaultDeliverySchedule,
          deadline: clock.now() + 55_000,
          send: async () => ({ kind: 'answered', status: 200, headers: {}, body: '' }),
        },
        lane,
      ),
    ),
  );
  const sumOf = (...names: readonly string[]) =>
    calls.filter(({ name }) => names.includes(name)).reduce((sum, { items }) => sum + items, 0);
  return {
    workers: woken.length,
    succeeded: tallies.reduce((sum, { succeeded }) => sum + succeeded, 0),
    requests: {
      reads: sumOf('GetItem', 'BatchGetItem'),
      queries: sumOf('Query'),
      writes: sumOf('PutItem', 'UpdateItem'),
    },
  };
};

test('delivering an event to one endpoint makes the calls that its cost counts, and no others', async () => {
  const { workers, succeeded, requests } = await deliver(['evt_1'], 'we_1');
  expect({ workers, succeeded, requests }).toEqual({ workers: 1, succeeded: 1, requests: deliveryCalls });
  const { reads, queries, writes } = deliveryCalls;
  expect(calls.reduce((sum, { items }) => sum + items, 0)).toBe(reads + queries + writes);
});

test('a hundred events of one batch share their workers, leases, queries and reads of the endpoint', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `evt_batch${index}`);
  const { workers, succeeded, requests } = await deliver(ids, 'we_2');
  expect({ workers, succeeded }).toEqual({ workers: 4, succeeded: 100 });
  // Each event: its own row and the event read, the row written twice.
  expect(requests.reads).toBe(2 * 100 + 1 + workers);
  expect(requests.writes).toBe(2 * 100 + 2 * workers);
  expect(requests.queries).toBeLessThanOrEqual(4 * workers);
  expect(calls.filter(({ name }) => name === 'BatchGetItem')).toHaveLength(workers);
});
