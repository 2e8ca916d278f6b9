import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import type { Write } from '../../../lib/types/ports.ts';
import { sampleCharge, sampleRefund, sampleSession } from '../../contract/sample-records.ts';
import { openStorage } from './open-storage.ts';

const mark = { psps: ['stripe'], exact: false, recover_shard: 1, recover_at: 1000 };

const { connection: client, storage } = await openStorage();
const store = createPaymentStore(storage);

const session = (id: string): Write => ({ table: 'sessions', item: sampleSession(id), expects: 'absent' });
const charge = (id: string): Write => ({ table: 'charges', item: sampleCharge(id), expects: 'absent' });

describe('stored items', () => {
  const raw = async (id: string, TableName = 'sessions') =>
    (await client.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }))).Item;

  test('carry their format, numbers as numbers, and metadata as pairs', async () => {
    const metadata = { constructor: 'c', ['__proto__']: 'p' };
    const pair = (key: string, value: string) => ({ L: [{ S: key }, { S: value }] });
    const pairs = { L: [pair('constructor', 'c'), pair('__proto__', 'p')] };
    await store.commit([
      { table: 'sessions', item: sampleSession('cs_raw', { metadata }), expects: 'absent' },
      charge('ch_raw'),
    ]);
    await store.reserveRefund('ch_raw', sampleRefund('re_1', 1, { metadata }), mark);
    expect(await raw('cs_raw')).toMatchObject({ v: { N: '1' }, amount: { N: '2599' }, metadata: pairs });
    expect(await raw('ch_raw', 'charges')).toMatchObject({
      v: { N: '1' },
      refunds: { M: { re_1: { M: { metadata: pairs } } } },
    });
  });

  test('an order names its one holder, and nothing once it is released', async () => {
    const order = { id: 'order#raw', session: 'cs_1' };
    await store.commit([session('cs_raw_1')], [], { ...order, order: 'take' });
    expect(await raw('order#raw', 'orders')).toEqual({
      id: { S: 'order#raw' },
      v: { N: '1' },
      holder: { SS: ['cs_1'] },
    });
    await store.commit([session('cs_raw_2')], [], { ...order, order: 'give_back' });
    expect(await raw('order#raw', 'orders')).not.toHaveProperty('holder');
  });

  test('an order that a newer release wrote is not taken, nor is anything else written', async () => {
    const item = { id: { S: 'order#new' }, v: { N: '2' } };
    await client.send(new PutItemCommand({ TableName: 'orders', Item: item }));
    const taking = store.commit([session('cs_raw_3')], [], {
      order: 'take',
      id: 'order#new',
      session: 'cs_raw_3',
    });
    await expect(taking).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await raw('order#new', 'orders')).toEqual(item);
    expect(await store.session('cs_raw_3')).toBeUndefined();
  });

  test('an unpaid session is deleted thirty days after it expired, any other never', async () => {
    const unpaid = sampleSession('cs_ttl');
    await store.commit([{ table: 'sessions', item: unpaid, expects: 'absent' }]);
    expect((await raw('cs_ttl'))?.ttl).toEqual({ N: String(unpaid.expires_at + 2_592_000) });
    expect(await store.session('cs_ttl')).not.toHaveProperty('ttl');
    const item = { ...unpaid, rev: 2, write: 'w.2', payment_status: 'processing' } as const;
    const refused = await store.commit([{ table: 'sessions', item, expects: 7 }]);
    expect(refused).toEqual({ ok: false, exceeded: [], current: [unpaid] });
    await store.commit([{ table: 'sessions', item, expects: 1 }]);
    expect(await raw('cs_ttl')).not.toHaveProperty('ttl');
  });

  test('over 400 KB is refused as internal and changes nothing', async () => {
    const metadata = { large: 'x'.repeat(410_000) };
    const tooLarge = (id: string): Write => ({
      table: 'sessions',
      item: sampleSession(id, { rev: 2, write: 'w.2', metadata }),
      expects: 1,
    });
    await store.commit([session('cs_size')]);
    await expect(store.commit([tooLarge('cs_size')])).rejects.toMatchObject({ code: 'internal' });
    await expect(store.commit([tooLarge('cs_size'), charge('ch_size')])).rejects.toMatchObject({
      code: 'internal',
    });
    expect(await store.session('cs_size')).toEqual(sampleSession('cs_size'));
    expect(await store.charge('ch_size')).toBeUndefined();
    await store.commit([charge('ch_size')]);
    const refund = sampleRefund('re_1', 1, { metadata });
    await expect(store.reserveRefund('ch_size', refund, mark)).rejects.toMatchObject({ code: 'internal' });
    expect(await store.charge('ch_size')).toEqual(sampleCharge('ch_size'));
  });
});
