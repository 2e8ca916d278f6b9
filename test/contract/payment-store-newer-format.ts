import { describe, expect, test } from '@jest/globals';
import type { Charge } from '../../lib/types/charge.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';
import { recordFormat } from '../../lib/types/records.ts';
import { sampleCharge, sampleDispute, sampleRefund, sampleSession } from './sample-records.ts';
import type { StoreSubject } from './store-subject.ts';

const mark = { recover_shard: 903, recover_at: 1_763_630_160_000 };

/** Records of a newer release, and of none, are left alone. */
export const describeNewerFormat = (subject: () => StoreSubject): void => {
  const store = (): PaymentStore => subject().store;
  const plant = (table: 'sessions' | 'charges', record: object) => subject().plant(table, record);

  describe('records of a newer release', () => {
    const newer = { v: recordFormat + 1 };
    const [refund, dispute] = [sampleRefund('re_1', 100), sampleDispute('dp_1')];
    const noChange = { before: undefined, refundable: 0, refundable_disputed: 0 };
    const charge = (id: string, changes: Partial<Charge> = {}) => sampleCharge(id, changes);

    test.each<[string, (store: PaymentStore, id: string) => Promise<unknown>]>([
      ['read', (to, id) => to.charge(id)],
      ['replaced', (to, id) => to.commit([{ table: 'charges', item: charge(id, { rev: 2 }), expects: 1 }])],
      [
        'replaced at another revision',
        (to, id) => to.commit([{ table: 'charges', item: charge(id, { rev: 8 }), expects: 7 }]),
      ],
      [
        'created',
        (to, id) => to.commit([{ table: 'charges', item: charge(id, { write: 'w.1' }), expects: 'absent' }]),
      ],
      [
        'replaced in a transaction',
        (to, id) =>
          to.commit([
            { table: 'charges', item: charge(id, { rev: 2, write: 'w.2' }), expects: 1 },
            { table: 'sessions', item: sampleSession(`cs_of_${id}`), expects: 'absent' },
          ]),
      ],
      [
        'given a refund',
        (to, id) => to.reserveRefund(id, refund, { psps: ['stripe'], exact: false, ...mark }),
      ],
      ['settled', (to, id) => to.replaceRefund(id, { ...refund, rev: 2 }, { release: true })],
      ['told of a refund', (to, id) => to.recordRefund(id, refund, mark)],
      ['told of a dispute', (to, id) => to.recordDispute(id, dispute, noChange)],
    ])('a charge is not %s', async (name, run) => {
      const id = `ch_new_${name.replaceAll(' ', '_')}`;
      const planted = { ...sampleCharge(id, { write: 'newer.1' }), ...newer, refunds: {}, unheard_of: 1 };
      await plant('charges', planted);
      const failure = await run(store(), id).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'storage_unavailable', status: 503 });
      expect(String(failure)).toMatch(/this release is older than the record/i);
      expect(await subject().peek('charges', id)).toEqual(planted);
      expect(await store().session(`cs_of_${id}`)).toBeUndefined();
    });

    test('a session is neither read nor replaced', async () => {
      const planted = { ...sampleSession('cs_new'), ...newer, metadata: [] };
      await plant('sessions', planted);
      await expect(store().session('cs_new')).rejects.toMatchObject({ code: 'storage_unavailable' });
      const item = sampleSession('cs_new', { rev: 2, write: 'w.2' });
      await expect(store().commit([{ table: 'sessions', item, expects: 1 }])).rejects.toMatchObject({
        code: 'storage_unavailable',
      });
      expect(await subject().peek('sessions', 'cs_new')).toEqual(planted);
    });

    test('a record of no format is not read, and stays as it is', async () => {
      const { v: _, ...charge } = sampleCharge('ch_no_format');
      const { v: __, ...session } = sampleSession('cs_no_format');
      await plant('charges', { ...charge, refunds: {} });
      await plant('sessions', { ...session, metadata: [] });
      await expect(store().charge('ch_no_format')).rejects.toMatchObject({ code: 'internal' });
      await expect(store().session('cs_no_format')).rejects.toMatchObject({ code: 'internal' });
      expect(await subject().peek('charges', 'ch_no_format')).not.toHaveProperty('v');
    });

    test('a write that is recognised as its own has happened, whoever came after it', async () => {
      const item = sampleCharge('ch_new_own');
      await plant('charges', { ...item, ...newer });
      expect(await store().commit([{ table: 'charges', item, expects: 'absent' }])).toEqual({ ok: true });
    });
  });
};
