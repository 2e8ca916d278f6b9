import { describe, expect, test } from '@jest/globals';
import { type HeldEvent, mostHeldPerHour } from '../../lib/types/held-event.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';

/** `holdEvent`, `heldEvents` and `replaceHeld`: events that no charge matches yet. */
export const describeHeldEvents = (store: () => PaymentStore): void => {
  const held = (psp: string, id: string, due_at: number | undefined): HeldEvent => ({
    psp,
    event: {
      id,
      psp_reference: 'PAYMENT',
      operation_reference: 'REFUND',
      money: { amount: 500, currency: 'eur' },
      claim: { about: 'refund', result: { outcome: 'succeeded', psp_reference: 'REFUND', amount: 500 } },
    },
    at: 1_000,
    due_at,
  });
  const due = async (psp: string, now: number): Promise<readonly HeldEvent[]> =>
    (await store().heldEvents(now)).filter((event) => event.psp === psp);

  describe('held events', () => {
    test('come back whole once they are due, earliest first', async () => {
      const later = held('held_order', 'evt_1', 2_000);
      const sooner = held('held_order', 'evt_2', 1_500);
      for (const event of [later, sooner]) expect(await store().holdEvent(event)).toBe(true);
      expect(await due('held_order', 1_499)).toEqual([]);
      expect(await due('held_order', 1_500)).toStrictEqual([sooner]);
      expect(await due('held_order', 2_000)).toStrictEqual([sooner, later]);
    });

    test('are kept once, however often they are delivered, by account', async () => {
      const first = held('held_once', 'evt_1', 1_000);
      expect(await store().holdEvent(first)).toBe(true);
      expect(await store().holdEvent({ ...first, at: 5_000, due_at: 5_000 })).toBe(true);
      expect(await store().holdEvent(held('held_once_us', 'evt_1', 1_000))).toBe(true);
      expect(await due('held_once', 9_000)).toStrictEqual([first]);
      expect(await due('held_once_us', 9_000)).toHaveLength(1);
    });

    test('are due later, or never, as they are replaced', async () => {
      const [one, two] = [held('held_moved', 'evt_1', 1_000), held('held_moved', 'evt_2', 1_000)];
      for (const event of [one, two]) await store().holdEvent(event);
      await store().replaceHeld({ ...one, due_at: 3_000 });
      await store().replaceHeld({ ...two, due_at: undefined });
      expect(await due('held_moved', 2_999)).toEqual([]);
      expect(await due('held_moved', 3_000)).toStrictEqual([{ ...one, due_at: 3_000 }]);
      expect(await store().holdEvent({ ...two, due_at: 1_000 })).toBe(true);
      expect(await due('held_moved', 3_000)).toHaveLength(1);
    });

    test('are read by the thousand: accounts that share their PSP with other programs fill their hours', async () => {
      const ids = Array.from({ length: 1_000 }, (_, n) => `evt_${String(n).padStart(3, '0')}`);
      for (let n = 0; n < ids.length; n += 50)
        await Promise.all(ids.slice(n, n + 50).map((id) => store().replaceHeld(held('held_many', id, 1))));
      expect((await due('held_many', 1)).map(({ event }) => event.id).toSorted()).toEqual(ids);
      for (let n = 0; n < ids.length; n += 50)
        await Promise.all(
          ids.slice(n, n + 50).map((id) => store().replaceHeld(held('held_many', id, undefined))),
        );
    });

    test('of one account are at most so many in an hour, and others have their own', async () => {
      const held_in_a_day = 86_400_000;
      const hold = (psp: string, n: number) => store().holdEvent(held(psp, `evt_${n}`, held_in_a_day));
      for (let n = 0; n < mostHeldPerHour; n += 50)
        await Promise.all(Array.from({ length: 50 }, (_, more) => hold('held_busy', n + more)));
      expect(await hold('held_busy', mostHeldPerHour)).toBe(false);
      expect(await hold('held_busy', 1)).toBe(true);
      expect(await hold('held_quiet', 1)).toBe(true);
    });
  });
};
