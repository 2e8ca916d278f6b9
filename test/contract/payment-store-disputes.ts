import { describe, expect, test } from '@jest/globals';
import type { Charge, Dispute } from '../../lib/types/charge.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';
import { sampleCharge, sampleDispute, sampleRefund } from './sample-records.ts';

const opening = { before: undefined, refundable: -1500, refundable_disputed: 0 };
const mark = { psps: ['stripe'], exact: false, recover_shard: 904, recover_at: 1_763_630_160_000 };

export const describeDisputes = (store: () => PaymentStore): void => {
  const charged = async (id: string): Promise<Charge> => {
    const item = sampleCharge(id);
    expect(await store().commit([{ table: 'charges', item, expects: 'absent' }])).toEqual({ ok: true });
    return item;
  };
  const record = (charge: string, dispute: Dispute, change: Parameters<PaymentStore['recordDispute']>[2]) =>
    store().recordDispute(charge, dispute, change);

  describe('recordDispute', () => {
    test('records it and changes both amounts by what is given; nothing else', async () => {
      const charge = await charged('ch_dispute');
      const dispute = sampleDispute('dp_1', {
        reason: 'fraudulent',
        psp_reason: '10.4',
        respond_by: 1_764_000_000,
      });
      const expected = { ...charge, rev: 2, amount_refundable: 2500, disputes: { dp_1: dispute } };
      expect(await record('ch_dispute', dispute, opening)).toEqual({ ok: true, charge: expected });
      expect(await store().charge('ch_dispute')).toStrictEqual(expected);

      const lost = { ...dispute, status: 'lost' } as const;
      const closing = { before: dispute, refundable: 0, refundable_disputed: -1500 };
      expect(await record('ch_dispute', lost, closing)).toMatchObject({
        ok: true,
        charge: {
          rev: 3,
          amount_refundable: 2500,
          amount_refundable_disputed: 2500,
          disputes: { dp_1: lost },
        },
      });
    });

    test('takes amounts below zero', async () => {
      await charged('ch_dispute_below');
      await store().reserveRefund('ch_dispute_below', sampleRefund('re_1', 4000), mark);
      const { charge } = await record('ch_dispute_below', sampleDispute('dp_1'), opening);
      expect(charge?.amount_refundable).toBe(-1500);
    });

    test.each([
      ['opened', sampleDispute('dp_1'), opening],
      [
        'changed without a new status',
        sampleDispute('dp_1', { stage: 'arbitration' }),
        { before: sampleDispute('dp_1'), refundable: -7, refundable_disputed: -3 },
      ],
      [
        'won',
        sampleDispute('dp_1', { status: 'won' }),
        { before: sampleDispute('dp_1'), refundable: 1500, refundable_disputed: 0 },
      ],
    ] as const)('repeated, it is a success and counts once: %s', async (name, dispute, change) => {
      const id = `ch_dispute_again_${name.replaceAll(' ', '_')}`;
      await charged(id);
      if (change.before !== undefined) await record(id, sampleDispute('dp_1'), opening);
      const first = await record(id, dispute, change);
      expect(first.ok).toBe(true);
      expect(await record(id, dispute, change)).toEqual(first);
      expect(await store().charge(id)).toEqual(first.charge);
    });

    test('is refused if another status is recorded than the one before', async () => {
      const charge = await charged('ch_dispute_stale');
      const won = sampleDispute('dp_1', { status: 'won' });
      const closing = { before: sampleDispute('dp_1'), refundable: 1500, refundable_disputed: 0 };
      expect(await record('ch_dispute_stale', won, closing)).toEqual({ ok: false, charge });
      const opened = await record('ch_dispute_stale', sampleDispute('dp_1'), opening);
      const other = sampleDispute('dp_1', { created: 1 });
      expect(await record('ch_dispute_stale', other, opening)).toEqual({ ok: false, charge: opened.charge });
      await record('ch_dispute_stale', won, closing);
      const lost = { ...won, status: 'lost' } as const;
      expect((await record('ch_dispute_stale', lost, closing)).ok).toBe(false);
      expect((await store().charge('ch_dispute_stale'))?.amount_refundable).toBe(4000);
    });

    test('is refused if it was opened and won again since: the same status at a later stage', async () => {
      const id = 'ch_dispute_round';
      await charged(id);
      const won = sampleDispute('dp_1', { status: 'won', stage: 'dispute' });
      const wonAgain = sampleDispute('dp_1', { status: 'won', stage: 'arbitration' });
      const reopened = sampleDispute('dp_1', { stage: 'arbitration' });
      const opens = { refundable: -1500, refundable_disputed: 0 };
      const closes = { refundable: 1500, refundable_disputed: 0 };
      await record(id, sampleDispute('dp_1'), opening);
      await record(id, won, { before: sampleDispute('dp_1'), ...closes });
      await record(id, reopened, { before: won, ...opens });
      const ended = await record(id, wonAgain, { before: reopened, ...closes });
      const late = { ...reopened, respond_by: 1_764_000_000 };
      expect(await record(id, late, { before: won, ...opens })).toEqual({ ok: false, charge: ended.charge });
    });

    test('an absent charge is refused', async () => {
      expect(await record('ch_nobody', sampleDispute('dp_1'), opening)).toEqual({
        ok: false,
        charge: undefined,
      });
      expect(await store().charge('ch_nobody')).toBeUndefined();
    });

    test('of twenty who tell of it at once one counts', async () => {
      await charged('ch_dispute_race');
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          record('ch_dispute_race', sampleDispute('dp_1', { created: i }), opening),
        ),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await store().charge('ch_dispute_race')).toMatchObject({ rev: 2, amount_refundable: 2500 });
    });
  });
};
