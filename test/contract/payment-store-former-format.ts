import { describe, expect, test } from '@jest/globals';
import type { Charge, Refund } from '../../lib/types/charge.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';
import { recordFormat } from '../../lib/types/records.ts';
import type { Session } from '../../lib/types/session.ts';
import { sampleCharge, sampleDispute, sampleRefund } from './sample-records.ts';
import type { StoreSubject } from './store-subject.ts';
import { yesterdaysCharge, yesterdaysRefund, yesterdaysSession } from './yesterdays-records.ts';

const mark = { recover_shard: 903, recover_at: 1_763_630_160_000 };
const never = 253_402_214_400_000;

/** Records of the release before are read and brought up to date. */
export const describeFormerFormat = (subject: () => StoreSubject): void => {
  const store = (): PaymentStore => subject().store;
  const plant = (table: 'sessions' | 'charges', record: object) => subject().plant(table, record);

  describe('records of the release before', () => {
    test('a session is read in the form of today and replaced in it', async () => {
      await plant('sessions', yesterdaysSession('cs_old'));
      const session = (await store().session('cs_old')) as Session;
      expect(session).toStrictEqual({ ...yesterdaysSession('cs_old'), v: recordFormat });
      const next = { ...session, rev: 4, write: 'w.4' };
      expect(await store().commit([{ table: 'sessions', item: next, expects: 3 }])).toEqual({ ok: true });
      expect(await store().session('cs_old')).toStrictEqual(next);
    });

    test('a refused commit tells it in the form of today', async () => {
      await plant('charges', yesterdaysCharge('ch_old_refused'));
      const item = sampleCharge('ch_old_refused', { rev: 5 });
      expect(await store().commit([{ table: 'charges', item, expects: 4 }])).toMatchObject({
        ok: false,
        current: [{ id: 'ch_old_refused', v: recordFormat, disputes: {}, amount_refundable_disputed: 2500 }],
      });
    });

    test('a charge with a refund', async () => {
      await plant('charges', yesterdaysCharge('ch_old'));
      expect(await store().charge('ch_old')).toStrictEqual({
        ...yesterdaysCharge('ch_old'),
        v: recordFormat,
        amount_refundable_disputed: 2500,
        disputes: {},
        refunds: { re_1: yesterdaysRefund('re_1', { sent: 1_763_630_100_000 }) },
      });
    });

    const operation = { id: 'op_1', amount: 4000, started: 77 };
    const reviewed = { recovery: { action: 'review' }, recover_shard: 1, recover_at: never };
    test.each<[string, object, Partial<Charge>]>([
      [
        'capturing, perhaps sent',
        { status: 'capturing', capture: operation },
        { status: 'capturing', capture: { ...operation, status: 'open', sent: 77 } },
      ],
      [
        'capturing, accepted',
        { status: 'capturing', capture: { ...operation, accepted: true } },
        { capture: { ...operation, status: 'accepted', sent: 77 } },
      ],
      [
        'captured after a cancel that failed',
        { status: 'captured', capture: operation, cancel: { ...operation, accepted: false } },
        {
          capture: { ...operation, status: 'done', sent: 77 },
          cancel: { ...operation, status: 'failed', sent: 77 },
        },
      ],
      [
        'authorized after a capture that failed',
        { status: 'authorized', capture: { ...operation, accepted: true } },
        { capture: { ...operation, status: 'failed', sent: 77 } },
      ],
      [
        'canceling',
        { status: 'canceling', cancel: operation },
        { cancel: { ...operation, status: 'open', sent: 77 } },
      ],
      [
        'canceled',
        { status: 'canceled', cancel: { ...operation, accepted: true } },
        { hold: 'voided', cancel: { ...operation, status: 'done', sent: 77 } },
      ],
      ['released by the PSP', { status: 'canceled' }, { status: 'canceled', hold: 'expired' }],
      [
        'an attempt that needs review',
        { status: 'needs_review', ...reviewed },
        { status: 'needs_review', needs_review: true, recovery: { action: 'look' } },
      ],
      [
        'a capture that needs review',
        { status: 'capturing', capture: operation, ...reviewed },
        { status: 'needs_review', capture: { ...operation, status: 'open', sent: 77, needs_review: true } },
      ],
      [
        'a refund that needs review',
        reviewed,
        {
          status: 'captured',
          refunds: {
            re_1: yesterdaysRefund('re_1', { sent: 1_763_630_100_000, needs_review: true }) as Refund,
          },
        },
      ],
      [
        'a refund reserved after the review: its next look decides',
        { ...reviewed, recover_at: 5000 },
        { refunds: { re_1: yesterdaysRefund('re_1', { sent: 1_763_630_100_000 }) as Refund } },
      ],
      [
        'a reversal',
        { status: 'failed', reversal: { id: 'rv_1', by: 'refund', status: 'sent', started: 1, sent: 2 } },
        { reversal: { id: 'rv_1', by: 'refund', amount: 4000, status: 'sent', started: 1, sent: 2 } },
      ],
      [
        'an observed capture',
        {
          status: 'pending',
          recovery: { action: 'fence', fence: 'sent', observed: { outcome: 'captured', psp_reference: 'p' } },
        },
        {
          recovery: {
            action: 'fence',
            fence: 'sent',
            observed: { outcome: 'captured', psp_reference: 'p', amount_captured: 4000 },
          },
        },
      ],
    ])('a charge: %s', async (name, changes, expected) => {
      const id = `ch_old_${name.replaceAll(' ', '_')}`;
      await plant('charges', yesterdaysCharge(id, changes));
      const charge = await store().charge(id);
      for (const [key, value] of Object.entries(expected))
        expect(charge?.[key as keyof Charge]).toStrictEqual(value);
      expect(JSON.stringify(charge)).not.toContain('"accepted":');
    });

    test('a refund is reserved on it and settled', async () => {
      await plant('charges', yesterdaysCharge('ch_old_refund', { refunds: {} }));
      const refund = sampleRefund('re_2', 1000);
      const reserved = await store().reserveRefund('ch_old_refund', refund, {
        psps: ['stripe'],
        exact: false,
        ...mark,
      });
      const expected = {
        v: recordFormat,
        rev: 6,
        amount_refundable: 1500,
        amount_refundable_disputed: 1500,
        refunds: { re_2: refund },
      };
      expect(reserved).toMatchObject({ ok: true, charge: expected });
      const failed = { ...refund, rev: 2, write: 'w.2', status: 'failed' as const };
      await store().settleRefund('ch_old_refund', failed, { release: true });
      expect(await store().charge('ch_old_refund')).toMatchObject({
        amount_refundable: 2500,
        amount_refundable_disputed: 2500,
      });
    });

    test('of twenty reservations at once as many win as there is money', async () => {
      await plant('charges', yesterdaysCharge('ch_old_race', { refunds: {} }));
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          store().reserveRefund('ch_old_race', sampleRefund(`re_${i}`, 500), {
            psps: ['stripe'],
            exact: false,
            ...mark,
          }),
        ),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(5);
      expect(await store().charge('ch_old_race')).toMatchObject({
        amount_refundable: 0,
        amount_refundable_disputed: 0,
      });
    });

    test('a dispute is recorded on it', async () => {
      await plant('charges', yesterdaysCharge('ch_old_dispute'));
      const dispute = sampleDispute('dp_1');
      const change = { before: undefined, refundable: -1500, refundable_disputed: 0 };
      expect(await store().recordDispute('ch_old_dispute', dispute, change)).toMatchObject({
        ok: true,
        charge: { amount_refundable: 1000, amount_refundable_disputed: 2500, disputes: { dp_1: dispute } },
      });
    });

    test('what it refuses it refuses as ever', async () => {
      await plant('charges', yesterdaysCharge('ch_old_refusal'));
      const refund = sampleRefund('re_2', 2501);
      const refused = await store().reserveRefund('ch_old_refusal', refund, {
        psps: ['stripe'],
        exact: false,
        ...mark,
      });
      expect(refused).toEqual({ ok: false, charge: await store().charge('ch_old_refusal') });
    });
  });
};
