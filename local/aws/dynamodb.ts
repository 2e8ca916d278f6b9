import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import {
  type AttributeDefinition,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ListTablesCommand,
  type Projection,
  ResourceInUseException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import {
  type IndexDescription,
  type TableDescription,
  type TableKey,
  tables,
} from '../../lib/storage/tables.ts';
import { listen } from '../support/listen.ts';
import { startServing } from '../support/start-child.ts';
import type { Credentials } from './credentials.ts';
import type { StoreOrders } from './serve-dynamodb.ts';
import { connectTo, type Store } from './store-of.ts';

export type LocalDynamoDb = Store & {
  /** Resolves when the process has ended, by `close` or by itself. */
  readonly ended: Promise<void>;
  /** Ends the process; data in memory is lost with it. */
  readonly close: () => Promise<void>;
};

const front = join(import.meta.dirname, 'serve-dynamodb.ts');

export type DynamoDbOptions = {
  /** The only ones that its callers may sign with. */
  readonly credentials: Credentials;
  /** Keeps the data in `dynamodb.db` there; in memory if undefined. */
  readonly dataDir?: string | undefined;
};

/** Starts the DynamoDB-compatible server behind a check of signatures, and waits until it answers. */
export const startDynamoDb = async ({ credentials, dataDir }: DynamoDbOptions): Promise<LocalDynamoDb> => {
  const command = findBinary();
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const storage = dataDir === undefined ? [] : ['--db-path', join(dataDir, 'dynamodb.db')];
  let output = '';
  // Not every system lets a program have a network of its own, and a port that was free when it was chosen may be taken.
  for (const alone of process.platform === 'linux' ? [true, false, false] : [false, false]) {
    const socket = createServer();
    const { url } = await listen(socket);
    const [program = '', ...parameters] = [...(alone ? inOwnNetwork : []), process.execPath, front];
    const orders: StoreOrders = { command, storage, credentials, alone };
    const child = await startServing(program, parameters, orders, socket);
    if (child.isReady) {
      if (!alone) console.error(withoutOwnNetwork);
      return { url, credentials, ended: child.ended, close: child.stop };
    }
    output = child.output().trim() || output;
  }
  throw new Error(`The local DynamoDB did not start: ${output}`);
};

const withoutOwnNetwork =
  'This system gives the local store no network of its own, so other users of this machine can reach it. Use it only where you are alone.';

/** There, only the program's own loopback interface exists: the server behind it has no address that anybody else could use. */
const inOwnNetwork = [
  'unshare',
  '--map-root-user',
  '--net',
  'sh',
  '-c',
  'ip link set lo up && exec "$0" "$@"',
];

/** Creates the service's missing tables, with indexes and TTL, and missing indexes of a data folder's tables, under the names `nameOf` gives. */
export const createTables = (store: Store, nameOf: (table: TableDescription) => string): Promise<void> =>
  createTablesOf(tables, store, nameOf);

type Described = Omit<TableDescription, 'id' | 'variable'>;

/** The same, for other tables. */
export const createTablesOf = async <Table extends Described>(
  described: readonly Table[],
  store: Store,
  nameOf: (table: Table) => string,
): Promise<void> => {
  const client = connectTo(store);
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand());
    const missing = described.filter((table) => !TableNames.includes(nameOf(table)));
    await Promise.all(
      described.map((table) =>
        missing.includes(table)
          ? createTable(client, table, nameOf(table))
          : addIndexes(client, table, nameOf(table)),
      ),
    );
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

/** One at a time, as DynamoDB takes them. What an earlier release stored is in those whose keys it has. */
const addIndexes = async (client: DynamoDBClient, table: Described, TableName: string): Promise<void> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const there = new Set(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  for (const index of table.indexes.filter(({ name }) => !there.has(name)))
    await client.send(
      new UpdateTableCommand({
        TableName,
        AttributeDefinitions: definitionsOf([index.partition_key, index.sort_key]),
        GlobalSecondaryIndexUpdates: [{ Create: indexInput(index) }],
      }),
    );
};

const indexInput = (index: IndexDescription) => ({
  IndexName: index.name,
  KeySchema: [
    { AttributeName: index.partition_key.name, KeyType: 'HASH' as const },
    { AttributeName: index.sort_key.name, KeyType: 'RANGE' as const },
  ],
  Projection: projectionOf(index),
});

const definitionsOf = (keys: readonly TableKey[]): AttributeDefinition[] =>
  [...new Map(keys.map(({ name, type }) => [name, type]))].map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  }));

const toInput = (table: Described, TableName: string): CreateTableCommandInput => {
  const indexes = table.indexes.map(indexInput);
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: definitionsOf([
      table.partition_key,
      ...(table.sort_key ? [table.sort_key] : []),
      ...table.indexes.flatMap((index) => [index.partition_key, index.sort_key]),
    ]),
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
