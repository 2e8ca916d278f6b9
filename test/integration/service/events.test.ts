import { execFile } from 'node:child_process';
import { afterEach, expect, test } from '@jest/globals';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { freePort } from '../../../local/free-port.ts';
import { clientOf } from '../storage/start-dynamodb.ts';
import { apiClient, type Client, card, newKey } from './api-client.ts';
import { readTables } from './read-tables.ts';
import { type Service, startService, temporaryFolder } from './start-service.ts';
import { until } from './until.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const start = async (dataDir: string, port: number): Promise<Service> => {
  const service = await startService({
    dataDir,
    port,
    environment: {
      AWS_ENDPOINT_URL_APPCONFIG: '',
      AWS_ENDPOINT_URL_APPCONFIGDATA: '',
      RECOVERY_SCHEDULE_S: '2,4,6,8,10,15,20,30,60,120',
    },
  });
  closers.push(() => service.kill());
  return service;
};

type Item = Readonly<Record<string, { readonly S?: string; readonly M?: Readonly<Record<string, { readonly M: Item }>> }>>;

/** What the records say should have been told, and what was: `<type> <object>`, sorted. */
const told = async (service: Service) => {
  const { sessions, charges, events } = (await readTables(service)) as Readonly<
    Record<'sessions' | 'charges' | 'events', readonly Item[]>
  >;
  const due = [
    ...sessions
      .filter(({ payment_status }) => payment_status?.S === 'paid')
      .map(({ id }) => `checkout.session.paid ${id?.S}`),
    ...charges.flatMap(({ refunds }) =>
      Object.values(refunds?.M ?? {}).flatMap(({ M: { id, status } }) => [
        `refund.pending ${id?.S}`,
        ...(status?.S === 'pending' ? [] : [`refund.${status?.S} ${id?.S}`]),
      ]),
    ),
  ].toSorted();
  const types = new Set(['checkout.session.paid', 'refund.pending', 'refund.succeeded', 'refund.failed']);
  const stored = events
    .filter(({ type }) => types.has(type?.S ?? ''))
    .map(({ type, object }) => `${type?.S} ${object?.S}`)
    .toSorted();
  return { due, stored };
};

const payAndRefund = async (client: Client): Promise<void> => {
  const { body: session } = await client.create({}, { key: newKey() });
  const { body: paid } = await client.confirm(session.id, card(), { key: newKey() });
  await client.refund({ charge: paid.charge, amount: 100 }, { key: newKey() });
};

const kills = 3;

test('kill -9 under load, time and again: every transition is told, each exactly once', async () => {
  const folder = temporaryFolder();
  closers.push(folder.remove);
  const port = await freePort();
  let payments = 0;
  for (let round = 0; round < kills; round += 1) {
    const service = await start(folder.path, port);
    let over = false;
    const worker = async () => {
      while (!over) {
        await payAndRefund(apiClient(service)).catch(() => undefined);
        payments += 1;
      }
    };
    const loading = Promise.all(Array.from({ length: 8 }, worker));
    const enough = payments + 40;
    await until(
      async () => payments,
      (made) => made >= enough,
    );
    await service.kill();
    over = true;
    await loading;
  }
  const last = await start(folder.path, port);
  const { due, stored } = await until(
    () => told(last),
    (now) => now.stored.length >= now.due.length,
  );
  expect(due.length).toBeGreaterThan(kills * 40);
  expect(stored).toEqual(due);
}, 180_000);

test('a record that cannot be read is parked and shown, and told by a redrive once it can be', async () => {
  const folder = temporaryFolder();
  closers.push(folder.remove);
  const port = await freePort();
  const service = await start(folder.path, port);
  const client = apiClient(service);
  const { body: session } = await client.create({}, { key: newKey() });
  const store = new DynamoDBClient(clientOf(service.environment.AWS_ENDPOINT_URL_DYNAMODB ?? ''));
  closers.push(() => store.destroy());
  const put = (table: string, id: string, expression: string, values: object) =>
    store.send(
      new UpdateItemCommand({
        TableName: service.environment[table],
        Key: { id: { S: id } },
        UpdateExpression: expression,
        ExpressionAttributeValues: values as never,
      }),
    );
  await put('TABLE_SESSIONS', session.id, 'SET v = :v, rev = rev + :one, payment_status = :paid', {
    ':v': { N: '99' },
    ':one': { N: '1' },
    ':paid': { S: 'paid' },
  });
  const run = (command: string): Promise<string> =>
    new Promise((resolve) => {
      const env = { ...process.env, PORT: String(port) };
      execFile(process.execPath, ['local/tools/events.ts', command], { env }, (_, out, err) =>
        resolve(out + err),
      );
    });
  const shown = await until(
    () => run('parked'),
    (out) => out.includes('parked#'),
  );
  expect(shown).toMatch(/revision 1 to 2 {2}.*format 99/);
  expect(await run('redrive')).toMatch(/still parked: .*format 99/);
  expect(service.output()).toMatch(/"event":"record_parked"/);
  const { stored: before } = await told(service);
  expect(before).toEqual([]);

  const [parked = ''] = /parked#\S+/.exec(shown) ?? [];
  await put('TABLE_EVENTS', parked, 'SET image.v = :v', { ':v': { N: '1' } });
  expect(await run('redrive')).toBe(`${parked}  told\n`);
  expect(await run('parked')).toBe('Nothing is parked.\n');
  expect((await told(service)).stored).toEqual([`checkout.session.paid ${session.id}`]);
}, 120_000);
