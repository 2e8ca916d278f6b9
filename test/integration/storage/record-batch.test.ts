import { DeleteItemCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type RecordingPorts, recordBatch } from '../../../lib/domain-events/record-batch.ts';
import { parkedRecords, parkRecord, removeParked } from '../../../lib/storage/parked-records.ts';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import { readStreamRecord } from '../../../lib/storage/read-stream-record.ts';
import { createRowStore } from '../../../lib/storage/rows.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Event } from '../../../lib/types/event.ts';
import type { StoredMethod } from '../../../lib/types/payment-method.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import type { Session } from '../../../lib/types/session.ts';
import type { StreamRecord } from '../../../lib/types/stream-record.ts';
import { streamsOf } from '../../../local/aws/read-stream.ts';
import { sampleCharge, sampleRefund, sampleSession } from '../../contract/sample-records.ts';
import { allParked } from './all-parked.ts';
import { openStorage } from './open-storage.ts';

const { dynamodb, connection: client, storage } = await openStorage();
const store = createPaymentStore(storage);
const streams = streamsOf(dynamodb);
const iterators = new Map<string, string | undefined>();

/** What the streams tell since they were last read. */
const delivered = async (): Promise<readonly StreamRecord[]> => {
  const all: StreamRecord[] = [];
  for (const table of ['sessions', 'charges']) {
    const stream = (await streams.streamOf(table)) ?? '';
    const [shard] = await streams.shards(stream);
    let iterator = iterators.get(table) ?? (await streams.iterator(stream, shard?.ShardId ?? '', undefined));
    for (;;) {
      const { records, next = '' } = await streams.read(iterator);
      all.push(...records.map((record) => ({ ...record, eventSourceARN: stream })));
      iterator = next;
      if (records.length === 0) break;
    }
    iterators.set(table, iterator);
  }
  return all;
};

let sent: Event[] = [];
let reported: LogRecord[] = [];

const ports: RecordingPorts<StreamRecord> = {
  read: (record) => readStreamRecord({ ...storage, livemode: false }, record),
  rows: createRowStore(storage),
  keep: async () => 'kept',
  close: async () => {},
  releaseCvc: async () => {},
  sinks: [
    async (events) => {
      sent.push(...events);
    },
  ],
  park: (record, error, counted) => parkRecord(storage, record, error, counted),
  log: (event) => void reported.push(event),
};

const storedTypes = async (): Promise<readonly string[]> => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'events', ConsistentRead: true }));
  return Items.flatMap(({ type }) => type?.S ?? []).toSorted();
};

const types = (events: readonly Event[]) => events.map(({ type }) => type).toSorted();

beforeEach(async () => {
  await delivered();
  sent = [];
  reported = [];
});

/** A payment, its refund in two steps, and what tells nothing: a deletion and a write of the same item. */
const pay = async (id: string): Promise<void> => {
  const claimed: Partial<Session> = {
    rev: 2,
    write: `${id}.2`,
    payment_status: 'processing',
    charge: `ch_${id}`,
    attempts: [{ charge: `ch_${id}`, psp: 'stripe', outcome: null, started: 1 }],
  };
  await store.commit([{ table: 'sessions', item: sampleSession(id), expects: 'absent' }]);
  await store.commit([
    { table: 'sessions', item: sampleSession(id, claimed), expects: 1 },
    {
      table: 'charges',
      item: sampleCharge(`ch_${id}`, { status: 'pending', outcome: null, amount_captured: 0 }),
      expects: 'absent',
    },
  ]);
  await store.commit([
    {
      table: 'sessions',
      item: sampleSession(id, { ...claimed, rev: 3, write: `${id}.3`, payment_status: 'paid' }),
      expects: 2,
    },
    { table: 'charges', item: sampleCharge(`ch_${id}`, { rev: 2, write: `${id}.3` }), expects: 1 },
  ]);
  const refund = sampleRefund(`re_${id}`, 1500);
  await store.reserveRefund(`ch_${id}`, refund, {
    psps: ['stripe'],
    exact: false,
    recover_shard: 1,
    recover_at: 5,
  });
  await store.replaceRefund(`ch_${id}`, { ...refund, rev: 2, status: 'succeeded' }, { release: false });
};

const ofPayment = ['checkout.session.paid', 'refund.pending', 'refund.succeeded'];

describe('a batch of the streams', () => {
  test('is stored and handed on, transactions included; again, wholly or in part, it stores nothing more', async () => {
    await pay('cs_a');
    const batch = await delivered();
    expect(await recordBatch(ports, batch)).toMatchObject({ again: [], parked: [] });
    expect(types(sent)).toEqual(ofPayment);
    const first = sent;
    for (let from = 0; from <= batch.length; from += 1) {
      sent = [];
      await recordBatch(ports, batch.slice(from));
      expect(first).toEqual(expect.arrayContaining(sent));
    }
    expect(await storedTypes()).toEqual(ofPayment);
  });

  test('reports neither a deletion nor an item that keeps its revision', async () => {
    const again = { TableName: 'sessions', Item: { id: { S: 'cs_same' }, v: { N: '1' }, rev: { N: '3' } } };
    await client.send(new PutItemCommand(again));
    await client.send(new PutItemCommand(again));
    await client.send(new DeleteItemCommand({ TableName: 'sessions', Key: { id: { S: 'cs_same' } } }));
    const [, same, removed] = (await delivered()).filter(({ eventSourceARN = '' }) =>
      eventSourceARN.includes('sessions'),
    );
    const quiet = [same, removed].filter((record) => record !== undefined);
    expect(quiet.length).toBe(2);
    expect(quiet.map((record) => ports.read(record))).toEqual([undefined, undefined]);
  });

  test('stops at a store that does not answer: the records come again, and nothing is handed on', async () => {
    await pay('cs_b');
    const batch = await delivered();
    const down = { putRows: () => Promise.reject(new ApiError('storage_unavailable', 'down')) };
    const { again, parked } = await recordBatch({ ...ports, rows: down }, batch);
    expect(parked).toEqual([]);
    expect(again.length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
    await recordBatch(ports, batch);
    expect(types(sent)).toEqual(ofPayment);
  });

  test('comes again if a sink did not answer, and is not lost if it died in between', async () => {
    await pay('cs_c');
    const batch = await delivered();
    const away = async () => {
      throw new ApiError('storage_unavailable', 'away');
    };
    const { again, parked } = await recordBatch({ ...ports, sinks: [away] }, batch);
    expect([again.length, parked.length]).toEqual([ofPayment.length, 0]);
    await recordBatch(ports, batch);
    expect(types(sent)).toEqual(ofPayment);
  });

  test('parks an unreadable record, with its alarm, and continues with those behind it', async () => {
    await pay('cs_d');
    const batch = await delivered();
    const [first, ...rest] = batch;
    const broken: StreamRecord = {
      ...first,
      dynamodb: { ...first?.dynamodb, NewImage: { ...first?.dynamodb?.NewImage, v: { N: '99' } } },
    };
    for (let times = 0; times < 2; times += 1) {
      const { again, parked } = await recordBatch(ports, [broken, ...rest]);
      expect([again.length, parked.length]).toEqual([0, 1]);
    }
    expect(reported.map(({ event }) => event)).toEqual(['record_parked', 'record_parked']);
    expect(new Set(types(sent))).toEqual(new Set(ofPayment));
    const [kept, ...more] = await allParked(storage);
    expect(more).toEqual([]);
    expect(kept).toMatchObject({
      before: 0,
      after: 1,
      counted: false,
      record: { dynamodb: broken.dynamodb },
    });
    expect(kept?.error).toContain('format 99');
    await removeParked(storage, kept?.id ?? '');
    expect(await allParked(storage)).toEqual([]);
  });

  test('reads one after the other what is parked, the oldest first', async () => {
    const names = Array.from({ length: 60 }, (_, index) => String(1_000 + index));
    let now = Date.now();
    const clock = { ...storage.clock, now: () => now };
    for (const SequenceNumber of names) {
      const record = { eventSourceARN: 'arn:table/many/stream', dynamodb: { SequenceNumber, NewImage: {} } };
      await parkRecord({ ...storage, clock }, record, new Error('broken'), true);
      now += 1;
    }
    let reading = 0;
    let most = 0;
    const counting = {
      send: async (command: never) => {
        most = Math.max(most, ++reading);
        return storage.client.send(command).finally(() => {
          reading -= 1;
        });
      },
    };
    const found: string[] = [];
    for await (const { id } of parkedRecords({ ...storage, client: counting as never })) found.push(id);
    expect(found).toEqual(names.map((name) => `parked#many#${name}`));
    expect(most).toBeLessThan(10);
    for (const id of found) await removeParked(storage, id);
  });

  test('parks only the record whose event no sink takes', async () => {
    await pay('cs_e');
    const picky = async (events: readonly Event[]) => {
      if (events.some(({ type }) => type === 'refund.pending')) throw new Error('cannot');
      sent.push(...events);
    };
    const { again, parked } = await recordBatch({ ...ports, sinks: [picky] }, await delivered());
    expect([again.length, parked.length]).toEqual([0, 1]);
    expect(types(sent)).toEqual(['checkout.session.paid', 'refund.succeeded']);
    const [kept] = await allParked(storage);
    expect(kept?.counted).toBe(true);
    await recordBatch(ports, kept ? [kept.record] : []);
    expect(types(sent)).toEqual(ofPayment);
    await removeParked(storage, kept?.id ?? '');
  });

  const payAndKeep = async (id: string) => {
    const card = { token: 'vt_00000000000000000000000001' };
    const held = sampleCharge(`ch_${id}`, {
      status: 'authorized',
      outcome: 'approved',
      amount_captured: 0,
      keeps: { customer: 'customer-7', card },
    });
    const captured = {
      ...held,
      rev: 2,
      write: `${id}.2`,
      status: 'captured',
      amount_captured: 4000,
    } as const;
    await store.commit([{ table: 'charges', item: held, expects: 'absent' }]);
    await store.commit([{ table: 'charges', item: captured, expects: 1 }]);
  };

  test('a card that the vault no longer has holds back no event of its payment', async () => {
    await payAndKeep('cs_k');
    const gone = { ...ports, keep: async () => 'unknown_token' as const };
    expect(await recordBatch(gone, await delivered())).toMatchObject({ again: [], parked: [] });
    expect(types(sent)).toEqual(['charge.captured']);
    expect(reported).toEqual([{ event: 'card_not_kept', payment_method: 'pm_00000000000000000000000001' }]);
  });

  test('neither does a vault that does not respond, and the card is stored when the record comes again', async () => {
    await payAndKeep('cs_v');
    const silent = { ...ports, keep: () => Promise.reject(new Error('The vault was not asked: timeout.')) };
    const { again, parked } = await recordBatch(silent, await delivered());
    expect([again.length, parked.length]).toEqual([0, 1]);
    expect(types(sent)).toEqual(['charge.captured']);
    const [set] = await allParked(storage);
    const stored: StoredMethod[] = [];
    const keep = async (method: StoredMethod) => {
      stored.push(method);
      return 'kept' as const;
    };
    await recordBatch({ ...ports, keep }, set ? [set.record] : []);
    expect(stored.map(({ id }) => id)).toEqual(['pm_00000000000000000000000001']);
    // Under the same id: each endpoint has it already.
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    await removeParked(storage, set?.id ?? '');
  });

  test('the security code of an attempt that a bank has answered for is released, after 3-D Secure too', async () => {
    const card_token = 'vt_00000000000000000000000002';
    const attempt = { charge: 'ch_3ds', psp: 'stripe', started: 1, card_token } as const;
    const waiting = sampleSession('cs_3ds', { attempts: [{ ...attempt, outcome: 'requires_action' }] });
    const paid = { attempts: [{ ...attempt, outcome: 'captured' }] } as const;
    await store.commit([{ table: 'sessions', item: waiting, expects: 'absent' }]);
    const released: string[] = [];
    const releaseCvc = async (token: string) => void released.push(token);
    await recordBatch({ ...ports, releaseCvc }, await delivered());
    expect(released).toEqual([]);
    const item = sampleSession('cs_3ds', { rev: 2, write: 'cs_3ds.2', ...paid });
    await store.commit([{ table: 'sessions', item, expects: 1 }]);
    await recordBatch({ ...ports, releaseCvc }, await delivered());
    expect(released).toEqual([card_token]);
  });

  test('does not lose a record that can be neither handled nor parked', async () => {
    await pay('cs_f');
    const unparkable = {
      ...ports,
      read: () => {
        throw new Error('broken');
      },
      park: () => Promise.reject(new ApiError('storage_unavailable', 'down')),
    };
    const batch = await delivered();
    expect(await recordBatch(unparkable, batch)).toEqual({ again: batch, parked: [], counts: [] });
  });
});
