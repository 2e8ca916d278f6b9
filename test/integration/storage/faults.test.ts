import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import type { Write } from '../../../lib/types/ports.ts';
import { sampleCharge, sampleRefund, sampleSession } from '../../contract/sample-records.ts';
import { type Fault, startFaultyProxy } from './faulty-proxy.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const mark = { exact: false, recover_shard: 1, recover_at: 1000 };

const dynamodb = await startDynamoDbWithTables();
const proxy = await startFaultyProxy(dynamodb.url);
const client = new DynamoDBClient({ ...clientOf(proxy.url), maxAttempts: 3, retryMode: 'standard' });
let sleeps: number[] = [];
const clock = { now: Date.now, sleep: async (ms: number) => void sleeps.push(ms) };
const store = createPaymentStore({ client, tables: dynamodb.tables, clock, random: () => 0.5 });

afterAll(async () => {
  client.destroy();
  await proxy.close();
  await dynamodb.close();
});

beforeEach(() => {
  proxy.operations();
  sleeps = [];
});

const session = (id: string): Write => ({ table: 'sessions', item: sampleSession(id), expects: 'absent' });
const charge = (id: string): Write => ({ table: 'charges', item: sampleCharge(id), expects: 'absent' });
const lost: Fault = { kind: 'lose_answer' };
const passed: Fault = { kind: 'pass' };
const conflict: Fault = { kind: 'answer', error: 'TransactionConflictException' };
const canceled = (...codes: readonly string[]): Fault => ({
  kind: 'answer',
  error: 'TransactionCanceledException',
  fields: { CancellationReasons: codes.map((Code) => ({ Code })) },
});

describe('round trips', () => {
  beforeAll(() => store.commit([charge('ch_trips'), session('cs_trips')]));
  const refund = sampleRefund('re_1', 100);

  test.each([
    ['session', ['GetItem'], () => store.session('cs_trips')],
    ['charge', ['GetItem'], () => store.charge('ch_trips')],
    ['commit of one', ['PutItem'], () => store.commit([session('cs_trips_2')])],
    ['refused commit', ['PutItem'], () => store.commit([session('cs_trips')])],
    ['commit of two', ['TransactWriteItems'], () => store.commit([session('cs_trips_3'), charge('ch_3')])],
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
      'settleRefund',
      ['UpdateItem'],
      () => store.settleRefund('ch_trips', { ...refund, rev: 2, write: 'w.2' }, { release: false }),
    ],
    ['due', ['Query'], () => store.due(1, 1000, 10)],
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
  test('of a put is found out to be a success', async () => {
    proxy.plan(lost);
    expect(await store.commit([session('cs_put')])).toEqual({ ok: true });
    expect(proxy.operations()).toEqual(['PutItem', 'PutItem']);
  });

  test('of a transaction is found out to be a success', async () => {
    proxy.plan(lost);
    expect(await store.commit([session('cs_t'), charge('ch_t')])).toEqual({ ok: true });
    expect(proxy.operations()).toEqual(['TransactWriteItems', 'TransactWriteItems']);
  });

  test('of a transaction is a success also where the server has forgotten its token', async () => {
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
    proxy.plan({ kind: 'rewrite', body }, { kind: 'rewrite', body }, { kind: 'rewrite', body });
    const writes = [session('cs_token'), charge('ch_token')];
    await store.commit(writes);
    await store.commit(writes);
    await store.commit([session('cs_token_2'), charge('ch_token_2')]);
    expect(tokens[0]).toMatch(/^[\w-]{36}$/);
    expect(tokens[1]).toBe(tokens[0]);
    expect(tokens[2]).not.toBe(tokens[0]);
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
    const result = await store.settleRefund('ch_released', failed, { release: true });
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

  test('of moving the mark leaves the reservation standing', async () => {
    const item = sampleCharge('ch_mark', { recover_shard: 1, recover_at: 9000 });
    await store.commit([{ table: 'charges', item, expects: 'absent' }]);
    const down: Fault = { kind: 'lose_request' };
    proxy.plan(passed, down, down, down);
    const result = await store.reserveRefund('ch_mark', sampleRefund('re_1', 1), mark);
    expect(result).toMatchObject({ ok: true, charge: { recover_at: 9000, amount_refundable: 3999 } });
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
});
