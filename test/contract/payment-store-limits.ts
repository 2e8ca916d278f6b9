import { describe, expect, test } from '@jest/globals';
import type { LimitWrite, PaymentStore } from '../../lib/types/ports.ts';
import { sampleCharge } from './sample-records.ts';

const take = (id: string, max: number, window_s = 3600): LimitWrite => ({ limit: 'take', id, max, window_s });

/** Counters that ride in the transaction of a commit. */
export const describeLimits = (store: () => PaymentStore): void => {
  let next = 0;
  const commit = (...limits: LimitWrite[]) => {
    next += 1;
    const id = `ch_limit${next}`;
    return store().commit(
      [{ table: 'charges', item: sampleCharge(id, { write: `w.${id}` }), expects: 'absent' }],
      limits,
    );
  };

  describe('limits', () => {
    test('a limit takes as many as it allows, and then refuses the whole commit', async () => {
      expect(await commit(take('card#a', 2))).toEqual({ ok: true });
      expect(await commit(take('card#a', 2))).toEqual({ ok: true });
      const refused = await commit(take('card#a', 2));
      expect(refused).toMatchObject({ ok: false, exceeded: [{ id: 'card#a', until: expect.any(Number) }] });
      expect(await store().charge(`ch_limit${next}`)).toBeUndefined();
    });

    test('what is given back can be taken again', async () => {
      await commit(take('card#b', 1));
      expect((await commit(take('card#b', 1))).ok).toBe(false);
      await commit({ limit: 'give_back', id: 'card#b', window_s: 3600 });
      expect(await commit(take('card#b', 1))).toEqual({ ok: true });
    });

    test('a blocked limit takes nothing, however little was counted', async () => {
      await commit({ limit: 'block', id: 'card#c', window_s: 3600 });
      expect(await commit(take('card#c', 100))).toMatchObject({ ok: false, exceeded: [{ id: 'card#c' }] });
    });

    test('a window that has passed is begun anew, also where the item is still there', async () => {
      await commit(take('card#d', 1, 0));
      expect(await commit(take('card#d', 1, 3600))).toEqual({ ok: true });
      expect((await commit(take('card#d', 1, 3600))).ok).toBe(false);
    });

    test('two limits in one commit: one that refuses leaves the other uncounted', async () => {
      await commit(take('ip#e', 1));
      expect(await commit(take('card#e', 1), take('ip#e', 1))).toMatchObject({
        ok: false,
        exceeded: [{ id: 'ip#e' }],
      });
      expect(await commit(take('card#e', 1))).toEqual({ ok: true });
    });

    test('a record that refuses leaves its limit uncounted', async () => {
      const charge = sampleCharge('ch_limit_taken', { write: 'w.first' });
      await store().commit([{ table: 'charges', item: charge, expects: 'absent' }]);
      const second = { ...charge, write: 'w.second' };
      expect(
        await store().commit([{ table: 'charges', item: second, expects: 'absent' }], [take('card#f', 1)]),
      ).toMatchObject({
        ok: false,
        exceeded: [],
      });
      expect(await commit(take('card#f', 1))).toEqual({ ok: true });
    });

    test('of 20 commits at once as many as the limit allows happen', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => commit(take('card#g', 5))));
      expect(all.filter(({ ok }) => ok)).toHaveLength(5);
    });
  });
};
