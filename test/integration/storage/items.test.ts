import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import type { Write } from '../../../lib/types/ports.ts';
import { sampleCharge, sampleRefund, sampleSession } from '../../contract/sample-records.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const mark = { exact: false, recover_shard: 1, recover_at: 1000 };

const dynamodb = await startDynamoDbWithTables();
const client = new DynamoDBClient(clientOf(dynamodb.url));
const clock = { now: Date.now, sleep: async () => undefined };
const store = createPaymentStore({ client, tables: dynamodb.tables, clock, random: () => 0.5 });

afterAll(async () => {
  client.destroy();
  await dynamodb.close();
});

const session = (id: string): Write => ({ table: 'sessions', item: sampleSession(id), expects: 'absent' });
const charge = (id: string): Write => ({ table: 'charges', item: sampleCharge(id), expects: 'absent' });

describe('stored items', () => {
  const raw = async (id: string) =>
    (await client.send(new GetItemCommand({ TableName: 'sessions', Key: { id: { S: id } } }))).Item;

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
