import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, test } from '@jest/globals';
import { chargesByLast4, tables } from '../../../lib/storage/tables.ts';
import { createTables, createTablesOf, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { connectTo } from '../../../local/aws/store-of.ts';
import { startChild } from '../../../local/support/start-child.ts';
import { runProgram, untilFree } from './run-program.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const start = async (dataDir?: string) => {
  const running = await startDynamoDb({ credentials, dataDir });
  const client = new DynamoDBClient({
    endpoint: running.url,
    region: 'local',
    maxAttempts: 1,
    credentials,
  });
  closers.push(running.close, () => client.destroy());
  await createTables(running, ({ id }) => `test-${id}`);
  return { running, client };
};

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'dynamodb-'));
  closers.push(() => rmSync(path, { recursive: true }));
  return path;
};

describe('the local DynamoDB', () => {
  test('gives the tables of an earlier release the indexes that they lack; what they hold is found in them', async () => {
    const running = await startDynamoDb({ credentials, dataDir: folder() });
    const client = connectTo(running);
    closers.push(running.close, () => client.destroy());
    const [charges] = tables.filter(({ id }) => id === 'charges');
    if (!charges) throw new Error('no table of charges');
    const [first, ...others] = charges.indexes;
    await createTablesOf([{ ...charges, indexes: first ? [first] : [] }], running, () => 'earlier');
    const Item = { id: { S: 'ch_1' }, list_key: { S: '1#ch_1' }, last4: { S: '4242' } };
    await client.send(new PutItemCommand({ TableName: 'earlier', Item }));
    for (let start = 0; start < 2; start++) await createTablesOf([charges], running, () => 'earlier');
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'earlier' }));
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(
      charges.indexes.map(({ name }) => name),
    );
    expect(others.map(({ name }) => name)).toContain(chargesByLast4.name);
    const found = await client.send(
      new QueryCommand({
        TableName: 'earlier',
        IndexName: chargesByLast4.name,
        KeyConditionExpression: 'last4 = :last4',
        ExpressionAttributeValues: { ':last4': { S: '4242' } },
      }),
    );
    expect(found.Items).toHaveLength(1);
  });

  test('has every table of the description: key, indexes, stream, TTL; creating them again changes nothing', async () => {
    const { running, client } = await start();
    await createTables(running, ({ id }) => `test-${id}`);
    for (const table of tables) {
      const TableName = `test-${table.id}`;
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      expect(Table?.KeySchema).toEqual([
        { AttributeName: table.partition_key.name, KeyType: 'HASH' },
        ...(table.sort_key ? [{ AttributeName: table.sort_key.name, KeyType: 'RANGE' }] : []),
      ]);
      const indexes = Table?.GlobalSecondaryIndexes ?? [];
      expect(
        indexes.map(({ IndexName, KeySchema, Projection }) => [IndexName, KeySchema, Projection]),
      ).toEqual(
        table.indexes.map(({ name, partition_key, sort_key, projection }) => [
          name,
          [
            { AttributeName: partition_key.name, KeyType: 'HASH' },
            { AttributeName: sort_key.name, KeyType: 'RANGE' },
          ],
          projection === 'KEYS_ONLY'
            ? { ProjectionType: projection }
            : { ProjectionType: 'INCLUDE', NonKeyAttributes: projection },
        ]),
      );
      expect(Table?.StreamSpecification).toEqual(
        table.stream && { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      );
      const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
      expect(TimeToLiveDescription?.AttributeName).toBe(table.ttl);
    }
  });

  test('keeps its data in a directory, and frees its port when it is closed', async () => {
    const dataDir = folder();
    const before = await start(dataDir);
    const item = { TableName: 'test-sessions', Item: { id: { S: 'a' } } };
    await before.client.send(new PutItemCommand(item));
    await before.running.close();
    await untilFree(before.running.url);
    const after = await start(dataDir);
    const { Item } = await after.client.send(
      new GetItemCommand({ TableName: 'test-sessions', Key: { id: { S: 'a' } } }),
    );
    expect(Item).toEqual({ id: { S: 'a' } });
  });

  test('dies when its parent is killed, and keeps everything it acknowledged', async () => {
    const dataDir = folder();
    const parent = runProgram(process.execPath, [
      'test/integration/local/programs/start-dynamodb.ts',
      dataDir,
    ]);
    const url = await parent.line((line) => line.startsWith('http://'));
    await createTables({ url, credentials }, ({ id }) => `test-${id}`);
    const client = new DynamoDBClient({
      endpoint: url,
      region: 'local',
      credentials,
    });
    closers.push(() => client.destroy());
    await client.send(new PutItemCommand({ TableName: 'test-charges', Item: { id: { S: 'kept' } } }));
    parent.child.kill('SIGKILL');
    await parent.ended;
    await untilFree(url);
    const after = await start(dataDir);
    const { Item } = await after.client.send(
      new GetItemCommand({ TableName: 'test-charges', Key: { id: { S: 'kept' } } }),
    );
    expect(Item).toEqual({ id: { S: 'kept' } });
  });

  test('starts without a network of its own, checks signatures there too, and says who can reach it', async () => {
    const programs = folder();
    writeFileSync(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const parent = runProgram(process.execPath, ['test/integration/local/programs/start-dynamodb.ts'], {
      PATH: `${programs}:${process.env.PATH}`,
    });
    closers.push(() => void parent.child.kill('SIGKILL'));
    const url = await parent.line((line) => line.startsWith('http://'));
    expect(parent.stderr()).toContain('other users of this machine can reach it');
    await createTables({ url, credentials }, ({ id }) => `test-${id}`);
    const stranger = { accessKeyId: 'local', secretAccessKey: 'guessed' };
    const refused = createTables({ url, credentials: stranger }, ({ id }) => `test-${id}`);
    await expect(refused).rejects.toThrow();
  });

  test('reports when the process ends by itself', async () => {
    const child = startChild('/bin/sh', ['-c', 'echo out of order >&2; exit 3']);
    await child.ended;
    expect(child.hasEnded()).toBe(true);
    expect(child.output()).toContain('out of order');
  });

  test('a program that ignores a request to end is killed', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    closers.push(() => new Promise((resolve) => server.close(resolve)));
    const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const stubborn = `process.on('SIGTERM', () => {}); require('net').connect(${port}); setInterval(() => {}, 1000);`;
    const child = startChild(process.execPath, ['-e', stubborn]);
    const socket = await connected;
    const cut = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    socket.on('error', () => {});
    await child.stop();
    await cut;
    expect(child.hasEnded()).toBe(true);
  });
});
