import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import type { HeldEvent } from '../../../lib/types/held-event.ts';
import type { OrderWrite, Write } from '../../../lib/types/ports.ts';
import { recordFormat } from '../../../lib/types/records.ts';
import { sampleCharge, sampleDispute, sampleRefund, sampleSession } from '../../contract/sample-records.ts';
import { type Fault, startFaultyProxy } from './faulty-proxy.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const mark = { psps: ['stripe'], exact: false, recover_shard: 1, recover_at: 1000 };
const opened = { before: undefined, refundable: -1500, refundable_disputed: 0 };

const dynamodb = await startDynamoDbWithTables();
const proxy = await startFaultyProxy(dynamodb);
const connection = new DynamoDBClient({ ...clientOf(proxy.url), maxAttempts: 3, retryMode: 'standard' });
const client = documentClient(connection);
let sleeps: number[] = [];
const clock = { now: Date.now, sleep: async (ms: number) => void sleeps.push(ms) };
const store = createPaymentStore({ client, tables: dynamodb.tables, clock, random: () => 0.5 });

afterAll(async () => {
  connection.destroy();
  await proxy.close();
  await dynamodb.close();
});

beforeEach(() => {
  proxy.operations();
  sleeps = [];
});

const session = (id: string): Write => ({ table: 'sessions', item: sampleSession(id), expects: 'absent' });
const charge = (id: string): Write => ({ table: 'charges', item: sampleCharge(id), expects: 'absent' });
const take = (id: string): OrderWrite => ({ order: 'take', id, session: 'cs_1' });
const lost: Fault = { kind: 'lose_answer' };
const passed: Fault = { kind: 'pass' };
const conflict: Fault = { kind: 'answer', error: 'TransactionConflictException' };
const canceled = (...codes: readonly string[]): Fault => ({
  kind: 'answer',
  error: 'TransactionCanceledException',
  fields: { CancellationReasons: codes.map((Code) => ({ Code })) },
});

describe('round trips', () => {
  beforeAll(async () => {
    await store.commit([charge('ch_trips'), session('cs_trips')]);
  });
  const refund = sampleRefund('re_1', 100);

  test.each([
    ['session', ['GetItem'], () => store.session('cs_trips')],
    ['charge', ['GetItem'], () => store.charge('ch_trips')],
    ['commit of one', ['PutItem'], () => store.commit([session('cs_trips_2')])],
    ['refused commit', ['PutItem'], () => store.commit([session('cs_trips')])],
    ['commit of two', ['TransactWriteItems'], () => store.commit([session('cs_trips_3'), charge('ch_3')])],
    [
      'commit of one with an order',
      ['TransactWriteItems'],
      () => store.commit([session('cs_trips_4')], [], take('order#1')),
    ],
    [
      'commit of two that gives an order back that it does not hold',
      ['TransactWriteItems'],
      () =>
        store.commit([session('cs_trips_5'), charge('ch_5')], [], { ...take('order#2'), order: 'give_back' }),
    ],
    ['reserveRefund', ['UpdateItem'], () => store.reserveRefund('ch_trips', refund, mark)],
    ['refused reservation', ['UpdateItem'], () => store.reserveRefund('ch_nobody', refund, mark)],
    [
      'reserveRefund under an earlier mark',
      ['UpdateItem'],
      () => store.reserveRefund('ch_trips', sampleRefund('re_2', 1), { ...mark, recover_at: 2000 }),
    ],
    [
      'reserveRefund under a later mark',
      ['UpdateItem', 'UpdateItem'],
      () => store.reserveRefund('ch_trips', sampleRefund('re_3', 1), { ...mark, recover_at: 500 }),
    ],
    [
      'replaceRefund',
      ['UpdateItem'],
      () => store.replaceRefund('ch_trips', { ...refund, rev: 2, write: 'w.2' }, { release: false }),
    ],
    [
      'recordRefund',
      ['UpdateItem'],
      () => store.recordRefund('ch_trips', sampleRefund('ext_1', 1, { status: 'succeeded' }), mark),
    ],
    [
      'recordRefund of a pending one',
      ['UpdateItem'],
      () => store.recordRefund('ch_trips', sampleRefund('ext_2', 1), mark),
    ],
    ['recordDispute', ['UpdateItem'], () => store.recordDispute('ch_trips', sampleDispute('dp_1'), opened)],
    ['open', ['Query'], () => store.open(1, 10)],
  ])('%s: %j', async (_, operations, run) => {
    await run();
    expect(proxy.operations()).toEqual(operations);
  });
});

test('reads are consistent', async () => {
  const bodies: object[] = [];
  const body = (text: string) => {
    bodies.push(JSON.parse(text));
    return text;
  };
  proxy.plan({ kind: 'rewrite', body }, { kind: 'rewrite', body });
  await Promise.all([store.session('cs_1'), store.charge('ch_1')]);
  expect(bodies).toEqual([
    expect.objectContaining({ ConsistentRead: true }),
    expect.objectContaining({ ConsistentRead: true }),
  ]);
});

describe('a lost answer', () => {
  test('of a put is recognised as a success', async () => {
    proxy.plan(lost);
    expect(await store.commit([session('cs_put')])).toEqual({ ok: true });
    expect(proxy.operations()).toEqual(['PutItem', 'PutItem']);
  });

  test('of a transaction is recognised as a success', async () => {
    proxy.plan(lost);
    expect(await store.commit([session('cs_t'), charge('ch_t')])).toEqual({ ok: true });
    expect(proxy.operations()).toEqual(['TransactWriteItems', 'TransactWriteItems']);
  });

  test('of a transaction is a success even if the server has forgotten its token', async () => {
    const forget = (body: string) => JSON.stringify({ ...JSON.parse(body), ClientRequestToken: 'another' });
    proxy.plan(lost, { kind: 'rewrite', body: forget });
    expect(await store.commit([session('cs_forgot'), charge('ch_forgot')])).toEqual({ ok: true });
  });

  test('the repeated transaction carries the token of the first', async () => {
    const tokens: unknown[] = [];
    const body = (text: string) => {
      tokens.push(JSON.parse(text).ClientRequestToken);
      return text;
    };
    const seen: Fault = { kind: 'rewrite', body };
    proxy.plan(seen, seen, seen, seen);
    const writes = [session('cs_token'), charge('ch_token')];
    await store.commit(writes);
    await store.commit(writes);
    await store.commit([session('cs_token_2'), charge('ch_token_2')]);
    await store.commit(writes, [], take('order#token'));
    expect(tokens[0]).toMatch(/^[\w-]{36}$/);
    expect(tokens[1]).toBe(tokens[0]);
    expect(new Set(tokens).size).toBe(3);
  });

  test('of a reservation takes the amount once', async () => {
    await store.commit([charge('ch_reserved')]);
    proxy.plan(lost);
    const result = await store.reserveRefund('ch_reserved', sampleRefund('re_1', 4000), mark);
    expect(result).toMatchObject({ ok: true, charge: { amount_refundable: 0, rev: 2 } });
  });

  test('of a release gives the amount back once', async () => {
    await store.commit([charge('ch_released')]);
    const refund = sampleRefund('re_1', 1500);
    await store.reserveRefund('ch_released', refund, mark);
    proxy.plan(lost);
    const failed = { ...refund, rev: 2, write: 'w.2', status: 'failed' } as const;
    const result = await store.replaceRefund('ch_released', failed, { release: true });
    expect(result).toMatchObject({ ok: true, charge: { amount_refundable: 4000, rev: 3 } });
  });

  test('lost every time is storage_unavailable; the write happened, and repeating the call says so', async () => {
    proxy.plan(lost, lost, lost);
    await expect(store.commit([session('cs_gone')])).rejects.toMatchObject({
      code: 'storage_unavailable',
      details: { retry_after: 1 },
    });
    expect(await store.session('cs_gone')).toEqual(sampleSession('cs_gone'));
    expect(await store.commit([session('cs_gone')])).toEqual({ ok: true });
  });

  test('a lost request is sent again', async () => {
    proxy.plan({ kind: 'lose_request' });
    expect(await store.commit([session('cs_sent')])).toEqual({ ok: true });
  });

  test('of an external refund takes its amount once', async () => {
    await store.commit([charge('ch_recorded')]);
    proxy.plan(lost);
    const refund = sampleRefund('ext_1', 4001, { status: 'succeeded' });
    expect(await store.recordRefund('ch_recorded', refund, mark)).toMatchObject({
      ok: true,
      charge: { amount_refundable: -1, rev: 2 },
    });
  });

  test('of a dispute changes the amounts once, also without a new status', async () => {
    await store.commit([charge('ch_disputed')]);
    proxy.plan(lost);
    expect(await store.recordDispute('ch_disputed', sampleDispute('dp_1'), opened)).toMatchObject({
      ok: true,
      charge: { amount_refundable: 2500, rev: 2 },
    });
    proxy.plan(lost);
    const larger = sampleDispute('dp_1', { amount: 2000 });
    const change = { before: sampleDispute('dp_1'), refundable: -500, refundable_disputed: 0 };
    expect(await store.recordDispute('ch_disputed', larger, change)).toMatchObject({
      ok: true,
      charge: { amount_refundable: 2000, rev: 3 },
    });
  });

  test('of a commit with an order is recognised as a success', async () => {
    const forget = (body: string) => JSON.stringify({ ...JSON.parse(body), ClientRequestToken: 'another' });
    proxy.plan(lost, { kind: 'rewrite', body: forget });
    expect(await store.commit([session('cs_order')], [], take('order#lost'))).toEqual({ ok: true });
    expect(proxy.operations()).toEqual(['TransactWriteItems', 'TransactWriteItems']);
  });

  test('of moving the mark is recognised as a success, amount and mark together', async () => {
    const item = sampleCharge('ch_mark', { recover_shard: 1, recover_at: 9000 });
    await store.commit([{ table: 'charges', item, expects: 'absent' }]);
    proxy.plan(passed, lost);
    const result = await store.reserveRefund('ch_mark', sampleRefund('re_1', 1), mark);
    expect(result).toMatchObject({ ok: true, charge: { recover_at: 1000, amount_refundable: 3999 } });
    expect(await store.charge('ch_mark')).toEqual(result.charge);
  });

  test('and never got through: nothing is reserved without its mark', async () => {
    const item = sampleCharge('ch_no_mark', { recover_shard: 1, recover_at: 9000 });
    await store.commit([{ table: 'charges', item, expects: 'absent' }]);
    const down: Fault = { kind: 'lose_request' };
    proxy.plan(passed, down, down, down);
    await expect(store.reserveRefund('ch_no_mark', sampleRefund('re_1', 1), mark)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(await store.charge('ch_no_mark')).toEqual(item);
  });
});

describe('a mark that others move meanwhile', () => {
  const marked = (id: string, recover_at: number) => sampleCharge(id, { recover_shard: 1, recover_at });
  const refusedWith = (item: object): Fault => ({
    kind: 'answer',
    error: 'ConditionalCheckFailedException',
    fields: { Item: marshall(item) },
  });
  const reserve = (id: string) => store.reserveRefund(id, sampleRefund('re_1', 1), mark);

  test('is followed', async () => {
    await store.commit([{ table: 'charges', item: marked('ch_moved', 500), expects: 'absent' }]);
    proxy.operations();
    proxy.plan(refusedWith(marked('ch_moved', 9000)), passed);
    expect(await reserve('ch_moved')).toMatchObject({ ok: true, charge: { recover_at: 500 } });
    expect(proxy.operations()).toEqual(['UpdateItem', 'UpdateItem', 'UpdateItem']);
  });

  test('without end is storage_unavailable, and nothing is reserved', async () => {
    await store.commit([{ table: 'charges', item: marked('ch_restless', 500), expects: 'absent' }]);
    const [late, early] = [refusedWith(marked('ch_restless', 9000)), refusedWith(marked('ch_restless', 500))];
    proxy.plan(late, early, late, early, late);
    await expect(reserve('ch_restless')).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect((await store.charge('ch_restless'))?.refunds).toEqual({});
  });
});

describe('held events', () => {
  const held = (id: string): HeldEvent => ({
    psp: 'adyen',
    event: { id, claim: { about: 'nothing_of_ours' } },
    at: 1,
    due_at: 1,
  });

  test('are counted outside a transaction, in which those of a burst would conflict', async () => {
    expect(await store.holdEvent(held('evt_1'))).toBe(true);
    expect(proxy.operations()).toEqual(['UpdateItem', 'PutItem']);
    proxy.plan({ kind: 'answer', error: 'ConditionalCheckFailedException' });
    expect(await store.holdEvent(held('evt_2'))).toBe(false);
    expect(proxy.operations()).toEqual(['UpdateItem', 'GetItem']);
  });

  test('of a newer release do not keep the others waiting', async () => {
    await store.holdEvent(held('evt_older'));
    const newer = { id: 'held_newer', v: recordFormat + 1, due_shard: 'held', due_at: 0 };
    await client.send(new PutCommand({ TableName: dynamodb.tables.events, Item: newer }));
    const due = await store.heldEvents(1);
    expect(due.map(({ event }) => event?.id)).toContain('evt_older');
    expect(due.map(({ psp }) => psp)).not.toContain(undefined);
  });
});

describe('contention', () => {
  test.each<[string, Fault, () => Promise<{ readonly ok: boolean }>]>([
    ['put', conflict, () => store.commit([session('cs_c1')])],
    [
      'transaction',
      canceled('None', 'TransactionConflict'),
      () => store.commit([session('cs_c2'), charge('ch_c2')]),
    ],
    [
      'throttled transaction',
      canceled('ThrottlingError', 'None'),
      () => store.commit([session('cs_c3'), charge('ch_c3')]),
    ],
  ])('of a %s is waited out', async (_, fault, run) => {
    proxy.plan(fault, fault);
    expect(await run()).toEqual({ ok: true });
    expect(sleeps).toEqual([10, 20]);
  });

  test('of a reservation is waited out', async () => {
    await store.commit([charge('ch_c4')]);
    proxy.plan(conflict, conflict);
    expect((await store.reserveRefund('ch_c4', sampleRefund('re_1', 1), mark)).ok).toBe(true);
  });

  test('that does not end is storage_unavailable after six tries', async () => {
    proxy.plan(conflict, conflict, conflict, conflict, conflict, conflict);
    await expect(store.commit([session('cs_c5')])).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(proxy.operations()).toHaveLength(6);
    expect(sleeps).toEqual([10, 20, 40, 80, 160]);
  });

  test('beside a failed condition does not hide it', async () => {
    proxy.plan(canceled('ConditionalCheckFailed', 'TransactionConflict'));
    expect(await store.commit([session('cs_c6'), charge('ch_c6')])).toEqual({
      ok: false,
      exceeded: [],
      current: [undefined, undefined],
    });
  });

  test('throttles of single calls are repeated by the SDK', async () => {
    proxy.plan({ kind: 'answer', error: 'ProvisionedThroughputExceededException' });
    expect(await store.commit([session('cs_c7')])).toEqual({ ok: true });
    expect(sleeps).toEqual([]);
  });

  test.each(['AccessDeniedException', 'ResourceNotFoundException'])(
    '%s is storage_unavailable',
    async (error) => {
      proxy.plan({ kind: 'answer', error });
      await expect(store.session('cs_c8')).rejects.toMatchObject({ code: 'storage_unavailable' });
      expect(proxy.operations()).toHaveLength(1);
    },
  );

  test('a record that cannot be stored is internal, and is not sent', async () => {
    const item = sampleSession('cs_nan', { amount: Number.NaN });
    await expect(store.commit([{ table: 'sessions', item, expects: 'absent' }])).rejects.toMatchObject({
      code: 'internal',
    });
    expect(proxy.operations()).toEqual([]);
  });
});
