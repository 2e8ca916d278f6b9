import { type BatchGetItemCommandOutput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { batchGet } from '../../../lib/storage/batch-get.ts';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import { documentClient, type Storage } from '../../../lib/storage/storage.ts';
import { sampleCharge } from '../../contract/sample-records.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
const connection = new DynamoDBClient(clientOf(dynamodb.url));
const client = documentClient(connection);
/** How many of the next batches DynamoDB puts off but for their first key, and the ids that each batch asked for. */
let putOff = 0;
let asked: unknown[][] = [];
let slept = 0;
client.middlewareStack.add(
  (next) => async (args) => {
    const { RequestItems } = args.input as BatchGetCommand['input'];
    const [keys = []] = Object.values(RequestItems ?? {}).map(({ Keys = [] }) => Keys);
    if (keys.length === 0) return next(args);
    asked.push(keys.map(({ id }) => id));
    if (putOff === 0) return next(args);
    putOff--;
    const [first, ...later] = keys;
    const answer = await next({
      ...args,
      input: { RequestItems: { charges: { Keys: [first], ConsistentRead: true } } },
    } as typeof args);
    const rest = later.length > 0 ? later : [first];
    const output = answer.output as BatchGetItemCommandOutput;
    output.UnprocessedKeys = { charges: { Keys: rest as never, ConsistentRead: true } };
    if (later.length === 0) output.Responses = {};
    return answer;
  },
  { step: 'initialize', priority: 'high' },
);
const storage: Storage = {
  client,
  tables: dynamodb.tables,
  clock: {
    now: Date.now,
    sleep: async () => {
      slept++;
    },
  },
  random: () => 0.5,
};
for (const id of ['ch_a', 'ch_b', 'ch_c'])
  await createPaymentStore(storage).commit([{ table: 'charges', item: sampleCharge(id), expects: 'absent' }]);

afterEach(() => {
  putOff = 0;
  asked = [];
  slept = 0;
});
afterAll(async () => {
  connection.destroy();
  await dynamodb.close();
});

describe('a batch of reads', () => {
  test('leaves out missing items, and makes no call for an empty list', async () => {
    expect([...(await batchGet(storage, 'charges', ['ch_a', 'ch_none'])).keys()]).toEqual(['ch_a']);
    expect([...(await batchGet(storage, 'charges', []))]).toEqual([]);
    expect(asked).toEqual([['ch_a', 'ch_none']]);
  });

  test('asks again, after a pause, only for unprocessed items', async () => {
    putOff = 2;
    const found = await batchGet(storage, 'charges', ['ch_a', 'ch_b', 'ch_c']);
    expect([...found.keys()].toSorted()).toEqual(['ch_a', 'ch_b', 'ch_c']);
    expect(asked).toEqual([['ch_a', 'ch_b', 'ch_c'], ['ch_b', 'ch_c'], ['ch_c']]);
    expect(slept).toBe(2);
  });

  test('gives up in the end rather than return a part', async () => {
    putOff = 100;
    await expect(batchGet(storage, 'charges', ['ch_a', 'ch_b'])).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(asked).toHaveLength(5);
  });
});
