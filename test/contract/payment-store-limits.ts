import { describe, expect, test } from '@jest/globals';
import type { CardTry } from '../../lib/types/card-try.ts';
import type { CardWrite, LimitWrite, PaymentStore } from '../../lib/types/ports.ts';
import { sampleCharge } from './sample-records.ts';

const take = (id: string, max: number, window_s = 3600): LimitWrite => ({ limit: 'take', id, max, window_s });

const day = 86_400;
const now_s = () => Math.floor(Date.now() / 1000);

let tries = 0;
/** A try made so many seconds ago. */
const made = (ago_s = 0, series = 'all'): CardTry => {
  tries += 1;
  return { series, id: `${now_s() - ago_s}.${tries}` };
};

type Try = Extract<CardWrite, { limit: 'try' }>;

const once = (id: string, changes: Partial<Try> = {}): Try => ({
  limit: 'try',
  id,
  try: made(),
  caps: [{ max: 3, within_s: day }],
  bound_s: 30 * day,
  waits: false,
  ...changes,
});

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
      expect(await commit(take('ip#a', 2))).toEqual({ ok: true });
      expect(await commit(take('ip#a', 2))).toEqual({ ok: true });
      const refused = await commit(take('ip#a', 2));
      expect(refused).toMatchObject({ ok: false, exceeded: [{ id: 'ip#a', until: expect.any(Number) }] });
      expect(await store().charge(`ch_limit${next}`)).toBeUndefined();
    });

    describe('that count what has a name', () => {
      const one = (id: string, name: string, max: number, window_s = 3600): LimitWrite => ({
        limit: 'take_one',
        id,
        one: name,
        max,
        window_s,
      });
      const back = (id: string, name: string): LimitWrite => ({
        limit: 'put_back',
        id,
        one: name,
        window_s: 3600,
      });
      const ok = async (...limits: LimitWrite[]) => (await commit(...limits)).ok;

      test('take as many as they allow, and then refuse the whole commit', async () => {
        for (const name of ['1', '2']) expect(await ok(one('link#full', name, 2))).toBe(true);
        expect(await commit(one('link#full', '3', 2))).toMatchObject({
          ok: false,
          exceeded: [{ id: 'link#full', until: expect.any(Number) }],
        });
        expect(await store().charge(`ch_limit${next}`)).toBeUndefined();
      });

      test('what is put back can be taken again, once however often it is put back', async () => {
        for (const name of ['1', '2']) await commit(one('link#a', name, 2));
        for (let n = 0; n < 3; n++) expect(await commit(back('link#a', '1'))).toEqual({ ok: true });
        expect(await ok(one('link#a', '3', 2))).toBe(true);
        expect(await ok(one('link#a', '4', 2))).toBe(false);
      });

      test('what was never taken is put back without effect: nothing gets below zero', async () => {
        for (const name of ['1', '2', '3']) expect(await ok(back('link#b', name))).toBe(true);
        expect(await ok(one('link#b', '4', 1))).toBe(true);
        expect(await ok(back('link#b', '5'))).toBe(true);
        expect(await ok(one('link#b', '6', 1))).toBe(false);
      });

      test('all of them are put back, and as many can be taken again', async () => {
        for (let round = 0; round < 2; round++) {
          for (const name of ['1', '2']) expect(await ok(one('link#all', name, 2))).toBe(true);
          expect(await ok(one('link#all', '3', 2))).toBe(false);
          for (const name of ['1', '2']) await commit(back('link#all', name));
        }
      });

      test('what was taken in a window that is over frees no place of the next', async () => {
        await commit(one('link#c', '1', 1, 0));
        expect(await ok(one('link#c', '2', 1))).toBe(true);
        expect(await ok(back('link#c', '1'))).toBe(true);
        expect(await ok(one('link#c', '3', 1))).toBe(false);
      });

      test('of 20 commits at once as many as the limit allows happen, and all of them together are put back', async () => {
        const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
        const taken = await Promise.all(names.map((name) => ok(one('link#g', name, 5))));
        expect(taken.filter(Boolean)).toHaveLength(5);
        for (const name of names) expect(await ok(back('link#g', name))).toBe(true);
        for (const name of names.slice(0, 5)) expect(await ok(one('link#g', name, 5))).toBe(true);
        expect(await ok(one('link#g', 'more', 5))).toBe(false);
      });
    });

    test('a window that has passed is begun again, also where the item is still there', async () => {
      await commit(take('ip#d', 1, 0));
      expect(await commit(take('ip#d', 1, 3600))).toEqual({ ok: true });
      expect((await commit(take('ip#d', 1, 3600))).ok).toBe(false);
    });

    test('a window that has passed is begun again by several commits at once: each counts, or learns until when to wait', async () => {
      await commit(take('ip#h', 1, 0));
      const all = await Promise.all(Array.from({ length: 10 }, () => commit(take('ip#h', 5))));
      expect(all.filter(({ ok }) => ok)).toHaveLength(5);
      for (const one of all)
        if (!one.ok) expect(one.exceeded).toEqual([{ id: 'ip#h', until: expect.any(Number) }]);
    });

    test('two limits in one commit: one that refuses leaves the other uncounted', async () => {
      await commit(take('ip#e', 1));
      const one = { caps: [{ max: 1, within_s: day }] };
      expect(await commit(once('card#e', one), take('ip#e', 1))).toMatchObject({
        ok: false,
        exceeded: [{ id: 'ip#e' }],
      });
      expect(await commit(once('card#e', one))).toEqual({ ok: true });
    });

    test('a record that refuses leaves its limit uncounted', async () => {
      const charge = sampleCharge('ch_limit_taken', { write: 'w.first' });
      await store().commit([{ table: 'charges', item: charge, expects: 'absent' }]);
      const second = { ...charge, write: 'w.second' };
      expect(
        await store().commit([{ table: 'charges', item: second, expects: 'absent' }], [take('ip#f', 1)]),
      ).toMatchObject({
        ok: false,
        exceeded: [],
      });
      expect(await commit(take('ip#f', 1))).toEqual({ ok: true });
    });

    test('of 20 commits at once as many as the limit allows happen', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => commit(take('ip#g', 5))));
      expect(all.filter(({ ok }) => ok)).toHaveLength(5);
    });
  });

  describe('tries of a card', () => {
    test('as many as the cap allows, until the oldest of them leaves its window', async () => {
      for (const ago of [50, 40, 30]) await commit(once('card#a', { try: made(ago) }));
      const refused = await commit(once('card#a'));
      expect(refused).toMatchObject({ ok: false, exceeded: [{ id: 'card#a' }] });
      const until = 'exceeded' in refused ? (refused.exceeded[0]?.until ?? 0) : 0;
      expect(until - now_s()).toBeGreaterThan(day - 60);
      expect(until - now_s()).toBeLessThanOrEqual(day - 40);
      expect(await store().charge(`ch_limit${next}`)).toBeUndefined();
    });

    test('of 20 commits at once as many as the cap allows happen', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => commit(once('card#many'))));
      expect(all.filter(({ ok }) => ok)).toHaveLength(3);
    });

    test('what is given back is that very try, and can be made again', async () => {
      const [first, second, third] = [made(100), made(50), made()];
      for (const one of [first, second, third]) await commit(once('card#b', { try: one }));
      const back = { limit: 'give_back', id: 'card#b', try: second, approved: false } as const;
      expect(await commit(back)).toEqual({ ok: true });
      expect(await commit(once('card#b'))).toEqual({ ok: true });
      expect((await commit(once('card#b'))).ok).toBe(false);
      // Nothing is there to give back twice.
      expect(await commit(back)).toEqual({ ok: true });
      expect((await commit(once('card#b'))).ok).toBe(false);
    });

    test('nothing is given back of a card that is not known', async () => {
      const back = { limit: 'give_back', id: 'card#none', try: made(), approved: true } as const;
      expect(await commit(back)).toEqual({ ok: true });
      for (let n = 0; n < 3; n++) expect((await commit(once('card#none'))).ok).toBe(true);
      expect((await commit(once('card#none'))).ok).toBe(false);
    });

    test('those older than the window do not count, however many', async () => {
      for (let n = 0; n < 3; n++) await commit(once('card#old', { try: made(2 * day) }));
      for (let n = 0; n < 3; n++) expect((await commit(once('card#old'))).ok).toBe(true);
      expect((await commit(once('card#old'))).ok).toBe(false);
    });

    test('the window slides: it begins with no calendar day and with no first try', async () => {
      for (const ago of [day + 5, day - 5, day - 10]) await commit(once('card#slides', { try: made(ago) }));
      expect((await commit(once('card#slides'))).ok).toBe(true);
      expect((await commit(once('card#slides'))).ok).toBe(false);
    });

    test('of two caps each holds', async () => {
      const caps = [
        { max: 2, within_s: day },
        { max: 4, within_s: 30 * day },
      ];
      for (const ago of [9, 8, 7]) await commit(once('card#two', { caps, try: made(ago * day) }));
      expect((await commit(once('card#two', { caps }))).ok).toBe(true);
      const refused = await commit(once('card#two', { caps }));
      const until = 'exceeded' in refused ? (refused.exceeded[0]?.until ?? 0) : 0;
      expect(Math.round((until - now_s()) / day)).toBe(21);
    });

    test('series count apart, up to a hundred tries of a card', async () => {
      const of = (n: number, ago_s = 0) =>
        once('card#series', { try: made(ago_s, `all.${Math.floor(n / 3)}.eur.customer`) });
      for (let n = 0; n < 99; n++) expect((await commit(of(n, 31 * day))).ok).toBe(true);
      for (let n = 0; n < 99; n++) expect((await commit(of(n))).ok).toBe(true);
      expect((await commit(of(97))).ok).toBe(false);
      expect((await commit(of(100))).ok).toBe(true);
      expect((await commit(of(200))).ok).toBe(false);
    });

    test('a blocked card takes none while the block binds, and any once one was approved', async () => {
      const first = once('card#c');
      await commit(first);
      await commit({ limit: 'block', id: 'card#c', kept_s: 3650 * day });
      const refused = await commit(once('card#c'));
      expect(refused).toMatchObject({ ok: false, exceeded: [{ id: 'card#c' }] });
      const until = 'exceeded' in refused ? (refused.exceeded[0]?.until ?? 0) : 0;
      expect(Math.round((until - now_s()) / day)).toBe(30);
      const later = once('card#c', { bound_s: 0 });
      expect((await commit(later)).ok).toBe(true);
      expect((await commit(once('card#c'))).ok).toBe(false);
      const back = { limit: 'give_back', id: 'card#c', try: later.try } as const;
      await commit({ ...back, approved: false });
      expect((await commit(once('card#c'))).ok).toBe(false);
      await commit({ ...back, approved: true });
      expect((await commit(once('card#c'))).ok).toBe(true);
    });

    test('a time to wait binds who waits, until it is over', async () => {
      const until = now_s() + 3600;
      const wait = { limit: 'wait', id: 'card#w', outcome: 'insufficient_funds' } as const;
      await commit({ ...wait, until });
      expect(await commit(once('card#w', { waits: true }))).toMatchObject({
        ok: false,
        exceeded: [{ id: 'card#w', until, advised_after: 'insufficient_funds' }],
      });
      expect((await commit(once('card#w'))).ok).toBe(true);
      await commit({ ...wait, until: now_s() - 1 });
      expect((await commit(once('card#w', { waits: true }))).ok).toBe(true);
    });

    test('a used-up cap is the reason, also where there is a time to wait', async () => {
      await commit({ limit: 'wait', id: 'card#x', outcome: 'limit_exceeded', until: now_s() + 3600 });
      for (let n = 0; n < 3; n++) await commit(once('card#x'));
      const refused = await commit(once('card#x', { waits: true }));
      expect(refused).toMatchObject({ ok: false, exceeded: [{ id: 'card#x' }] });
      expect(refused).not.toMatchObject({ exceeded: [{ advised_after: expect.anything() }] });
    });
  });
};
