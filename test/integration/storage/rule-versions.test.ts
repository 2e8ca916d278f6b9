import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRuleVersions } from '../../../lib/storage/rule-versions.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { describeRuleVersions } from '../../contract/rule-versions.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const start = async () => {
  const dynamodb = await startDynamoDbWithTables();
  const connection = new DynamoDBClient(clientOf(dynamodb.url));
  const client = documentClient(connection);
  const clock = { now: Date.now, sleep: async () => undefined };
  const store = createRuleVersions({ client, tables: dynamodb.tables, clock, random: () => 0.5 });
  const close = async () => {
    connection.destroy();
    await dynamodb.close();
  };
  return { store, client, close };
};

describeRuleVersions('DynamoDB', start);

let started: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  started = await start();
});
afterAll(() => started?.close());

test('a version that a newer release wrote is refused', async () => {
  const Item = { rule: 'new', version: 1, v: 99, rev: 1 };
  await started.client.send(new PutCommand({ TableName: 'rules', Item }));
  await expect(started.store.find('new', 1)).rejects.toMatchObject({ code: 'storage_unavailable' });
});
