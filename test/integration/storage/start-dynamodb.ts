import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { type TableId, tables } from '../../../lib/storage/tables.ts';
import { createTables, startDynamoDb } from '../../../local/aws/dynamodb.ts';

export type DynamoDb = {
  readonly url: string;
  readonly tables: Readonly<Record<TableId, string>>;
  readonly close: () => Promise<void>;
};

/** A DynamoDB-compatible server of its own, in memory, with the service's tables under the names `nameOf` gives. */
export const startDynamoDbWithTables = async (
  nameOf: (id: TableId) => string = (id) => id,
): Promise<DynamoDb> => {
  const { url, close } = await startDynamoDb();
  await createTables(url, ({ id }) => nameOf(id));
  const names = Object.fromEntries(tables.map(({ id }) => [id, nameOf(id)]));
  return { url, close, tables: names as Record<TableId, string> };
};

/** How a client reaches a server on this machine, which takes any credentials. */
export const clientOf = (url: string): DynamoDBClientConfig => ({
  endpoint: url,
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
