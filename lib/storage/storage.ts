import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Clock } from '../types/ports.ts';
import type { TableId } from './tables.ts';

/** What every storage function works with. `random` gives 0 ≤ x < 1, for jitter. */
export type Storage = {
  readonly client: DynamoDBClient;
  readonly tables: Readonly<Record<TableId, string>>;
  readonly clock: Clock;
  readonly random: () => number;
};
