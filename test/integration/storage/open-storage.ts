import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll } from '@jest/globals';
import { documentClient, type Storage } from '../../../lib/storage/storage.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

/** The service's tables for one file of tests, and a client of them. Closed after its tests. `now`: the storage's clock, in Unix milliseconds. */
export const openStorage = async (now: () => number = Date.now) => {
  const dynamodb = await startDynamoDbWithTables();
  const connection = new DynamoDBClient(clientOf(dynamodb.url));
  afterAll(async () => {
    connection.destroy();
    await dynamodb.close();
  });
  const storage: Storage = {
    client: documentClient(connection),
    tables: dynamodb.tables,
    clock: { now, sleep: async () => undefined },
    random: () => 0.5,
  };
  return { dynamodb, connection, storage };
};
