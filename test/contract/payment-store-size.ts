import { describe, expect, test } from '@jest/globals';
import type { Charge } from '../../lib/types/charge.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';
import { sampleCharge, sampleDispute, sampleRefund, sampleSession } from './sample-records.ts';

const mark = { recover_shard: 900, recover_at: 1 };
const long = 'x'.repeat(9_000);

export const describeSize = (store: () => PaymentStore): void => {
  describe('an item over 400 KB is refused as a broken request, and nothing is written', () => {
    /** A charge with so many bytes of answers. */
    const charged = async (id: string, bytes: number): Promise<Charge> => {
      const answer = { status: 200, body: 'x'.repeat(bytes) };
      const item = sampleCharge(id, { refreshed: [{ key: 'k', hash: 'h', view: 'full', answer }] });
      await store().commit([{ table: 'charges', item, expects: 'absent' }]);
      return item;
    };
    const tooLarge = { code: 'internal' };

    test('by a commit, alone or in a transaction', async () => {
      await expect(charged('ch_large', 409_600)).rejects.toMatchObject(tooLarge);
      expect(await store().charge('ch_large')).toBeUndefined();
      const current = await charged('ch_grows', 390_000);
      const item = { ...current, rev: 2, write: 'large.2', events: [long, long, long] };
      const session = sampleSession('cs_beside_large');
      await expect(
        store().commit([
          { table: 'sessions', item: session, expects: 'absent' },
          { table: 'charges', item, expects: 1 },
        ]),
      ).rejects.toMatchObject(tooLarge);
      expect(await store().charge('ch_grows')).toEqual(current);
      expect(await store().session(session.id)).toBeUndefined();
    });

    test('by an update of a refund or a dispute', async () => {
      const current = await charged('ch_full', 402_000);
      const refund = sampleRefund('re_1', 1, { metadata: { long } });
      await expect(
        store().reserveRefund('ch_full', refund, { ...mark, psps: ['stripe'], exact: false }),
      ).rejects.toMatchObject(tooLarge);
      await expect(store().recordRefund('ch_full', refund, mark)).rejects.toMatchObject(tooLarge);
      await expect(
        store().recordDispute('ch_full', sampleDispute('dp_1', { psp_reason: long }), {
          before: undefined,
          refundable: 0,
          refundable_disputed: 0,
        }),
      ).rejects.toMatchObject(tooLarge);
      expect(await store().charge('ch_full')).toEqual(current);
    });
  });
};
