import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { createRefundAllowances } from '../../../lib/storage/refund-allowances.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
const client = new DynamoDBClient(clientOf(dynamodb.url));
const allowances = createRefundAllowances({
  client: documentClient(client),
  tables: dynamodb.tables,
  clock: { now: Date.now, sleep: async () => undefined },
  random: () => 0.5,
});

afterAll(async () => {
  client.destroy();
  await dynamodb.close();
});

test('a day is empty, then what was written last, and a write from an older reading is refused', async () => {
  const empty = await allowances.read('ada@example.com', '2026-11-28');
  expect(empty).toEqual({ person: 'ada@example.com', day: '2026-11-28', rev: 0, taken: {} });
  const taken = { ch_1: { amount: 300, currency: 'eur' } };
  expect(await allowances.replace({ ...empty, taken })).toBe(true);
  expect(await allowances.replace({ ...empty, taken: {} })).toBe(false);
  const written = await allowances.read('ada@example.com', '2026-11-28');
  expect(written).toEqual({ ...empty, rev: 1, taken });
  expect(await allowances.replace({ ...written, taken: {} })).toBe(true);
  expect(await allowances.replace(written)).toBe(false);
  for (const [person, day] of [
    ['ada@example.com', '2026-11-29'],
    ['bob@example.com', '2026-11-28'],
  ] as const)
    expect((await allowances.read(person, day)).taken).toEqual({});
});
