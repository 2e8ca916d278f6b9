import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from '../../../clients/server/src/index.ts';
import { list_writes } from '../../../infra/cost/payment-calls.ts';
import { tables } from '../../../lib/storage/tables.ts';
import { type LocalDynamoDb, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { clientOf, credentials } from '../storage/start-dynamodb.ts';
import {
  apiClient,
  type Charge,
  type Client,
  newKey,
  paid,
  type Refund,
  type Session,
} from './api-client.ts';
import { type MeteredProxy, startMeteredProxy, type WriteUnits } from './metered-proxy.ts';
import { type PspAdmin, pspAdmin } from './psp-admin.ts';
import { psps } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

type List<Row> = {
  readonly object: 'list';
  readonly data: readonly Row[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly previous_cursor: string | null;
};

let dynamoDb: LocalDynamoDb;
let wire: MeteredProxy;
let service: Service;
let client: Client;
let admin: PspAdmin;
beforeAll(async () => {
  dynamoDb = await startDynamoDb({ credentials });
  wire = await startMeteredProxy(dynamoDb);
  service = await startService({ environment: { AWS_ENDPOINT_URL_DYNAMODB: wire.url } });
  client = apiClient(service);
  admin = pspAdmin(service);
  for (const psp of psps) await admin.webhooks(psp, { mode: 'off' });
});
afterEach(() => admin.heal());
afterAll(async () => {
  await service?.stop();
  wire?.close();
  await dynamoDb?.close();
});

const list = <Row = Charge>(path: string, query: Readonly<Record<string, string>> = {}) =>
  client.call<List<Row>>('GET', `${path}?${new URLSearchParams(query)}`);
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('a list', () => {
  test('is paged newest first, back and forth, by cursors of its own', async () => {
    const reference = newKey();
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.push((await client.create({ reference })).body.id);
    const expected = made.toReversed();
    const all = await list<Session>('/v1/checkout/sessions', { reference });
    expect(all.body).toMatchObject({
      object: 'list',
      has_more: false,
      next_cursor: null,
      previous_cursor: null,
    });
    expect(idsOf(all.body.data)).toEqual(expected);
    const newest = await list<Session>('/v1/checkout/sessions', { limit: '5' });
    expect(idsOf(newest.body.data)).toEqual(expected);
    const first = await list<Session>('/v1/checkout/sessions', { reference, limit: '2' });
    const starting_after = first.body.next_cursor ?? '';
    const second = await list<Session>('/v1/checkout/sessions', { reference, limit: '3', starting_after });
    expect(idsOf([...first.body.data, ...second.body.data])).toEqual(expected);
    expect([first.body.has_more, second.body.has_more, second.body.next_cursor]).toEqual([true, false, null]);
    const ending_before = second.body.previous_cursor ?? '';
    const back = await list<Session>('/v1/checkout/sessions', { reference, ending_before });
    expect(idsOf(back.body.data)).toEqual(expected.slice(0, 2));
    expect([back.body.has_more, back.body.previous_cursor]).toEqual([false, null]);
  });

  test('accepts a cursor only unchanged, for the same list and filters', async () => {
    const reference = newKey();
    for (let index = 0; index < 2; index++) await client.create({ reference });
    const { body } = await list('/v1/checkout/sessions', { reference, limit: '1' });
    const cursor = body.next_cursor ?? '';
    const [key_id, key, mac] = cursor.split('.');
    const refused = async (path: string, query: Readonly<Record<string, string>>) => {
      const answer = await client.call('GET', `${path}?${new URLSearchParams(query)}`);
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'parameter_invalid']);
      return answer.body.error.param;
    };
    const sessions = '/v1/checkout/sessions';
    expect(await refused(sessions, { starting_after: cursor })).toBe('starting_after');
    expect(await refused(sessions, { reference, currency: 'eur', starting_after: cursor })).toBe(
      'starting_after',
    );
    expect(await refused(sessions, { reference, ending_before: `${cursor}x` })).toBe('ending_before');
    const older = Buffer.from('0000000000000#cs').toString('base64url');
    expect(await refused(sessions, { reference, starting_after: `${key_id}.${older}.${mac}` })).toBe(
      'starting_after',
    );
    expect(await refused(sessions, { reference, starting_after: `${key}` })).toBe('starting_after');
    expect(await refused('/v1/charges', { reference, starting_after: cursor })).toBe('starting_after');
    expect(await refused(sessions, { reference, starting_after: cursor, ending_before: cursor })).toBe(
      'ending_before',
    );
  });

  test.each([
    ['/v1/charges', 'customer_email=a%40b.example', 'parameter_unknown', 'customer_email'],
    ['/v1/charges', 'metadata[basket]=1', 'parameter_unknown', 'metadata[basket]'],
    ['/v1/charges', 'created=5', 'parameter_unknown', 'created'],
    ['/v1/charges', 'status=done', 'parameter_invalid', 'status'],
    ['/v1/charges', 'open=false', 'parameter_invalid', 'open'],
    ['/v1/charges', 'limit=0', 'parameter_invalid', 'limit'],
    ['/v1/charges', 'limit=101', 'parameter_invalid', 'limit'],
    ['/v1/charges', 'created[gte]=yesterday', 'parameter_invalid', 'created[gte]'],
    ['/v1/charges', 'amount[lte]=1.5', 'parameter_invalid', 'amount[lte]'],
    ['/v1/charges', 'session=ch_1', 'parameter_invalid', 'session'],
    ['/v1/charges', 'reference[prefix]=OR', 'parameter_invalid', 'reference[prefix]'],
    ['/v1/charges', 'customer_email[prefix]=', 'parameter_invalid', 'customer_email[prefix]'],
    ['/v1/charges', 'last4=42', 'parameter_invalid', 'last4'],
    ['/v1/charges', 'brand=visum', 'parameter_invalid', 'brand'],
    ['/v1/refunds', 'reference[prefix]=ORD', 'parameter_unknown', 'reference[prefix]'],
    ['/v1/checkout/sessions', 'customer_email[prefix]=ad', 'parameter_invalid', 'customer_email[prefix]'],
    ['/v1/checkout/sessions', 'last4=4242', 'parameter_unknown', 'last4'],
    ['/v1/checkout/sessions', 'psp=stripe', 'parameter_unknown', 'psp'],
    ['/v1/checkout/sessions', 'currency=EUR', 'parameter_invalid', 'currency'],
    ['/v1/refunds', 'open=true', 'parameter_unknown', 'open'],
    ['/v1/refunds', 'status=captured', 'parameter_invalid', 'status'],
  ])('%s?%s: 400 %s', async (path, query, code, param) => {
    const { status, body } = await client.call('GET', `${path}?${query}`);
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  });

  test('shows no client secret, and is not for session tokens', async () => {
    const { body: opened } = await client.create();
    const { text, body } = await list<Session>('/v1/checkout/sessions', { limit: '100' });
    expect(text).not.toContain('_secret_');
    expect(body.data.map(({ client_secret }) => client_secret)).toEqual(body.data.map(() => null));
    for (const path of ['/v1/checkout/sessions', '/v1/charges', '/v1/refunds']) {
      const answer = await client.call('GET', path, { token: opened.client_secret });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'scope_missing']);
    }
  });
});

describe('look-ups', () => {
  test('a payment is found by reference, address in any case, session and PSP reference', async () => {
    const reference = newKey();
    const { id, charge } = await paid(client, { reference, customer_email: `${reference}@Shop.Example` });
    const { body: reported } = await client.charge(charge);
    const sessions = (query: Readonly<Record<string, string>>) =>
      list<Session>('/v1/checkout/sessions', query);
    const email = `${reference.toUpperCase()}@shop.example`;
    for (const query of [{ reference }, { customer_email: email }])
      expect(idsOf((await sessions(query)).body.data)).toEqual([id]);
    expect((await sessions({ reference, payment_status: 'unpaid' })).body.data).toEqual([]);
    for (const query of [{ reference }, { session: id }, { psp_reference: reported.psp_reference ?? '' }]) {
      const { body } = await list('/v1/charges', query as Readonly<Record<string, string>>);
      expect(body.data).toEqual([reported]);
    }
    expect((await list('/v1/charges', { session: id, psp: 'nobody' })).body.data).toEqual([]);
  });

  test('a payment is found by what its reference or address begins with, and by its card', async () => {
    const order = newKey();
    const made: string[] = [];
    for (const end of ['B', 'a', 'C'])
      made.push(
        (await paid(client, { reference: `${order}-${end}`, customer_email: `${order}.${end}@shop.example` }))
          .id,
      );
    const [b, a, c] = made;
    const start = order.slice(0, 30).toUpperCase();
    const first: Readonly<Record<string, string>> = { 'reference[prefix]': start, limit: '2' };
    for (const path of ['/v1/checkout/sessions', '/v1/charges']) {
      const sessionOf = (row: Session | Charge) => ('session' in row ? row.session : row.id);
      const page = await list<Session | Charge>(path, first);
      const rest = await list<Session | Charge>(path, {
        ...first,
        starting_after: page.body.next_cursor ?? '',
      });
      expect([...page.body.data, ...rest.body.data].map(sessionOf)).toEqual([a, b, c]);
      const email = { 'customer_email[prefix]': `${order}.c` };
      expect((await list<Session | Charge>(path, email)).body.data.map(sessionOf)).toEqual([c]);
    }
    const { body } = await list('/v1/charges', { last4: '4242', brand: 'visa', limit: '3' });
    expect(body.data.map(({ session }) => session)).toEqual([c, a, b]);
    expect((await list('/v1/charges', { last4: '4242', brand: 'amex' })).body.data).toEqual([]);
    expect((await list('/v1/charges', { last4: '0000' })).body.data).toEqual([]);
  });

  test('a charge shows what its session is called in every answer, and never stores the address', async () => {
    const reference = newKey();
    const customer_email = `"${reference}"@shop.example`;
    const { body: opened } = await client.create({ reference, customer_email, capture_method: 'manual' });
    const charge = (await client.confirm(opened.id)).body.charge ?? '';
    const key = newKey();
    const capture = () => client.call<Charge>('POST', '/v1/charges/capture', { body: { charge }, key });
    const named = { reference, customer_email };
    const answers = [await capture(), await capture(), await client.charge(charge)];
    for (const { body } of answers) expect(body).toMatchObject(named);
    expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true');
    expect((await list('/v1/charges', { reference })).body.data).toMatchObject([named]);
    const TableName = service.environment.TABLE_CHARGES;
    const database = new DynamoDBClient(clientOf(wire.url));
    const { Item } = await database.send(new GetItemCommand({ TableName, Key: { id: { S: charge } } }));
    database.destroy();
    expect(JSON.stringify(Item)).toContain('object\\":\\"charge');
    expect(JSON.stringify(Item)).not.toContain('shop.example');
  });

  test('a payment whose outcome is not known is among the open charges until it is known', async () => {
    const { body: opened } = await client.create({ routing_rule: 'stripe' });
    await admin.faults('stripe', { kind: 'reset-after', only: 'authorize' });
    const { body } = await client.confirm(opened.id);
    expect(body.payment_status).toBe('processing');
    const { body: open } = await list('/v1/charges', { open: 'true' });
    expect(open.data.map(({ session }) => session)).toContain(opened.id);
    for (const { open: things } of open.data) expect(things.length).toBeGreaterThan(0);
  });
});

describe('refunds', () => {
  test('are listed for their charge at once, and everywhere within seconds, each as its charge shows it', async () => {
    const { id, charge } = await paid(client);
    const { body: first } = await client.refund({ charge, amount: 10 });
    const { body: second } = await client.refund({ charge, amount: 20 });
    const newestFirst = (a: Refund, b: Refund) => (`${a.id}` < `${b.id}` ? 1 : -1);
    for (const query of [{ charge }, { session: id }])
      expect(
        (await list<Refund>('/v1/refunds', query as Readonly<Record<string, string>>)).body.data.toSorted(
          newestFirst,
        ),
      ).toEqual([first, second].toSorted(newestFirst));
    const found = await until(
      () => client.call<Refund>('GET', `/v1/refunds/${second.id}`),
      ({ status, body }) => status === 200 && body.status === second.status,
    );
    expect(found.body).toEqual(second);
    const { body } = await until(
      () => list<Refund>('/v1/refunds', { limit: '100' }),
      (answer) => answer.body.data.some(({ id: shown }) => shown === first.id),
    );
    expect(body.data.find(({ id: shown }) => shown === second.id)).toEqual(second);
    const { body: large } = await list<Refund>('/v1/refunds', { 'amount[gte]': '15', status: second.status });
    expect(idsOf(large.data)).toContain(second.id);
    expect(idsOf(large.data)).not.toContain(first.id);
  });

  test('one that does not exist (yet) is 404 with a time to retry; another row is not a refund', async () => {
    for (const id of ['re_00000000000000000000000000', 'evt_00000000000000000000000000', 'x'.repeat(3_000)]) {
      const { status, body, headers } = await client.call('GET', `/v1/refunds/${id}`);
      expect([status, body.error.code, headers.get('retry-after')]).toEqual([404, 'resource_missing', '2']);
    }
  });
});

describe('the server library', () => {
  test('walks through all pages with for await, and answers one page to await', async () => {
    const library = createClient({ baseUrl: service.base_url, apiKey: service.api_key });
    const reference = newKey();
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.push((await client.create({ reference })).body.id);
    const walked: string[] = [];
    for await (const session of library.checkout.sessions.list({ reference, limit: 2, created: { gte: 1 } }))
      walked.push(session.id);
    expect(walked).toEqual(made.toReversed());
    const page = await library.checkout.sessions.list({ reference, limit: 2 });
    expect([page.data.length, page.has_more]).toEqual([2, true]);
    const older = await library.checkout.sessions.list({
      reference,
      limit: 2,
      starting_after: page.next_cursor ?? '',
    });
    const newer: string[] = [];
    const before = { reference, limit: 1, ending_before: older.previous_cursor ?? '' };
    for await (const session of library.checkout.sessions.list(before)) newer.push(session.id);
    expect(newer).toEqual(made.slice(3));
    await expect(library.charges.list({ session: 'cs_1' })).rejects.toMatchObject({
      code: 'parameter_invalid',
      param: 'session',
    });
  });
});

describe('what lists cost a payment', () => {
  const nameOf = (units: WriteUnits): WriteUnits =>
    Object.fromEntries(
      Object.entries(units)
        .map(([name, count]): [string, number] => {
          const [table = '', index] = name.split('/');
          const id = tables.find(({ variable }) => service.environment[variable] === table)?.id ?? table;
          return [index === undefined ? id : `${id}/${index}`, count];
        })
        .filter(([name]) => /^(sessions|charges)\/(sorted_)?by_/.test(name)),
    );

  /** What a payment and a refund write into the indexes of lists. What the stream's consumer writes to the table of events is not of it. */
  const written = async (fields: object): Promise<WriteUnits> => {
    wire.units();
    const { charge } = await paid(client, fields);
    await client.refund({ charge, amount: 10 });
    return nameOf(wire.units());
  };
  test('four write units, and one for each of reference and address if they are given', async () => {
    const lists = {
      'sessions/by_time': 1,
      'charges/by_time': 1,
      'charges/by_psp_reference': 1,
      'charges/by_last4': 1,
    };
    const plain = await written({});
    expect(plain).toEqual(lists);
    expect(Object.values(plain).reduce((sum, units) => sum + units)).toBe(list_writes);
    const named = await written({ reference: newKey(), customer_email: 'ada@shop.example' });
    expect(named).toEqual({
      ...lists,
      'sessions/sorted_by_reference': 1,
      'sessions/sorted_by_email': 1,
    });
  });
});
