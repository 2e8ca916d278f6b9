import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { healthCalls, idleHealthReads } from '../../../infra/cost/payment-calls.ts';
import { addParts } from '../../../lib/domain-events/health/add-parts.ts';
import { foldHealth } from '../../../lib/domain-events/health/fold-health.ts';
import type { HealthPorts } from '../../../lib/domain-events/health/health-ports.ts';
import { createHealthStore } from '../../../lib/storage/health-store.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { countsOf, well } from '../../unit/routing/health/windows.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
const plain = new DynamoDBClient(clientOf(dynamodb.url));
afterAll(async () => {
  plain.destroy();
  await dynamodb.close();
});

/** Items read and written. */
const units = { reads: 0, writes: 0 };
plain.middlewareStack.add(
  (next, context) => (args) => {
    const name = String(context.commandName);
    const input = args.input as {
      readonly RequestItems?: Readonly<Record<string, { readonly Keys: unknown[] }>>;
    };
    const keys = Object.values(input.RequestItems ?? {}).flatMap(({ Keys }) => Keys);
    if (name === 'BatchGetItemCommand') units.reads += keys.length;
    else if (name === 'GetItemCommand') units.reads++;
    else units.writes += name === 'TransactWriteItemsCommand' ? 2 : 1;
    return next(args);
  },
  { step: 'initialize' },
);

let now = 1_763_630_000;
const storage = {
  client: documentClient(plain),
  tables: dynamodb.tables,
  clock: { now: () => now * 1000, sleep: async () => undefined },
  random: () => 0.5,
};
const ports: HealthPorts = {
  health: createHealthStore(storage),
  rows: { putRows: async () => undefined },
  sinks: [],
  clock: storage.clock,
  log: () => undefined,
  livemode: false,
  tick_s: 5,
};

const taken = async (work: () => Promise<unknown>) => {
  Object.assign(units, { reads: 0, writes: 0 });
  await work();
  return { ...units };
};

test('health makes the reads and writes that its cost counts, whatever the traffic', async () => {
  await foldHealth(ports);
  now += 60;
  expect(await taken(() => foldHealth(ports))).toEqual({ reads: idleHealthReads, writes: 0 });

  let sequence = 0;
  const window = (payments: number) => async () => {
    now += 5;
    const counts = countsOf(well).map((count) => ({
      ...count,
      approval: { ok: payments, failed: 0 },
      technical: { ok: payments, failed: 0 },
    }));
    const one = String(++sequence);
    await addParts(ports, 'shard', [{ at: now - 1, counts, first: one, last: one }]);
  };
  now += 1;
  for (const payments of [1, 1_000]) {
    expect(await taken(window(payments))).toEqual({ reads: 0, writes: healthCalls.window_writes });
    await foldHealth(ports);
  }
  // From the first counts on; stored in one of the twelve windows of a minute.
  const minute = { reads: 0, writes: 0 };
  for (let left = 24; left > 0; left--) {
    await window(10)();
    const { reads, writes } = await taken(() => foldHealth(ports));
    if (left > 12) continue;
    minute.reads += reads;
    minute.writes += writes;
  }
  expect(minute).toEqual({ reads: 12 * healthCalls.fold_reads, writes: healthCalls.stored });
});
