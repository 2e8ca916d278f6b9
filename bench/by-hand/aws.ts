import { Agent } from 'node:http';
import { type AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The SDK with the limits that the service sets, and otherwise as it comes. */
export const client = new DynamoDBClient({
  maxAttempts: 3,
  retryMode: 'standard',
  requestHandler: {
    httpAgent: new Agent({ keepAlive: true }),
    connectionTimeout: 1_000,
    requestTimeout: 2_000,
    throwOnRequestTimeout: true,
    socketTimeout: 2_000,
  },
});

export type Item = Record<string, AttributeValue>;

export const table = (name: 'SESSIONS' | 'CHARGES' | 'LIMITS'): string => process.env[`TABLE_${name}`] ?? '';

export const S = (value: string): AttributeValue => ({ S: value });
export const N = (value: number): AttributeValue => ({ N: String(value) });
export const nothing: AttributeValue = { NULL: true };

/** What shows a record in its list, oldest first. `at`: Unix milliseconds. */
export const listed = (id: string, at: number) => ({
  list_shard: S(String(id.charCodeAt(id.length - 2) % 4)),
  list_key: S(`${at}#${id}`),
});
