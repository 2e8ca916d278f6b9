import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { type TableId, tables } from '../../../lib/storage/tables.ts';
import type { AwsCredentials } from '../../../local/aws/credentials.ts';
import { createTables, type LocalDynamoDb, startDynamoDb } from '../../../local/aws/dynamodb.ts';

export type DynamoDb = Pick<LocalDynamoDb, 'url' | 'credentials'> & {
  readonly tables: Readonly<Record<TableId, string>>;
  readonly close: () => Promise<void>;
};

/** A DynamoDB-compatible server of its own, in memory, with the service's tables under the names `nameOf` gives. */
export const startDynamoDbWithTables = async (
  nameOf: (id: TableId) => string = (id) => id,
): Promise<DynamoDb> => {
  const store = await startDynamoDb({ credentials });
  await createTables(store, ({ id }) => nameOf(id));
  const names = Object.fromEntries(tables.map(({ id }) => [id, nameOf(id)]));
  return { ...store, tables: names as Record<TableId, string> };
};

/** Those of the stores that tests start. */
export const credentials: AwsCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** How a client reaches such a store. */
export const clientOf = (url: string): DynamoDBClientConfig => ({
  endpoint: url,
  region: 'eu-central-1',
  credentials,
});
