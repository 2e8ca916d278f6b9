import { describe, expect, test } from '@jest/globals';
import type { Charge } from '../../lib/types/charge.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';
import { sampleCharge, sampleRefund } from './sample-records.ts';

/** `open`: the sparse sharded index over charges with something open. */
export const describeRecoveryIndex = (store: () => PaymentStore): void => {
  const open = (id: string, recover_shard: number, recover_at: number): Promise<Charge> =>
    create(sampleCharge(id, { recover_shard, recover_at }));
  const create = async (item: Charge): Promise<Charge> => {
    expect(await store().commit([{ table: 'charges', item, expects: 'absent' }])).toEqual({ ok: true });
    return item;
  };

  describe('open', () => {
    test('the one to be looked at first in front, with its time, up to the limit, not other shards', async () => {
      await open('ch_due_c', 1, 3000);
      await open('ch_due_a', 1, 1000);
      await open('ch_due_d', 1, 4000);
      await open('ch_due_b', 1, 2000);
      await open('ch_due_elsewhere', 2, 1000);
      const [a, b, c, d] = [1000, 2000, 3000, 4000].map((recover_at, at) => ({
        id: `ch_due_${'abcd'[at]}`,
        recover_at,
      }));
      expect(await store().open(1, 10)).toEqual([a, b, c, d]);
      expect(await store().open(1, 2)).toEqual([a, b]);
      expect(await store().open(1, 2, 2000)).toEqual([b, c]);
      expect(await store().open(1, 2, 4001)).toEqual([]);
      expect(await store().open(3, 10)).toEqual([]);
    });

    test('a charge moves with its mark and leaves without one', async () => {
      const charge = await open('ch_due_move', 4, 1000);
      const later = { ...charge, rev: 2, write: 'w.2', recover_at: 5000 };
      await store().commit([{ table: 'charges', item: later, expects: 1 }]);
      expect(await store().open(4, 10)).toEqual([{ id: 'ch_due_move', recover_at: 5000 }]);
      const { recover_shard: _, recover_at: __, ...closed } = { ...later, rev: 3, write: 'w.3' };
      await store().commit([{ table: 'charges', item: closed, expects: 2 }]);
      expect(await store().open(4, 10)).toEqual([]);
    });

    test('a charge with nothing open is not listed until a refund is reserved', async () => {
      await create(sampleCharge('ch_due_refund'));
      expect(await store().open(5, 10)).toEqual([]);
      const options = { psps: ['stripe'], exact: false, recover_shard: 5, recover_at: 8000 };
      const refund = sampleRefund('re_1', 100);
      await store().reserveRefund('ch_due_refund', refund, options);
      expect(await store().open(5, 10)).toEqual([{ id: 'ch_due_refund', recover_at: 8000 }]);
      const settled = { ...refund, rev: 2, write: 'w.2', status: 'succeeded' as const };
      await store().replaceRefund('ch_due_refund', settled, { release: false });
      expect(await store().open(5, 10)).toEqual([{ id: 'ch_due_refund', recover_at: 8000 }]);
    });

    test('a thousand open charges of one shard are read in order', async () => {
      const count = 1000;
      await Promise.all(Array.from({ length: count }, (_, i) => open(`ch_due_${i}`, 6, (i * 7) % count)));
      const marks = await store().open(6, count);
      expect(marks.map(({ recover_at }) => recover_at)).toEqual(Array.from({ length: count }, (_, at) => at));
      for (const { id, recover_at } of marks)
        expect((Number(id.slice('ch_due_'.length)) * 7) % count).toBe(recover_at);
    });
  });
};

/** `chargeAt`: the index of the PSPs' own references. */
export const describePspReferences = (store: () => PaymentStore): void => {
  const charged = async (id: string, changes: Partial<Charge>): Promise<Charge> => {
    const item = sampleCharge(id, changes);
    expect(await store().commit([{ table: 'charges', item, expects: 'absent' }])).toEqual({ ok: true });
    return item;
  };

  describe('chargeAt', () => {
    test('the charge that this account knows by it', async () => {
      const here = await charged('ch_at_here', { psp: 'stripe', psp_reference: 'pi_at' });
      const there = await charged('ch_at_there', { psp: 'stripe_us', psp_reference: 'pi_at' });
      expect(await store().chargeAt('stripe', 'pi_at')).toStrictEqual(here);
      expect(await store().chargeAt('stripe_us', 'pi_at')).toStrictEqual(there);
      expect(await store().chargeAt('adyen', 'pi_at')).toBeUndefined();
    });

    test('none of two', async () => {
      const { psp } = await charged('ch_at_1', { psp_reference: 'pi_at_twice' });
      await charged('ch_at_2', { psp_reference: 'pi_at_twice' });
      expect(await store().chargeAt(psp, 'pi_at_twice')).toBeUndefined();
    });

    test.each(['', 'x'.repeat(3_000)])('nothing by what can be no key', async (reference) => {
      expect(await store().chargeAt('stripe', reference)).toBeUndefined();
    });
  });
};
