import { Agent } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The SDK's document client with the service's limits, and otherwise its defaults. */
export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    retryMode: 'standard',
    requestHandler: {
      httpAgent: new Agent({ keepAlive: true }),
      connectionTimeout: 1_000,
      requestTimeout: 2_000,
      throwOnRequestTimeout: true,
      socketTimeout: 2_000,
    },
  }),
);

/** What is stored is not checked: the names and shapes are the service's. */
// biome-ignore lint/suspicious/noExplicitAny: a record by hand has no schema
export type Item = Record<string, any>;

export const table = (name: 'SESSIONS' | 'CHARGES' | 'LIMITS'): string => process.env[`TABLE_${name}`] ?? '';

/** The attributes that show a record in its list, oldest first. `at`: Unix milliseconds. */
export const listAttributes = (id: string, at: number) => ({
  list_shard: String(id.charCodeAt(id.length - 2) % 4),
  list_key: `${at}#${id}`,
});
