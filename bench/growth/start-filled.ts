import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { type TableId, tables } from '../../lib/storage/tables.ts';
import { createTables, type LocalDynamoDb, startDynamoDb } from '../../local/aws/dynamodb.ts';
import { connectTo, type Store, storeOf } from '../../local/aws/store-of.ts';
import { thousands } from '../support/print-table.ts';
import type { MeasuredService } from '../support/start-service.ts';
import { importSessions } from './import-sessions.ts';

/** A server with this many sessions, each paid by a charge, and the API key of the running service. */
export const startFilled = async (
  { environment }: MeasuredService,
  folder: string,
  count: number,
): Promise<LocalDynamoDb> => {
  const tableNames = Object.fromEntries(
    tables.map(({ id, variable }) => [id, environment[variable] ?? '']),
  ) as Record<TableId, string>;
  const own = storeOf(environment);
  const data = join(folder, `data-${count}`);
  mkdirSync(data);
  const start = performance.now();
  await importSessions({ store: own, tableNames }, data, count);
  console.log(`${thousands(count)} sessions stored in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  const server = await startDynamoDb({ credentials: own.credentials, dataDir: data });
  await createTables(server, ({ id }) => tableNames[id]);
  await copyTable(own, server, tableNames.api_keys);
  return server;
};

const copyTable = async (from: Store, to: Store, TableName: string): Promise<void> => {
  const [source, target] = [from, to].map(connectTo);
  const { Items = [] } = (await source?.send(new ScanCommand({ TableName }))) ?? {};
  for (const Item of Items) await target?.send(new PutItemCommand({ TableName, Item }));
  source?.destroy();
  target?.destroy();
};
