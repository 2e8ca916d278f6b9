import { describe, expect, test } from '@jest/globals';
import type { OrderWrite, PaymentStore } from '../../lib/types/ports.ts';
import { sampleCharge, sampleSession } from './sample-records.ts';

/** The claim of one session on an order, in the transaction of a commit. */
export const describeOrders = (store: () => PaymentStore): void => {
  let next = 0;
  const commit = (order: OrderWrite) => {
    next += 1;
    const id = `ch_order${next}`;
    const item = sampleCharge(id, { write: `w.${id}` });
    return store().commit([{ table: 'charges', item, expects: 'absent' }], [], order);
  };
  const take = (id: string, session: string) => commit({ order: 'take', id, session });
  const join = (id: string, session: string) => commit({ order: 'join', id, session });
  const giveBack = (id: string, session: string) => commit({ order: 'give_back', id, session });
  const heldBy = (session: string) => ({
    ok: false,
    exceeded: [],
    current: [undefined],
    order_held_by: session,
  });

  describe('orders', () => {
    test('an order is held by the session that took it, and by no other', async () => {
      expect(await take('order#a', 'cs_1')).toEqual({ ok: true });
      expect(await take('order#a', 'cs_2')).toEqual(heldBy('cs_1'));
      expect(await store().charge(`ch_order${next}`)).toBeUndefined();
      expect(await take('order#a', 'cs_1')).toEqual({ ok: true });
      expect(await take('order#another', 'cs_2')).toEqual({ ok: true });
    });

    test('what is given back can be taken by another', async () => {
      await take('order#b', 'cs_1');
      await take('order#b', 'cs_1');
      expect(await giveBack('order#b', 'cs_1')).toEqual({ ok: true });
      expect(await take('order#b', 'cs_2')).toEqual({ ok: true });
      expect(await take('order#b', 'cs_1')).toEqual(heldBy('cs_2'));
    });

    test('giving back what another holds, or nobody, changes nothing and fails nothing', async () => {
      expect(await giveBack('order#c', 'cs_1')).toEqual({ ok: true });
      expect(await store().charge(`ch_order${next}`)).toBeDefined();
      await take('order#c', 'cs_2');
      expect(await giveBack('order#c', 'cs_1')).toEqual({ ok: true });
      expect(await store().charge(`ch_order${next}`)).toBeDefined();
      expect(await take('order#c', 'cs_3')).toEqual(heldBy('cs_2'));
      expect(await giveBack('order#c', 'cs_2')).toEqual({ ok: true });
      expect(await giveBack('order#c', 'cs_2')).toEqual({ ok: true });
      expect(await take('order#c', 'cs_3')).toEqual({ ok: true });
    });

    test('whoever joins holds it beside the other, until both have given it back', async () => {
      await take('order#i', 'cs_1');
      expect(await join('order#i', 'cs_2')).toEqual({ ok: true });
      expect(await join('order#i', 'cs_2')).toEqual({ ok: true });
      await giveBack('order#i', 'cs_1');
      expect(await take('order#i', 'cs_3')).toEqual(heldBy('cs_2'));
      await giveBack('order#i', 'cs_2');
      expect(await take('order#i', 'cs_3')).toEqual({ ok: true });
    });

    test('an order that nobody holds is joined like any other', async () => {
      expect(await join('order#j', 'cs_1')).toEqual({ ok: true });
      expect(await take('order#j', 'cs_2')).toEqual(heldBy('cs_1'));
    });

    test('a record that refuses leaves the order as it is', async () => {
      const item = sampleCharge('ch_order_taken', { write: 'w.first' });
      await store().commit([{ table: 'charges', item, expects: 'absent' }]);
      const writes = [{ table: 'charges', item: { ...item, write: 'w.second' }, expects: 'absent' }] as const;
      const taken = { order: 'take', id: 'order#d', session: 'cs_1' } as const;
      expect(await store().commit(writes, [], taken)).toEqual({ ok: false, exceeded: [], current: [item] });
      expect(await take('order#d', 'cs_2')).toEqual({ ok: true });
      await store().commit(writes, [], { order: 'give_back', id: 'order#d', session: 'cs_2' });
      expect(await take('order#d', 'cs_3')).toEqual(heldBy('cs_2'));
    });

    test('a limit that refuses leaves the order as it is, and the order leaves the limit', async () => {
      const limit = { limit: 'take', id: 'ip#order', max: 1, window_s: 3600 } as const;
      const both = (id: string, order: string, session: string) =>
        store().commit(
          [{ table: 'charges', item: sampleCharge(id, { write: `w.${id}` }), expects: 'absent' }],
          [limit],
          { order: 'take', id: order, session },
        );
      await take('order#held', 'cs_9');
      expect(await both('ch_order_l1', 'order#held', 'cs_1')).toMatchObject(heldBy('cs_9'));
      expect(await both('ch_order_l2', 'order#e', 'cs_1')).toEqual({ ok: true });
      const refused = await both('ch_order_l3', 'order#f', 'cs_1');
      expect(refused).toMatchObject({ ok: false, exceeded: [{ id: 'ip#order' }] });
      expect(refused).not.toHaveProperty('order_held_by');
      expect(await take('order#f', 'cs_2')).toEqual({ ok: true });
    });

    test('a commit that happened is recognised, though another has the order by now', async () => {
      const session = sampleSession('cs_order');
      await store().commit([{ table: 'sessions', item: session, expects: 'absent' }]);
      const claimed = { ...session, rev: 2, write: 'claim.2' };
      const writes = [{ table: 'sessions', item: claimed, expects: 1 }] as const;
      const order = { order: 'take', id: 'order#g', session: 'cs_order' } as const;
      expect(await store().commit(writes, [], order)).toEqual({ ok: true });
      await giveBack('order#g', 'cs_order');
      await take('order#g', 'cs_2');
      expect(await store().commit(writes, [], order)).toEqual({ ok: true });
      expect(await take('order#g', 'cs_3')).toEqual(heldBy('cs_2'));
    });

    test('of ten sessions that take an order four times each, one has it', async () => {
      const all = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => ({
          session: `cs_${i % 10}`,
          result: await take('order#h', `cs_${i % 10}`),
        })),
      );
      const winners = new Set(all.flatMap(({ session, result }) => (result.ok ? [session] : [])));
      expect(winners.size).toBe(1);
      const [winner] = winners;
      for (const { session, result } of all)
        if (session !== winner) expect(result).toEqual(heldBy(String(winner)));
    });
  });
};
