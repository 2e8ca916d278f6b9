import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ListTablesCommand,
  type Projection,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { type IndexDescription, type TableDescription, tables } from '../../lib/storage/tables.ts';
import { freePort } from '../free-port.ts';
import { type Child, startChild } from '../start-child.ts';

export type LocalDynamoDb = {
  readonly url: string;
  /** Resolves when the process has ended, by `close` or by itself. */
  readonly ended: Promise<void>;
  /** Ends the process; data in memory is lost with it. */
  readonly close: () => Promise<void>;
};

/** Starts the DynamoDB-compatible server, in memory or on `dataDir/dynamodb.db`, and waits until it answers. */
export const startDynamoDb = async (dataDir?: string): Promise<LocalDynamoDb> => {
  const command = findBinary();
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const storage = dataDir === undefined ? [] : ['--db-path', join(dataDir, 'dynamodb.db')];
  // The port is free when chosen, but may be taken before the program binds it.
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const child = startChild(command, ['serve', '--port', String(port), ...storage]);
    const url = `http://127.0.0.1:${port}`;
    if (await answers(url, child)) return { url, ended: child.ended, close: child.stop };
    await child.stop();
    if (attempt === 3) throw new Error(`The local DynamoDB did not start: ${child.output().trim()}`);
  }
};

/** Creates the service's missing tables, with indexes and TTL, under the names `nameOf` gives. */
export const createTables = (url: string, nameOf: (table: TableDescription) => string): Promise<void> =>
  createTablesOf(tables, url, nameOf);

type Described = Omit<TableDescription, 'id' | 'variable'>;

/** The same, for other tables. */
export const createTablesOf = async <Table extends Described>(
  described: readonly Table[],
  url: string,
  nameOf: (table: Table) => string,
): Promise<void> => {
  const client = createClient(url);
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand());
    const missing = described.filter((table) => !TableNames.includes(nameOf(table)));
    await Promise.all(missing.map((table) => createTable(client, table, nameOf(table))));
  } finally {
    client.destroy();
  }
};

const createTable = async (client: DynamoDBClient, table: Described, name: string): Promise<void> => {
  try {
    const { TableDescription } = await client.send(new CreateTableCommand(toInput(table, name)));
    if (TableDescription?.TableStatus !== 'ACTIVE')
      await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName: name });
  } catch (error) {
    if (error instanceof ResourceInUseException) return;
    throw error;
  }
  if (table.ttl === undefined) return;
  const TimeToLiveSpecification = { AttributeName: table.ttl, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
};

const toInput = (table: Described, TableName: string): CreateTableCommandInput => {
  const keys = new Map(
    [
      table.partition_key,
      ...(table.sort_key ? [table.sort_key] : []),
      ...table.indexes.flatMap((index) => [index.partition_key, index.sort_key]),
    ].map(({ name, type }) => [name, type]),
  );
  const indexes = table.indexes.map((index) => ({
    IndexName: index.name,
    KeySchema: [
      { AttributeName: index.partition_key.name, KeyType: 'HASH' as const },
      { AttributeName: index.sort_key.name, KeyType: 'RANGE' as const },
    ],
    Projection: projectionOf(index),
  }));
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...keys].map(([name, type]) => ({ AttributeName: name, AttributeType: type })),
    KeySchema: [
      { AttributeName: table.partition_key.name, KeyType: 'HASH' },
      ...(table.sort_key ? [{ AttributeName: table.sort_key.name, KeyType: 'RANGE' as const }] : []),
    ],
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    ...(table.stream && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  };
};

const projectionOf = ({ projection }: IndexDescription): Projection =>
  projection === 'KEYS_ONLY'
    ? { ProjectionType: projection }
    : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projection] };

/** Whether the server exists on this machine: not every platform has it. */
export const isDynamoDbInstalled = (): boolean => {
  try {
    findBinary();
    return true;
  } catch {
    return false;
  }
};

const findBinary = (): string => {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const binary = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}/${binary}`);
  } catch {
    throw new Error(
      `The local store's binary (@dynoxide/${platform}) is not installed. Start a DynamoDB-compatible server yourself and set its address: AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 npm start`,
    );
  }
};

const readyWithinMs = 10_000;

const answers = async (url: string, child: Child): Promise<boolean> => {
  const client = createClient(url);
  try {
    const deadline = performance.now() + readyWithinMs;
    while (performance.now() < deadline && !child.hasEnded()) {
      const ready = await client.send(new ListTablesCommand()).then(
        () => true,
        () => false,
      );
      // Another program that took the port may have answered instead.
      if (ready && !child.hasEnded()) return true;
      await sleep(10);
    }
    return false;
  } finally {
    client.destroy();
  }
};

const createClient = (endpoint: string): DynamoDBClient => {
  const outside = process.env.AWS_ENDPOINT_URL_DYNAMODB === endpoint;
  const local = { region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  return new DynamoDBClient({ endpoint, maxAttempts: 1, ...(!outside && local) });
};
