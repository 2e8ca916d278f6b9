import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDynamoDBClient, paymentStore } from '../../../lib/runtime/dynamodb.ts';
import { tables } from '../../../lib/storage/tables.ts';
import { sampleSession } from '../../contract/sample-records.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { type DynamoDb, startDynamoDbWithTables } from './start-dynamodb.ts';

describe('the DynamoDB client of a function', () => {
  const read = new GetItemCommand({ TableName: 'sessions', Key: { id: { S: 'cs_1' } } });
  const before = { ...process.env };
  let dynamodb: DynamoDb;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    dynamodb = await startDynamoDbWithTables();
    proxy = await startFaultyProxy(dynamodb);
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_DYNAMODB: proxy.url,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      ...Object.fromEntries(tables.map(({ id, variable }) => [variable, id])),
    });
  });

  afterAll(async () => {
    process.env = before;
    await proxy.close();
    await dynamodb.close();
  });

  test('uses a socket again within 4 s and not after, by the clock', async () => {
    let now = 1_000;
    const client = createDynamoDBClient(() => now);
    const start = proxy.connections();
    await client.send(read);
    now += 4_000;
    await client.send(read);
    expect(proxy.connections() - start).toBe(1);
    now += 4_001;
    await client.send(read);
    expect(proxy.connections() - start).toBe(2);
    await client.send(read);
    expect(proxy.connections() - start).toBe(2);
    client.destroy();
  });

  test('drops a socket if the clock was set back since', async () => {
    let now = 10_000;
    const client = createDynamoDBClient(() => now);
    const start = proxy.connections();
    await client.send(read);
    now -= 1;
    await client.send(read);
    expect(proxy.connections() - start).toBe(2);
    client.destroy();
  });

  test('throws away every socket that idled too long, and keeps the others', async () => {
    let now = 1_000;
    const client = createDynamoDBClient(() => now);
    const start = proxy.connections();
    await Promise.all([client.send(read), client.send(read), client.send(read)]);
    expect(proxy.connections() - start).toBe(3);
    now += 3_000;
    await client.send(read);
    now += 2_000;
    await client.send(read);
    await Promise.all([client.send(read), client.send(read)]);
    expect(proxy.connections() - start).toBe(4);
    client.destroy();
  });

  test.each(['stall', 'trickle'] as const)('gives up on a %s and finds its own write', async (kind) => {
    proxy.operations();
    proxy.plan({ kind });
    const item = sampleSession(`cs_${kind}`);
    const result = await paymentStore().commit([{ table: 'sessions', item, expects: 'absent' }]);
    expect(result).toEqual({ ok: true });
    expect(proxy.operations()).toEqual(['PutItem', 'PutItem']);
    expect(await paymentStore().session(item.id)).toEqual(item);
  });

  test.each([
    [undefined, 2_000],
    ['20000', 20_000],
  ])('with DYNAMODB_LIMIT_MS=%s, a request may take %i ms', async (given, limit) => {
    if (given !== undefined) process.env.DYNAMODB_LIMIT_MS = given;
    const client = createDynamoDBClient();
    await client.send(read);
    const limits = { requestTimeout: limit, socketTimeout: limit, connectionTimeout: limit / 2 };
    const { requestHandler } = client.config as {
      readonly requestHandler: { readonly httpHandlerConfigs: () => object };
    };
    expect(requestHandler.httpHandlerConfigs()).toMatchObject(limits);
    client.destroy();
    delete process.env.DYNAMODB_LIMIT_MS;
  });

  test('names the variable that is missing', async () => {
    delete process.env.TABLE_CHARGES;
    await expect(paymentStore().charge('ch_1')).rejects.toThrow(/TABLE_CHARGES/);
  });
});
