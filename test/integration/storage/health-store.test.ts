import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe } from '@jest/globals';
import { createHealthStore } from '../../../lib/storage/health-store.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { describeHealthStore } from '../../contract/health-store.ts';
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
  describeHealthStore(async () => {
    await empty();
    return createHealthStore({
      client,
      tables: dynamodb.tables,
      clock: { now: Date.now, sleep: async () => undefined },
      random: () => 0.5,
    });
  }));
