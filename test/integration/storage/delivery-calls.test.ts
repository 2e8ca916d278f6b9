import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { deliveryCalls } from '../../../infra/payment-calls.ts';
import { eventRow } from '../../../lib/events/event-row.ts';
import { createRowStore } from '../../../lib/storage/rows.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { createWebhookStore } from '../../../lib/storage/webhook-store.ts';
import { deliverDue } from '../../../lib/webhooks/deliver-due.ts';
import { defaultSchedule } from '../../../lib/webhooks/delivery-schedule.ts';
import { enqueueDeliveries } from '../../../lib/webhooks/enqueue-deliveries.ts';
import { endpointNamed, eventNamed } from '../../unit/webhooks/outside-world.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
const plain = new DynamoDBClient(clientOf(dynamodb.url));
afterAll(async () => {
  plain.destroy();
  await dynamodb.close();
});

test('delivering an event to one endpoint makes the calls that its cost counts', async () => {
  const calls: string[] = [];
  plain.middlewareStack.add(
    (next, context) => (args) => {
      calls.push(String(context.commandName).replace('Command', ''));
      return next(args);
    },
    { step: 'finalizeRequest' },
  );
  const clock = { now: Date.now, sleep: async () => undefined };
  const storage = {
    client: documentClient(plain),
    tables: dynamodb.tables,
    clock,
    random: () => 0.5,
  };
  const store = createWebhookStore(storage);
  const event = eventNamed('evt_1');
  await store.replaceEndpoints(0, [endpointNamed('we_1')]);
  await createRowStore(storage).putRows([eventRow(event)]);

  calls.length = 0;
  const ports = { store, clock, report: () => undefined, wake: async () => undefined };
  await enqueueDeliveries(ports, [event]);
  const tally = await deliverDue(
    {
      ...ports,
      worker: 'w1',
      random: Math.random,
      schedule_s: defaultSchedule,
      deadline: Date.now() + 55_000,
      send: async () => ({ kind: 'answered', status: 200, headers: {}, body: '' }),
    },
    'we_1',
  );
  expect(tally).toEqual({ succeeded: 1, failed: 0 });
  const count = (...names: readonly string[]) => calls.filter((name) => names.includes(name)).length;
  expect({
    reads: count('GetItem'),
    queries: count('Query'),
    writes: count('PutItem', 'UpdateItem'),
  }).toEqual(deliveryCalls);
  expect(calls).toHaveLength(deliveryCalls.reads + deliveryCalls.queries + deliveryCalls.writes);
});
