import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { createSharedSessions } from '../../../lib/storage/shared-sessions.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { describeSharedSessions } from '../../contract/shared-sessions.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const start = async () => {
  const dynamodb = await startDynamoDbWithTables();
  const connection = new DynamoDBClient(clientOf(dynamodb.url));
  const client = documentClient(connection);
  const clock = { now: Date.now, sleep: async () => undefined };
  const sessions = createSharedSessions({ client, tables: dynamodb.tables, clock, random: () => 0.5 });
  const close = async () => {
    connection.destroy();
    await dynamodb.close();
  };
  return { sessions, client, close };
};

describeSharedSessions('DynamoDB', start);

test('a session that a newer release wrote is refused', async () => {
  const { sessions, client, close } = await start();
  await client.send(new PutCommand({ TableName: 'configuration', Item: { id: 'session', v: 99 } }));
  await expect(sessions.read()).rejects.toMatchObject({ code: 'storage_unavailable' });
  await close();
});
