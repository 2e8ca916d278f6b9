import { DeleteItemCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe } from '@jest/globals';
import { createPaymentMethods } from '../../../lib/storage/payment-methods.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { createMemoryPaymentMethods } from '../../../local/memory/memory-payment-methods.ts';
import { describePaymentMethods } from '../../contract/payment-methods.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
const client = new DynamoDBClient(clientOf(dynamodb.url));
const storage = {
  client: documentClient(client),
  tables: dynamodb.tables,
  clock: { now: Date.now, sleep: async () => undefined },
  random: () => 0.5,
};

afterAll(async () => {
  client.destroy();
  await dynamodb.close();
});

describe('in DynamoDB', () => {
  describePaymentMethods(async () => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: 'events' }));
    for (const { id } of Items)
      if (id) await client.send(new DeleteItemCommand({ TableName: 'events', Key: { id } }));
    return createPaymentMethods(storage);
  });
});

describe('in memory', () => {
  describePaymentMethods(async () => createMemoryPaymentMethods());
});
