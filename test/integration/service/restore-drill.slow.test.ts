import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DescribeTableCommand,
  type DynamoDBClient,
  PutItemCommand,
  ScanCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TableDescription, tables } from '../../../lib/storage/tables.ts';
import { createTablesOf } from '../../../local/aws/dynamodb.ts';
import { connectTo, storeOf } from '../../../local/aws/store-of.ts';
import { runProgram } from '../local/run-program.ts';
import { apiClient, type Client } from './api-client.ts';
import { methodAt } from './method-at.ts';
import { type Service, startService, temporaryFolder } from './start-service.ts';
import { until } from './until.ts';

/** The steps of `docs/operate.md`, "Restore", on a service of its own: payments before the point in time, payments after it, and what becomes of both. */
describe('a restore', () => {
  const folder = temporaryFolder();
  const restoredName = (name: string) => `${name}-r1`;
  let service: Service;
  let client: Client;
  let kept: string;
  let held: string;
  let lost: string;

  const wire = () => connectTo(storeOf(service.environment));
  const nameOf = ({ variable }: TableDescription) => String(service.environment[variable]);
  const pay = async (fields: object = {}): Promise<string> => {
    const { body: session } = await client.create({ routing_rule: 'stripe', ...fields });
    const { body } = await client.confirm(session.id, methodAt('stripe'));
    if (body.charge === null) throw new Error(JSON.stringify(body));
    return body.charge;
  };

  /** As AWS restores a table: all items of that moment and all indexes; no stream, no TTL. */
  const restoreNow = async (dynamoDb: DynamoDBClient): Promise<void> => {
    const bare = tables.map(({ stream: _stream, ttl: _ttl, ...table }) => table);
    await createTablesOf(bare, storeOf(service.environment), (table) => restoredName(nameOf(table)));
    for (const table of tables) {
      const { Items = [] } = await dynamoDb.send(
        new ScanCommand({ TableName: nameOf(table), ConsistentRead: true }),
      );
      for (const Item of Items)
        await dynamoDb.send(new PutItemCommand({ TableName: restoredName(nameOf(table)), Item }));
    }
  };

  beforeAll(async () => {
    service = await startService({ dataDir: folder.path });
    client = apiClient(service);
    kept = await pay();
    held = await pay({ capture_method: 'manual' });
    await until(
      async () => (await client.charge(kept)).body,
      ({ status }) => status === 'captured',
    );
    const dynamoDb = wire();
    await restoreNow(dynamoDb);
    lost = await pay();
    // What a restore leaves out.
    for (const table of tables) {
      const TableName = restoredName(nameOf(table));
      if (table.stream)
        await dynamoDb.send(
          new UpdateTableCommand({
            TableName,
            StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
          }),
        );
      if (table.ttl !== undefined)
        await dynamoDb.send(
          new UpdateTimeToLiveCommand({
            TableName,
            TimeToLiveSpecification: { AttributeName: table.ttl, Enabled: true },
          }),
        );
    }
    dynamoDb.destroy();
    const switched = Object.fromEntries(tables.map((table) => [table.variable, restoredName(nameOf(table))]));
    await service.stop();
    // A new stream is read from its beginning, as the deploy's new mappings do.
    rmSync(join(folder.path, 'streams.json'), { force: true });
    service = await startService({ dataDir: folder.path, environment: switched });
    client = apiClient(service);
  });

  afterAll(async () => {
    await service?.stop();
    folder.remove();
  });

  test('uses the restored tables, each with its stream and indexes', async () => {
    const dynamoDb = wire();
    for (const table of tables) {
      expect(nameOf(table)).toMatch(/-r1$/);
      const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName: nameOf(table) }));
      expect((Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName).toSorted()).toEqual(
        table.indexes.map(({ name }) => name).toSorted(),
      );
      expect(Table?.StreamSpecification?.StreamEnabled ?? false).toBe(table.stream ?? false);
    }
    dynamoDb.destroy();
  });

  test('keeps API keys and every payment before the point in time, which go on', async () => {
    expect((await client.charge(kept)).body).toMatchObject({ status: 'captured', amount_captured: 2599 });
    expect((await client.refund({ charge: kept, amount: 500 })).status).toBe(200);
    expect((await client.capture({ charge: held })).status).toBe(200);
    const { body: list } = await client.call<{ readonly data: readonly { readonly id: string }[] }>(
      'GET',
      '/v1/charges?psp=stripe',
    );
    expect(list.data.map(({ id }) => id)).toEqual(expect.arrayContaining([kept, held]));
  });

  test('tells new payments through the streams of the restored tables', async () => {
    const charge = await pay();
    await until(
      async () =>
        (await client.call<{ readonly data: readonly object[] }>('GET', '/v1/events?limit=100')).body,
      ({ data }) => JSON.stringify(data).includes(charge),
    );
  });

  test('has lost what came after it, and reconciliation names that, at its PSP, to the cent', async () => {
    expect((await client.charge(lost)).status).toBe(404);
    const report = join(folder.path, 'report.csv');
    writeFileSync(report, await (await fetch(`${service.admin}/psps/stripe/report`)).text());
    const program = runProgram(
      process.execPath,
      ['--no-warnings', 'local/tools/reconcile.ts', '--psp', 'stripe', '--file', report],
      { PORT: new URL(service.base_url).port },
    );
    expect((await program.ended).code).toBe(1);
    const missing = program
      .stdout()
      .split('\n')
      .filter((line) => /^\s+missing_here /.test(line));
    expect(missing).toEqual([expect.stringContaining(lost)]);
  });
});
