import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import { describePaymentStore } from '../../contract/payment-store.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

describePaymentStore('DynamoDB', async () => {
  const dynamodb = await startDynamoDbWithTables();
  const client = new DynamoDBClient(clientOf(dynamodb.url));
  const clock = { now: Date.now, sleep: async () => undefined };
  return {
    store: createPaymentStore({ client, tables: dynamodb.tables, clock, random: () => 0.5 }),
    close: async () => {
      client.destroy();
      await dynamodb.close();
    },
  };
});
