import { describe, expect, test } from '@jest/globals';
import type { Charge } from '../../lib/types/charge.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';
import { sampleCharge, sampleRefund } from './sample-records.ts';

/** `due`: the sparse sharded index over charges with something open. */
export const describeRecoveryIndex = (store: () => PaymentStore): void => {
  const open = (id: string, recover_shard: number, recover_at: number): Promise<Charge> =>
    create(sampleCharge(id, { recover_shard, recover_at }));
  const create = async (item: Charge): Promise<Charge> => {
    expect(await store().commit([{ table: 'charges', item, expects: 'absent' }])).toEqual({ ok: true });
    return item;
  };

  describe('due', () => {
    test('the oldest first, up to the limit, not what is due later, not other shards', async () => {
      await open('ch_due_c', 1, 3000);
      await open('ch_due_a', 1, 1000);
      await open('ch_due_d', 1, 4000);
      await open('ch_due_b', 1, 2000);
      await open('ch_due_elsewhere', 2, 1000);
      expect(await store().due(1, 3000, 10)).toEqual(['ch_due_a', 'ch_due_b', 'ch_due_c']);
      expect(await store().due(1, 9000, 2)).toEqual(['ch_due_a', 'ch_due_b']);
      expect(await store().due(1, 999, 10)).toEqual([]);
      expect(await store().due(3, 9000, 10)).toEqual([]);
    });

    test('a charge moves with its mark and leaves without one', async () => {
      const charge = await open('ch_due_move', 4, 1000);
      const later = { ...charge, rev: 2, write: 'w.2', recover_at: 5000 };
      await store().commit([{ table: 'charges', item: later, expects: 1 }]);
      expect(await store().due(4, 4999, 10)).toEqual([]);
      expect(await store().due(4, 5000, 10)).toEqual(['ch_due_move']);
      const { recover_shard: _, recover_at: __, ...closed } = { ...later, rev: 3, write: 'w.3' };
      await store().commit([{ table: 'charges', item: closed, expects: 2 }]);
      expect(await store().due(4, 9000, 10)).toEqual([]);
    });

    test('a charge with nothing open is not listed until a refund is reserved', async () => {
      await create(sampleCharge('ch_due_refund'));
      expect(await store().due(5, 9000, 10)).toEqual([]);
      const options = { exact: false, recover_shard: 5, recover_at: 8000 };
      const refund = sampleRefund('re_1', 100);
      await store().reserveRefund('ch_due_refund', refund, options);
      expect(await store().due(5, 9000, 10)).toEqual(['ch_due_refund']);
      const settled = { ...refund, rev: 2, write: 'w.2', status: 'succeeded' as const };
      await store().settleRefund('ch_due_refund', settled, { release: false });
      expect(await store().due(5, 9000, 10)).toEqual(['ch_due_refund']);
    });

    test('a thousand open charges of one shard are read in order', async () => {
      const count = 1000;
      await Promise.all(Array.from({ length: count }, (_, i) => open(`ch_due_${i}`, 6, (i * 7) % count)));
      const ids = await store().due(6, count, count);
      expect(ids).toHaveLength(count);
      expect(ids[0]).toBe('ch_due_0');
      const marks = ids.map((id) => (Number(id.slice('ch_due_'.length)) * 7) % count);
      expect(marks).toEqual([...marks].sort((a, b) => a - b));
    });
  });
};
