import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../types/ports.ts';
import type { TableId } from './tables.ts';

/** Shared by all storage functions. `random` gives 0 ≤ x < 1, for jitter. */
export type Storage = {
  readonly client: DynamoDBDocumentClient;
  readonly tables: Readonly<Record<TableId, string>>;
  readonly clock: Clock;
  readonly random: () => number;
};

/** The client that writes records: undefined properties are not stored. Destroy `client` itself; this one holds no resources. */
export const documentClient = (client: DynamoDBClient): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
