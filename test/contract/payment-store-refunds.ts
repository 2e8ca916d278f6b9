import { describe, expect, test } from '@jest/globals';
import type { Charge, Refund } from '../../lib/types/charge.ts';
import { maxRefundBytes, mostBytesOf } from '../../lib/types/charge-space.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';
import { sampleCharge, sampleRefund } from './sample-records.ts';

const mark = { psps: ['stripe'], exact: false, recover_shard: 901, recover_at: 1_763_630_160_000 };
const unmarked = { recover_shard: mark.recover_shard, recover_at: mark.recover_at };

/** Reservations and replacements of refunds. */
export const describeRefunds = (store: () => PaymentStore): void => {
  const reserve = (charge: string, refund: Refund, options = mark) =>
    store().reserveRefund(charge, refund, options);
  const charged = async (id: string, changes: Partial<Charge> = {}): Promise<Charge> => {
    const item = sampleCharge(id, changes);
    expect(await store().commit([{ table: 'charges', item, expects: 'absent' }])).toEqual({ ok: true });
    return item;
  };

  describe('reserveRefund', () => {
    test('takes the amount, records the refund and marks the charge for recovery', async () => {
      const charge = await charged('ch_reserve');
      const refund = sampleRefund('re_1', 1500, {
        reason: 'duplicate',
        metadata: { constructor: 'c', ['__proto__']: 'p' },
        remembered: { key: 'k', hash: 'h', view: 'full' },
      });
      const expected = {
        ...charge,
        rev: 2,
        amount_refundable: 2500,
        amount_refundable_disputed: 2500,
        refunds: { re_1: refund },
        refund_bytes: mostBytesOf(refund),
        ...unmarked,
      };
      expect(await reserve('ch_reserve', refund)).toEqual({ ok: true, charge: expected });
      expect(await store().charge('ch_reserve')).toStrictEqual(expected);
    });

    test.each([[[]], [['']], [['adyen', 'strip', 'stripe_2']]])(
      'takes nothing of a charge that none of the accounts %j holds',
      async (psps) => {
        const charge = await charged(`ch_gone_${psps.length}${psps.join('').length}`);
        const refused = await reserve(charge.id, sampleRefund('re_1', 1), { ...mark, psps });
        expect(refused).toEqual({ ok: false, charge });
        const held = await reserve(charge.id, sampleRefund('re_1', 1), {
          ...mark,
          psps: [...psps, 'stripe'],
        });
        expect(held.ok).toBe(true);
      },
    );

    test('takes from both amounts and is bounded by the one without what is disputed', async () => {
      await charged('ch_disputed', { amount_refundable: 2500 });
      expect((await reserve('ch_disputed', sampleRefund('re_1', 2501))).ok).toBe(false);
      const all = await reserve('ch_disputed', sampleRefund('re_1', 2500), { ...mark, exact: true });
      expect(all.charge).toMatchObject({ amount_refundable: 0, amount_refundable_disputed: 1500 });
    });

    test('with allow_disputed takes what is disputed as well, and never more than that', async () => {
      await charged('ch_over', { amount_refundable: 2500 });
      const over = { allow_disputed: true } as const;
      expect((await reserve('ch_over', sampleRefund('re_1', 4001, over))).ok).toBe(false);
      const most = await reserve('ch_over', sampleRefund('re_1', 3000, over));
      expect(most.charge).toMatchObject({ amount_refundable: -500, amount_refundable_disputed: 1000 });
      expect((await reserve('ch_over', sampleRefund('re_2', 1))).ok).toBe(false);
      const rest = { ...mark, exact: true };
      expect((await reserve('ch_over', sampleRefund('re_2', 999, over), rest)).ok).toBe(false);
      const all = await reserve('ch_over', sampleRefund('re_2', 1000, over), rest);
      expect(all.charge).toMatchObject({ amount_refundable: -1500, amount_refundable_disputed: 0 });
    });

    test('repeated, it is a success and takes nothing more', async () => {
      await charged('ch_again');
      const refund = sampleRefund('re_1', 1500);
      const first = await reserve('ch_again', refund);
      expect(await reserve('ch_again', refund)).toEqual(first);
      expect((await store().charge('ch_again'))?.amount_refundable).toBe(2500);
    });

    test('by another call with the same id, it is refused with the charge as it stands', async () => {
      await charged('ch_same_id');
      const first = await reserve('ch_same_id', sampleRefund('re_1', 1500));
      const second = await reserve('ch_same_id', sampleRefund('re_1', 1500, { write: 'other.1' }));
      expect(second).toEqual({ ok: false, charge: first.charge });
    });

    test.each<[string, Partial<Charge>]>([
      ['more than is left', { amount_refundable: 1499 }],
      ['a charge that is not captured', { status: 'authorized' }],
      ['a charge that is capturing', { status: 'capturing' }],
    ])('%s is refused', async (name, changes) => {
      const id = `ch_${name.replaceAll(' ', '_')}`;
      const charge = await charged(id, changes);
      expect(await reserve(id, sampleRefund('re_1', 1500))).toEqual({ ok: false, charge });
      expect(await store().charge(id)).toEqual(charge);
    });

    test('an absent charge is refused', async () => {
      expect(await reserve('ch_nobody', sampleRefund('re_1', 1))).toEqual({ ok: false, charge: undefined });
      expect(await store().charge('ch_nobody')).toBeUndefined();
    });

    test('exact takes all that is left or nothing', async () => {
      await charged('ch_exact', { amount_refundable: 4000 });
      const less = await reserve('ch_exact', sampleRefund('re_1', 3999), { ...mark, exact: true });
      expect(less.ok).toBe(false);
      const all = await reserve('ch_exact', sampleRefund('re_1', 4000), { ...mark, exact: true });
      expect(all.charge?.amount_refundable).toBe(0);
    });

    test('of fifty exact reservations at once one wins', async () => {
      await charged('ch_exact_race');
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          reserve('ch_exact_race', sampleRefund(`re_${i}`, 4000), { ...mark, exact: true }),
        ),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      const charge = await store().charge('ch_exact_race');
      expect(charge?.amount_refundable).toBe(0);
      expect(Object.keys(charge?.refunds ?? {})).toHaveLength(1);
    });

    test('of a hundred reservations of a fortieth at once forty win', async () => {
      await charged('ch_forty');
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, i) => reserve('ch_forty', sampleRefund(`re_${i}`, 100))),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(40);
      const charge = await store().charge('ch_forty');
      expect(charge?.amount_refundable).toBe(0);
      expect(charge?.rev).toBe(41);
      const won = results.flatMap((result, i) => (result.ok ? [`re_${i}`] : []));
      expect(Object.keys(charge?.refunds ?? {}).sort()).toEqual(won.sort());
    });

    test('a hundred refunds are the most', async () => {
      const refunds = Object.fromEntries(
        Array.from({ length: 99 }, (_, i) => [`re_${i}`, sampleRefund(`re_${i}`, 1)]),
      );
      await charged('ch_hundred', { refunds });
      expect((await reserve('ch_hundred', sampleRefund('re_99', 1))).ok).toBe(true);
      const refused = await reserve('ch_hundred', sampleRefund('re_100', 1));
      expect(refused.ok).toBe(false);
      expect(Object.keys(refused.charge?.refunds ?? {})).toHaveLength(100);
    });

    test('one that has failed and given way to others is refused, whatever asks for it', async () => {
      const charge = await charged('ch_given_way', { failed_refunds: { re_1: 'hash', ext_1: '' } });
      for (const exact of [true, false]) {
        const refused = await reserve('ch_given_way', sampleRefund('re_1', 4_000), { ...mark, exact });
        expect(refused).toEqual({ ok: false, charge });
      }
      const reported = sampleRefund('ext_1', 1, { status: 'failed', external: true });
      expect(await store().recordRefund('ch_given_way', reported, unmarked)).toEqual({ ok: false, charge });
      expect((await reserve('ch_given_way', sampleRefund('re_2', 1))).ok).toBe(true);
    });

    test('bytes are taken for how a refund ends, and no more than there are', async () => {
      const refund = sampleRefund('re_1', 1, { metadata: { note: 'x'.repeat(400) } });
      const bytes = mostBytesOf(refund);
      await charged('ch_room', { refund_bytes: maxRefundBytes - bytes });
      const longer = sampleRefund('re_2', 1, { metadata: { note: 'x'.repeat(401) } });
      expect((await reserve('ch_room', longer)).ok).toBe(false);
      expect((await reserve('ch_room', refund)).charge).toMatchObject({ refund_bytes: maxRefundBytes });
      expect((await reserve('ch_room', sampleRefund('re_3', 1))).ok).toBe(false);
    });

    test('a commit based on what was read before the reservation is refused', async () => {
      const charge = await charged('ch_between');
      await reserve('ch_between', sampleRefund('re_1', 100));
      const item = { ...charge, rev: 2, write: 'late.2' };
      expect((await store().commit([{ table: 'charges', item, expects: 1 }])).ok).toBe(false);
    });

    test('under a later mark as under an earlier one, it is refused for want of money, and moves nothing', async () => {
      const charge = await charged('ch_mark_refused', { recover_shard: 902, recover_at: 5000 });
      for (const recover_at of [4000, 5000, 6000]) {
        const refused = await reserve('ch_mark_refused', sampleRefund('re_1', 4001), { ...mark, recover_at });
        expect(refused).toEqual({ ok: false, charge });
      }
    });

    test('of forty reservations with marks of their own all win, and the earliest mark stays', async () => {
      await charged('ch_mark_race', { recover_shard: 902, recover_at: 5020 });
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          reserve('ch_mark_race', sampleRefund(`re_${i}`, 100), {
            ...mark,
            recover_at: 5000 + ((i * 7) % 40),
          }),
        ),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(40);
      expect(await store().charge('ch_mark_race')).toMatchObject({ amount_refundable: 0, recover_at: 5000 });
    });

    test('the recovery mark moves to its shard, and earlier, never later', async () => {
      await charged('ch_mark', { recover_shard: 902, recover_at: 5000 });
      const later = await reserve('ch_mark', sampleRefund('re_1', 1), { ...mark, recover_at: 6000 });
      expect(later.charge).toMatchObject({ recover_shard: 901, recover_at: 5000 });
      const earlier = await reserve('ch_mark', sampleRefund('re_2', 1), { ...mark, recover_at: 4000 });
      expect(earlier.charge).toMatchObject({ recover_shard: 901, recover_at: 4000, rev: 3 });
      expect(await store().charge('ch_mark')).toEqual(earlier.charge);
    });
  });

  describe('replaceRefund', () => {
    const settle = (charge: string, refund: Refund, release = false) =>
      store().replaceRefund(charge, refund, { release });
    const reserved = async (charge: string): Promise<Refund> => {
      await charged(charge);
      const refund = sampleRefund('re_1', 1500);
      expect((await reserve(charge, refund)).ok).toBe(true);
      return refund;
    };
    const next = (refund: Refund, changes: Partial<Refund>, by = 'settle'): Refund => ({
      ...refund,
      ...changes,
      rev: refund.rev + 1,
      write: `${by}.${refund.rev + 1}`,
    });

    test('replaces the refund; the charge keeps its mark and its amount', async () => {
      const refund = await reserved('ch_settle');
      const before = await store().charge('ch_settle');
      const succeeded = next(refund, { status: 'succeeded', psp_reference: 'pr_1' });
      const expected = { ...before, rev: 3, refunds: { re_1: succeeded } };
      expect(await settle('ch_settle', succeeded)).toEqual({ ok: true, charge: expected });
      expect(await store().charge('ch_settle')).toEqual(expected);
    });

    test('gives a failed refund back, once, however often it is reported', async () => {
      const refund = await reserved('ch_release');
      const failed = next(refund, { status: 'failed', failure_reason: 'processor_error' });
      expect((await settle('ch_release', failed, true)).charge).toMatchObject({
        amount_refundable: 4000,
        amount_refundable_disputed: 4000,
      });
      expect(await settle('ch_release', failed, true)).toMatchObject({ ok: true });
      expect(await settle('ch_release', { ...failed, write: 'other.2' }, true)).toMatchObject({ ok: false });
      expect(await settle('ch_release', next(failed, {}, 'again'), true)).toMatchObject({ ok: false });
      expect((await store().charge('ch_release'))?.amount_refundable).toBe(4000);
    });

    test('a failed refund does not come back to life, but its answer can be stored', async () => {
      const refund = await reserved('ch_dead');
      const failed = next(refund, { status: 'failed' });
      await settle('ch_dead', failed, true);
      expect((await settle('ch_dead', next(failed, { status: 'succeeded' }))).ok).toBe(false);
      const remembered = { key: 'k', hash: 'h', view: 'full', answer: { status: 200, body: '{}' } } as const;
      expect((await settle('ch_dead', next(failed, { remembered }))).ok).toBe(true);
      const charge = await store().charge('ch_dead');
      expect(charge?.refunds.re_1).toMatchObject({ status: 'failed', remembered, rev: 3 });
      expect(charge?.amount_refundable).toBe(4000);
    });

    test('a refund that had succeeded may still fail', async () => {
      const succeeded = next(await reserved('ch_late_failure'), { status: 'succeeded' });
      await settle('ch_late_failure', succeeded);
      const failed = next(succeeded, { status: 'failed' });
      expect((await settle('ch_late_failure', failed, true)).charge?.amount_refundable).toBe(4000);
    });

    test('of two replacements of one revision one wins and the other sees it', async () => {
      const refund = await reserved('ch_two');
      const results = await Promise.all([
        settle('ch_two', next(refund, { status: 'succeeded' }, 'function')),
        settle('ch_two', next(refund, { status: 'failed' }, 'webhook'), true),
      ]);
      expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
      const charge = await store().charge('ch_two');
      expect(results.find(({ ok }) => !ok)?.charge).toEqual(charge);
      expect(charge?.amount_refundable).toBe(charge?.refunds.re_1?.status === 'failed' ? 4000 : 2500);
    });

    test('a refund of another amount, an unknown one and an absent charge are refused', async () => {
      const refund = await reserved('ch_other');
      expect(
        (await settle('ch_other', next({ ...refund, amount: 4000 }, { status: 'failed' }), true)).ok,
      ).toBe(false);
      expect((await settle('ch_other', next(sampleRefund('re_2', 1), {}))).ok).toBe(false);
      expect(await settle('ch_nobody', next(refund, {}))).toEqual({ ok: false, charge: undefined });
      expect((await store().charge('ch_other'))?.amount_refundable).toBe(2500);
    });
  });
};
