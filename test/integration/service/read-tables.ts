import { type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { type TableId, tables } from '../../../lib/storage/tables.ts';
import { connectTo, storeOf } from '../../../local/aws/store-of.ts';
import type { Service } from './start-service.ts';

/** Every item of every table, as the wire has it. */
export const readTables = async ({
  environment,
}: Pick<Service, 'environment'>): Promise<Readonly<Record<TableId, readonly object[]>>> => {
  const client = connectTo(storeOf(environment));
  try {
    const read = await Promise.all(
      tables.map(async ({ id, variable }) => [id, await scan(client, environment[variable] ?? '')] as const),
    );
    return Object.fromEntries(read) as Record<string, object[]> as Record<TableId, object[]>;
  } finally {
    client.destroy();
  }
};

/** The same without what a stream tells and counts of the other tables, which comes later, and without what a poll of the rules leaves. */
export const readWritten = async (
  service: Pick<Service, 'environment'>,
): Promise<Readonly<Record<TableId, readonly object[]>>> => {
  const tables = await readTables(service);
  return { ...tables, configuration: [], events: tables.events.filter((item) => !isReported(item)) };
};

const isReported = (item: { readonly id?: { readonly S?: string } }): boolean =>
  /^((evt|re|dp|mov|aud|health)_|(hour|health)#)/.test(item.id?.S ?? '');

const scan = async (client: DynamoDBClient, TableName: string): Promise<object[]> => {
  const items: object[] = [];
  let ExclusiveStartKey: Record<string, never> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName, ConsistentRead: true, ...(ExclusiveStartKey && { ExclusiveStartKey }) }),
    );
    items.push(...Items);
    ExclusiveStartKey = LastEvaluatedKey as Record<string, never> | undefined;
  } while (ExclusiveStartKey !== undefined);
  return items;
};
