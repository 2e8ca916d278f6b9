import { describe, expect, test } from '@jest/globals';
import type { Charge, Refund } from '../../lib/types/charge.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';
import { sampleCharge, sampleRefund } from './sample-records.ts';

const unmarked = { recover_shard: 901, recover_at: 1_763_630_160_000 };
const mark = { psps: ['stripe'], exact: false, ...unmarked };

/** Refunds that were made elsewhere. */
export const describeExternalRefunds = (store: () => PaymentStore): void => {
  const reserve = (charge: string, refund: Refund) => store().reserveRefund(charge, refund, mark);
  const charged = async (id: string, changes: Partial<Charge> = {}): Promise<Charge> => {
    const item = sampleCharge(id, changes);
    expect(await store().commit([{ table: 'charges', item, expects: 'absent' }])).toEqual({ ok: true });
    return item;
  };

  describe('recordRefund', () => {
    const made = (id: string, amount: number, changes: Partial<Refund> = {}): Refund =>
      sampleRefund(id, amount, { status: 'succeeded', external: true, write: `record-${id}.1`, ...changes });
    const record = (charge: string, refund: Refund, at = unmarked) =>
      store().recordRefund(charge, refund, at);

    test('takes its amount from both amounts, below zero if need be, and marks the charge external', async () => {
      const charge = await charged('ch_record', { amount_refundable: 1000 });
      const refund = made('ext_1', 1500, { metadata: { constructor: 'c' } });
      const expected = {
        ...charge,
        rev: 2,
        amount_refundable: -500,
        amount_refundable_disputed: 2500,
        external: true,
        refunds: { ext_1: refund },
      };
      expect(await record('ch_record', refund)).toEqual({ ok: true, charge: expected });
      expect(await store().charge('ch_record')).toStrictEqual(expected);
      expect((await reserve('ch_record', sampleRefund('re_1', 1))).ok).toBe(false);
    });

    test('a failed one takes nothing', async () => {
      await charged('ch_record_failed');
      expect(
        (await record('ch_record_failed', made('ext_1', 1500, { status: 'failed' }))).charge,
      ).toMatchObject({
        external: true,
        amount_refundable: 4000,
        amount_refundable_disputed: 4000,
      });
    });

    test('a pending one marks the charge for recovery, no later than it was', async () => {
      await charged('ch_record_pending');
      const pending = (id: string) => made(id, 100, { status: 'pending' });
      const at = (recover_at: number) => ({ recover_shard: 905, recover_at });
      expect((await record('ch_record_pending', pending('ext_1'), at(5000))).charge).toMatchObject(at(5000));
      expect((await record('ch_record_pending', pending('ext_2'), at(6000))).charge).toMatchObject(at(5000));
      const moved = await record('ch_record_pending', pending('ext_3'), at(4000));
      expect(moved.charge).toMatchObject({ ...at(4000), amount_refundable: 3700, rev: 4 });
      expect(await record('ch_record_pending', pending('ext_3'), at(4000))).toEqual(moved);
    });

    test('repeated, it is a success and takes nothing more; told by another, it is refused', async () => {
      await charged('ch_record_again');
      const first = await record('ch_record_again', made('ext_1', 1500));
      expect(await record('ch_record_again', made('ext_1', 1500))).toEqual(first);
      const other = made('ext_1', 1500, { write: 'other.1' });
      expect(await record('ch_record_again', other)).toEqual({ ok: false, charge: first.charge });
    });

    test('is settled like any other', async () => {
      await charged('ch_record_settle');
      const pending = made('ext_1', 1500, { status: 'pending' });
      await record('ch_record_settle', pending);
      const failed = { ...pending, rev: 2, write: 'w.2', status: 'failed' } as const;
      const settled = await store().replaceRefund('ch_record_settle', failed, { release: true });
      expect(settled.charge).toMatchObject({ amount_refundable: 4000, amount_refundable_disputed: 4000 });
    });

    test('is a fact, however many refunds there are and whatever state the charge is in', async () => {
      const refunds = Object.fromEntries(
        Array.from({ length: 100 }, (_, i) => [`re_${i}`, sampleRefund(`re_${i}`, 1)]),
      );
      await charged('ch_record_full', { refunds, status: 'authorized', amount_refundable: 0 });
      expect((await record('ch_record_full', made('ext_1', 10))).charge?.amount_refundable).toBe(-10);
    });

    test('beside reservations at the same time nothing is lost', async () => {
      await charged('ch_record_race');
      const results = await Promise.all([
        ...Array.from({ length: 10 }, (_, i) => record('ch_record_race', made(`ext_${i}`, 100))),
        ...Array.from({ length: 50 }, (_, i) => reserve('ch_record_race', sampleRefund(`re_${i}`, 100))),
      ]);
      const won = results.filter(({ ok }) => ok).length;
      const charge = await store().charge('ch_record_race');
      expect(results.slice(0, 10).every(({ ok }) => ok)).toBe(true);
      expect(charge?.amount_refundable).toBe(4000 - 100 * won);
      expect(Object.keys(charge?.refunds ?? {})).toHaveLength(won);
      expect(charge?.rev).toBe(1 + won);
    });

    test('an absent charge is refused and not created', async () => {
      expect(await record('ch_nobody', made('ext_1', 1))).toEqual({ ok: false, charge: undefined });
      expect(await store().charge('ch_nobody')).toBeUndefined();
    });
  });
};
