import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { describePaymentStore } from '../../contract/payment-store.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

describePaymentStore('DynamoDB', async () => {
  const dynamodb = await startDynamoDbWithTables();
  const connection = new DynamoDBClient(clientOf(dynamodb.url));
  const client = documentClient(connection);
  const clock = { now: Date.now, sleep: async () => undefined };
  return {
    store: createPaymentStore({ client, tables: dynamodb.tables, clock, random: () => 0.5 }),
    plant: async (TableName, record) => {
      const Item = Object.fromEntries(Object.entries(record).map(([key, value]) => [key, withMaps(value)]));
      await client.send(new PutCommand({ TableName, Item }));
    },
    peek: async (TableName, id) => (await client.send(new GetCommand({ TableName, Key: { id } }))).Item,
    close: async () => {
      connection.destroy();
      await dynamodb.close();
    },
  };
});

/** The same value with its objects as maps, whose keys the document client takes as they are. */
const withMaps = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withMaps);
  return new Map(Object.entries(value).map(([key, entry]) => [key, withMaps(entry)]));
};
