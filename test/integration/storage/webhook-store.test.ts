import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe } from '@jest/globals';
import { documentClient } from '../../../lib/storage/storage.ts';
import { createWebhookStore } from '../../../lib/storage/webhook-store.ts';
import { describeWebhookStore } from '../../contract/webhook-store.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
const plain = new DynamoDBClient(clientOf(dynamodb.url));
const client = documentClient(plain);

afterAll(async () => {
  plain.destroy();
  await dynamodb.close();
});

const empty = async (): Promise<void> => {
  const TableName = dynamodb.tables.events;
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  for (const { id } of Items) await client.send(new DeleteCommand({ TableName, Key: { id } }));
};

describe('the DynamoDB store', () =>
  describeWebhookStore(async () => {
    await empty();
    return createWebhookStore({
      client,
      tables: dynamodb.tables,
      clock: { now: Date.now, sleep: async () => undefined },
      random: () => 0.5,
    });
  }));
