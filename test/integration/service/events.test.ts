import { execFile } from 'node:child_process';
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test } from '@jest/globals';
import { connectTo, storeOf } from '../../../local/aws/store-of.ts';
import { freePort } from '../../../local/support/free-port.ts';
import { apiClient, card, newKey } from './api-client.ts';
import { readReports } from './read-reports.ts';
import { startOn } from './start-on.ts';
import { type Service, startService, temporaryFolder } from './start-service.ts';
import { until } from './until.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const start = async (dataDir: string, port: number): Promise<Service> => {
  const service = await startOn(dataDir, port);
  closers.push(() => service.kill());
  return service;
};

test('an unreadable record is parked and shown, and a redrive reports it once it is readable', async () => {
  const folder = temporaryFolder();
  closers.push(folder.remove);
  const port = await freePort();
  const service = await start(folder.path, port);
  const client = apiClient(service);
  const { body: session } = await client.create({}, { key: newKey() });
  const store = connectTo(storeOf(service.environment));
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
  expect(await run('redrive')).toMatch(/^parked#\S+ {2}still parked: .*format 99.*\n$/);
  expect(service.output()).toMatch(/"event":"record_parked"/);
  const { stored: before } = await readReports(service);
  expect(before).toEqual([]);

  const [parked = ''] = /parked#\S+/.exec(shown) ?? [];
  await put('TABLE_EVENTS', parked, 'SET image.v = :v', { ':v': { N: '1' } });
  expect(await run('redrive')).toBe(`${parked}  reported\n`);
  expect(await run('parked')).toBe('Nothing is parked.\n');
  expect((await readReports(service)).stored).toEqual([`checkout.session.paid ${session.id}`]);
});

test('what happened and who did it are listed, filtered and read by id', async () => {
  const service = await startService();
  closers.push(() => service.kill());
  const client = apiClient(service);
  const read = (path: string) => client.call('GET', path);
  const { body: session } = await client.create({ reference: 'order-7' }, { key: newKey() });
  const { body: paid } = await client.confirm(session.id, card(), { key: newKey() });
  const { body: refund } = await client.refund({ charge: paid.charge, amount: 100 }, { key: newKey() });
  const { body: unpaid } = await client.create({}, { key: newKey() });
  const ended = await client.call('POST', `/v1/checkout/sessions/${unpaid.id}/expire`, { body: {} });
  expect(ended.status).toBe(200);

  type Listed = {
    readonly data: readonly {
      readonly id: string;
      readonly type: string;
      readonly data: { readonly id: string };
    }[];
    readonly next_cursor: string | null;
  };
  const list = async (query = ''): Promise<Listed> => (await read(`/v1/events${query}`)).body as never;
  const all = await until(list, ({ data }) => data.length >= 4);
  expect(all.data.map(({ type, data }) => `${type} ${data.id}`).toSorted()).toEqual([
    `checkout.session.expired ${unpaid.id}`,
    `checkout.session.paid ${session.id}`,
    `refund.pending ${refund.id}`,
    `refund.succeeded ${refund.id}`,
  ]);
  const [notified] = (await list('?type=checkout.session.paid')).data;
  expect(notified).toMatchObject({
    object: 'event',
    livemode: false,
    data: {
      object: 'checkout.session',
      id: session.id,
      reference: 'order-7',
      charge: paid.charge,
      psp: 'stripe',
    },
  });
  expect((await read(`/v1/events/${notified?.id}`)).body).toEqual({ ...notified, deliveries: [] });
  expect((await list(`?object=${refund.id}`)).data.length).toBe(2);
  const first = await list('?limit=3');
  const rest = await list(`?limit=3&starting_after=${first.next_cursor}`);
  expect([...first.data, ...rest.data]).toEqual(all.data);
  for (const [path, status] of [
    ['/v1/events/evt_00000000000000000000000000', 404],
    [`/v1/events/${refund.id}`, 404],
    ['/v1/events?type=charge.exploded', 400],
    ['/v1/events?page=2', 400],
  ] as const)
    expect([path, (await read(path)).status]).toEqual([path, status]);

  const { body: trail } = await read('/v1/audit');
  const entries = (trail as unknown as { readonly data: readonly Readonly<Record<string, unknown>>[] }).data;
  const keyOfStart = expect.stringMatching(/^api_key\.create key_[0-9a-z]{26}$/);
  expect(entries.map(({ action, target }) => `${action} ${target}`).toSorted()).toEqual([
    keyOfStart,
    `charge.refund ${refund.id}`,
    `checkout_session.expire ${unpaid.id}`,
  ]);
  const [expired] = entries.filter(({ target }) => target === unpaid.id);
  expect(expired).toMatchObject({
    object: 'audit_entry',
    actor: { type: 'api_key' },
    request_id: ended.headers.get('request-id'),
  });
  const { body: filtered } = await read('/v1/audit?action=charge.refund');
  expect((filtered as unknown as typeof trail & { readonly data: readonly unknown[] }).data.length).toBe(1);
});
