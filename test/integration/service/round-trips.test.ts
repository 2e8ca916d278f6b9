import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { tables } from '../../../lib/storage/tables.ts';
import type { RulesDocument } from '../../../lib/types/routing.ts';
import { type LocalDynamoDb, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { type Asked, type FaultyProxy, startFaultyProxy } from '../storage/faulty-proxy.ts';
import { credentials } from '../storage/start-dynamodb.ts';
import { apiClient, type Client, card, newKey, paid } from './api-client.ts';
import { countCalls, isRecording } from './count-calls.ts';
import { issueKey } from './issue-key.ts';
import { type PspAdmin, pspAdmin } from './psp-admin.ts';
import { type PspId, psps, rule, rulesOf } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

const minute = 60_000;

let dynamoDb: LocalDynamoDb;
let wire: FaultyProxy;
let service: Service;
let client: Client;
let admin: PspAdmin;
beforeAll(async () => {
  dynamoDb = await startDynamoDb({ credentials });
  wire = await startFaultyProxy(dynamoDb);
  service = await startService({
    rules: withRollout(),
    // Recovery reads what is open whenever it runs: not while these tests do.
    environment: { AWS_ENDPOINT_URL_DYNAMODB: wire.url, RECOVERY_TICK_S: '86400' },
    // Nothing that is cached grows old before a test says so.
    clockStepMs: minute,
  });
  client = apiClient(service);
  admin = pspAdmin(service);
  // Webhooks are requests of their own.
  for (const psp of psps) await admin.webhooks(psp, { mode: 'off' });
  // One read of the API key: here it is.
  await client.create();
});
afterEach(() => admin.heal());
afterAll(async () => {
  await service?.stop();
  await wire?.close();
  await dynamoDb?.close();
});

/** Beside the usual rules one that is being rolled out. */
const withRollout = (): RulesDocument => {
  const { rules } = rulesOf();
  const control = { ...rule('rolled_out', { stripe: 1 }), version: 1, created: 1_700_000_000 };
  const candidate = { rule: { ...control, version: 2 }, percent: 50, salt: 'rolled_out/2' };
  return { rules: { ...rules, rolled_out: { ...control, candidate } } };
};

const counted = <T>(ask: () => Promise<T>) => countCalls(wire, ask);

const pspCalls = async (psp: PspId): Promise<Record<string, number>> => ({
  ...(await admin.ledger(psp)).calls,
});

/** How often each kind of request was sent to a PSP between two counts. */
const difference = (after: Record<string, number>, before: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([call, count]) => [call, count - (before[call] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );

test('create during a rollout: one write, as ever; its confirm too', async () => {
  const { body: opened } = (await counted(() => client.create({ routing_rule: 'rolled_out' }))).answer;
  expect(opened.routing).toMatchObject({ arm: expect.stringMatching(/^(control|candidate)$/) });
  const created = await counted(() => client.create({ routing_rule: 'rolled_out' }));
  expect([created.answer.status, created.calls]).toEqual([200, ['PutItem']]);
  const { calls } = await counted(() => client.confirm(opened.id));
  expect(calls).toEqual(['GetItem', 'TransactWriteItems', 'TransactWriteItems']);
});

test('create: one write; retrieve: one read', async () => {
  const created = await counted(() => client.create());
  expect([created.answer.status, created.calls]).toEqual([200, ['PutItem']]);
  const { body } = created.answer;
  expect((await counted(() => client.session(body.id))).calls).toEqual(['GetItem']);
  const own = await counted(() => client.session(body.id, { token: body.client_secret }));
  expect([own.answer.status, own.calls]).toEqual([200, ['GetItem']]);
});

const asksWhoIsClosed = ({ operation, body }: Asked): boolean =>
  operation === 'GetItem' && body.includes('psp_switches');

test('which PSPs are closed is read once, and not again while the copy is fresh', async () => {
  const reads = async (ask: () => Promise<unknown>): Promise<number> => {
    wire.requests();
    await ask();
    return wire.requests().filter(asksWhoIsClosed).length;
  };
  const { body: opened } = await client.create();
  expect(await reads(() => client.create())).toBe(0);
  expect(await reads(() => client.confirm(opened.id))).toBe(0);
  service.passTime();
  await until(
    () => reads(() => client.create()),
    (count) => count === 1,
  );
  expect(await reads(() => client.create())).toBe(0);
});

test('create with a reference: one query beside the rules, and what it found in one read', async () => {
  const reference = newKey();
  expect((await counted(() => client.create({ reference }))).calls).toEqual(['PutItem']);
  // A slow look is not waited for.
  const found = await until(
    () => counted(() => client.create({ reference })),
    ({ answer }) => answer.body.warnings !== undefined,
  );
  expect(found.calls).toEqual(['BatchGetItem', 'PutItem']);
});

/** Requests a payment takes at each PSP; of them only `authorize` can move money. */
const requests: Readonly<Record<PspId, object>> = {
  stripe: { create: 1, tokenize: 1, authorize: 1 },
  adyen: { authorize: 1 },
  checkout_com: { authorize: 1 },
};

describe.each(psps)('%s', (psp) => {
  test('confirm: one read, two writes, one call that moves money', async () => {
    const { body: opened } = await client.create({ routing_rule: psp });
    const before = await pspCalls(psp);
    const { answer, calls } = await counted(() => client.confirm(opened.id));
    expect(answer.body.payment_status).toBe('paid');
    expect(calls).toEqual(['GetItem', 'TransactWriteItems', 'TransactWriteItems']);
    expect(difference(await pspCalls(psp), before)).toEqual(requests[psp]);
  });

  test('refund: two writes and one call; one read more where no amount is given', async () => {
    const { charge } = await paid(client, { routing_rule: psp });
    await until(
      () => admin.moneyOf([charge]),
      ([money]) => money?.amount_captured === 2599,
    );
    const before = await pspCalls(psp);
    const part = await counted(() => client.refund({ charge, amount: 10 }));
    // A charge that waits for a late check is marked as open by one write more.
    const marks = psp === 'checkout_com' ? ['UpdateItem'] : [];
    expect([part.answer.status, part.calls]).toEqual([200, [...marks, 'UpdateItem', 'UpdateItem']]);
    expect(difference(await pspCalls(psp), before)).toEqual({ refund: 1 });
    const rest = await counted(() => client.refund({ charge }));
    expect([rest.answer.status, rest.calls]).toEqual([200, ['GetItem', 'UpdateItem', 'UpdateItem']]);
    expect(difference(await pspCalls(psp), before)).toEqual({ refund: 2 });
    expect((await counted(() => client.charge(charge))).calls).toEqual(['GetItem', 'GetItem']);
  });
});

describe.each(psps)('webhooks of %s', (psp) => {
  /** What the events that were held back ask of the records of one payment, and of the PSP. */
  const delivering = async (records: readonly string[]) => {
    wire.requests();
    const before = await pspCalls(psp);
    await admin.webhooks(psp, { mode: 'normal', redeliver: 'undelivered' });
    await until(
      () => admin.hasDelivered(psp),
      (hasDelivered) => hasDelivered,
    );
    await admin.webhooks(psp, { mode: 'off' });
    const asked = wire
      .requests()
      .filter(({ again, body }) => !again && records.some((record) => body.includes(record)))
      .filter((request) => !isRecording(request) && request.operation !== 'Query');
    return {
      calls: asked.map(({ operation }) => operation),
      of_psp: difference(await pspCalls(psp), before),
    };
  };

  beforeAll(() => delivering([]));

  /** A payment whose events have all been sent, and are held back. */
  const captured = async () => {
    const { id, charge } = await paid(client, { routing_rule: psp });
    await until(
      () => admin.moneyOf([charge]),
      ([money]) => money?.amount_captured === 2599,
    );
    return { id, charge };
  };

  test('of a payment that its confirm recorded: one read an event, no write, and no call', async () => {
    const { id, charge } = await captured();
    const { calls, of_psp } = await delivering([id, charge]);
    expect([calls, of_psp]).toEqual(unconfirmed[psp] ?? [['GetItem'], {}]);
  });

  test('of a refund made elsewhere: both records, one write', async () => {
    const { id, charge } = await captured();
    await delivering([]);
    const { psp_reference: payment } = (await client.charge(charge)).body;
    await admin.dashboard(psp, { act: 'refund', payment, amount: 10 });
    await until(
      () => admin.moneyOf([charge]),
      ([money]) => money?.amount_refunded === 10,
    );
    const { calls } = await delivering([id, charge]);
    expect(calls).toEqual(['GetItem', 'GetItem', 'UpdateItem']);
  });
});

/** Checkout.com reports the authorisation and, apart from it, the capture, which its response did not confirm: that is recorded. */
const unconfirmed: Partial<Record<PspId, readonly [readonly string[], object]>> = {
  checkout_com: [['GetItem', 'GetItem', 'GetItem', 'PutItem'], { look_up: 1 }],
};

test('a failover: one write and one call more', async () => {
  const { body: opened } = await client.create();
  const second = opened.routing.plan[1] as PspId;
  await admin.faults('stripe', { kind: 'rate-limit', only: 'authorize' });
  const [stripe, other] = [await pspCalls('stripe'), await pspCalls(second)];
  const { answer, calls } = await counted(() => client.confirm(opened.id));
  expect(answer.body.routing.attempts.map(({ psp }) => psp)).toEqual(['stripe', second]);
  expect(calls).toEqual(['GetItem', ...Array(3).fill('TransactWriteItems')]);
  expect(difference(await pspCalls('stripe'), stripe)).toMatchObject({ authorize: 1 });
  expect(difference(await pspCalls(second), other)).toMatchObject({ authorize: 1 });
});

test('a decline: as many as a payment', async () => {
  const { body: opened } = await client.create();
  const { answer, calls } = await counted(() =>
    client.confirm(opened.id, card({ number: '4000000000009995' })),
  );
  expect([answer.status, calls]).toEqual([402, ['GetItem', 'TransactWriteItems', 'TransactWriteItems']]);
});

describe('an order that is paid once', () => {
  const order = () => ({ reference: newKey(), pay_once: true });

  /** The tables whose items each transaction of a call writes: each item is two write units. */
  const transacted = async (ask: () => Promise<unknown>): Promise<readonly (readonly string[])[]> => {
    wire.requests();
    await ask();
    return wire
      .requests()
      .filter(({ operation }) => operation === 'TransactWriteItems')
      .map(({ body }) =>
        (JSON.parse(body).TransactItems as readonly Record<string, { readonly TableName: string }>[])
          .flatMap((item) => Object.values(item).map(({ TableName }) => tableOf(TableName)))
          .sort(),
      );
  };
  const tableOf = (name: string) =>
    tables.find(({ variable }) => service.environment[variable] === name)?.id ?? name;
  const confirming = async (fields: object, method = card()) => {
    const { body: opened } = await client.create(fields);
    return transacted(() => client.confirm(opened.id, method));
  };

  test('paid: as many calls; one item more in the claim, none in the settle', async () => {
    const { body: opened } = await client.create(order());
    const { answer, calls } = await counted(() => client.confirm(opened.id));
    expect(answer.body.payment_status).toBe('paid');
    expect(calls).toEqual(['GetItem', 'TransactWriteItems', 'TransactWriteItems']);
    const [claim = [], settle = []] = await confirming({});
    expect(await confirming(order())).toEqual([[...claim, 'orders'].sort(), settle]);
  });

  test('declined: one item more in the settle, too, which frees it', async () => {
    const declined = card({ number: '4000000000009995' });
    const [claim = [], settle = []] = await confirming({}, declined);
    expect(await confirming(order(), declined)).toEqual([
      [...claim, 'orders'].sort(),
      [...settle, 'orders'].sort(),
    ]);
  });

  test('held by another session: its claim is refused, and that session is read for why', async () => {
    const fields = order();
    await client.confirm((await client.create(fields)).body.id);
    const { body: opened } = await client.create(fields);
    const { answer, calls } = await counted(() => client.confirm(opened.id));
    expect(answer.body.error.code).toBe('order_already_paid');
    expect(calls).toEqual(['GetItem', 'TransactWriteItems', 'GetItem']);
  });
});

test('expire: one read, one write; refresh: a read for each of the two records, one for the names in the answer, one look-up, and the write of who asked', async () => {
  const { body: opened } = await client.create();
  expect((await counted(() => client.expire(opened.id))).calls).toEqual(['GetItem', 'PutItem']);
  expect((await counted(() => client.expire(opened.id))).calls).toEqual(['GetItem']);
  const { charge } = await paid(client);
  const before = await pspCalls('stripe');
  const { answer, calls } = await counted(() => client.refresh(charge));
  expect([answer.status, calls]).toEqual([200, ['GetItem', 'GetItem', 'PutItem', 'GetItem']]);
  expect(difference(await pspCalls('stripe'), before)).toEqual({ look_up: 1 });
});

test('replays: the one call that finds the answer, and none to a PSP', async () => {
  const [create, confirm, refund] = [newKey(), newKey(), newKey()];
  const { body: opened } = await client.create({}, { key: create });
  const { body } = await client.confirm(opened.id, card(), { key: confirm });
  const charge = body.charge ?? '';
  await client.refund({ charge, amount: 5 }, { key: refund });
  const before = await pspCalls('stripe');
  expect((await counted(() => client.create({}, { key: create }))).calls).toEqual(['PutItem']);
  expect((await counted(() => client.confirm(opened.id, card(), { key: confirm }))).calls).toEqual([
    'GetItem',
  ]);
  expect((await counted(() => client.confirm(opened.id))).calls).toEqual(['GetItem']);
  const again = await counted(() => client.refund({ charge, amount: 5 }, { key: refund }));
  expect([again.answer.headers.get('idempotent-replayed'), again.calls]).toEqual(['true', ['UpdateItem']]);
  expect(await pspCalls('stripe')).toEqual(before);
});

test('a call refused before it is authorised or understood: no round trip', async () => {
  const { body: opened } = await client.create();
  const { calls } = await counted(async () => {
    await client.tryToCreate({}, { token: null });
    await client.tryToCreate({}, { token: 'sk_test_wrong' });
    await client.tryToCreate({}, { token: opened.client_secret });
    await client.tryToCreate({ amount: -1 });
    await client.tryToCreate({ routing_rule: 'nowhere' });
    await client.call('GET', '/v1/routing/rules');
    await client.call('GET', '/nowhere');
  });
  expect(calls).toEqual([]);
});

test('an API key is read once a minute, however many calls it makes', async () => {
  const token = await issueKey(service, { scopes: ['routing:read'] });
  const { calls } = await counted(async () => {
    for (let index = 0; index < 20; index++) await client.call('GET', '/v1/routing/rules', { token });
  });
  expect(calls).toEqual(['GetItem']);
  service.passTime();
  const minuteLater = await counted(async () => {
    for (let index = 0; index < 20; index++) await client.call('GET', '/v1/routing/rules', { token });
  });
  expect(minuteLater.calls).toEqual(['GetItem']);
  await client.create();
});

test('a payment is reported in one write, and its money in another; the index takes one more unit for each', async () => {
  const { body: opened } = await client.create({ routing_rule: 'stripe' });
  const asked: Asked[] = [];
  const streamReads = (): number => asked.filter(({ operation }) => operation === 'GetRecords').length;
  const written = (): readonly Asked[] =>
    asked.filter((request) => isRecording(request) && request.operation === 'PutItem');
  const read = (isGood: () => boolean): Promise<unknown> =>
    until(async () => asked.push(...wire.requests()), isGood);
  // What was told of the tests before this one has arrived once the streams have been read twice more.
  await read(() => streamReads() >= 8);
  asked.splice(0);
  expect((await client.confirm(opened.id)).body.payment_status).toBe('paid');
  // Both are there, and nothing else came after them.
  await read(() => written().length >= 2);
  const known = streamReads();
  await read(() => streamReads() >= known + 8);
  const kinds = written().map(({ body }) => JSON.parse(body).Item.id.S.slice(0, 4));
  expect(kinds.toSorted()).toEqual(['evt_', 'mov_']);
  for (const { body } of written()) expect(Buffer.byteLength(body)).toBeLessThan(1_024);
});
