import { expect, test } from '@jest/globals';
import type { CardStore } from '../../lib/types/card-store.ts';

let cards = 0;
const newToken = (): string => {
  cards += 1;
  return `vt_${String(cards).padStart(26, '0')}`;
};

/** What every store of the vault's does. Times begin at `start`, Unix milliseconds, which is far from what other tests use. */
export const describeCardStore = (storeOf: () => CardStore): void => {
  const start = 4_000_000_000_000;
  const [cardEnds, cvcEnds] = [start / 1000 + 86_400, start / 1000 + 900];

  const add = async (session: string) => {
    const token = newToken();
    await storeOf().add(
      { token, session, wrapped: 'w', number: 'n' },
      { token, cvc: 'c', ends: cvcEnds },
      cardEnds,
    );
    return { token };
  };

  test('what was added is found until its end, to the second', async () => {
    const { token } = await add('cs_found');
    const store = storeOf();
    expect(await store.card(token, start)).toEqual({ token, session: 'cs_found', wrapped: 'w', number: 'n' });
    expect(await store.cvc(token, cvcEnds * 1000 - 1)).toEqual({ token, cvc: 'c', ends: cvcEnds });
    expect(await store.cvc(token, cvcEnds * 1000)).toBeUndefined();
    expect(await store.card(token, cardEnds * 1000 - 1)).toBeDefined();
    expect(await store.card(token, cardEnds * 1000)).toBeUndefined();
  });

  test('nothing is found of what was never there', async () => {
    const store = storeOf();
    const token = newToken();
    expect([await store.card(token, start), await store.cvc(token, start)]).toEqual([undefined, undefined]);
    expect([await store.keep(token, start), await store.delete(token)]).toEqual([false, false]);
    await store.release(token);
  });

  test('a code that came alone is found with its session and its own key, released and swept like any', async () => {
    const store = storeOf();
    const cvc = { cvc: 'c', ends: cvcEnds, alone: { session: 'cs_alone', wrapped: 'v' } };
    const [first, second] = [newToken(), newToken()];
    for (const token of [first, second]) await store.addCvc({ token, ...cvc });
    expect(await store.cvc(first, cvcEnds * 1000 - 1)).toEqual({ token: first, ...cvc });
    expect(await store.card(first, start)).toBeUndefined();
    expect(await store.cvc(first, cvcEnds * 1000)).toBeUndefined();
    await store.release(first);
    expect(await store.cvc(first, start)).toBeUndefined();
    expect(await store.sweep(cvcEnds * 1000)).toBeGreaterThan(0);
    expect(await store.cvc(second, start)).toBeUndefined();
  });

  test('a code that came alone may be added again, as after a lost response', async () => {
    const cvc = { token: newToken(), cvc: 'c', ends: cvcEnds, alone: { session: 'cs_again', wrapped: 'v' } };
    for (let time = 0; time < 2; time++) await storeOf().addCvc(cvc);
    expect(await storeOf().cvc(cvc.token, start)).toEqual(cvc);
  });

  const limit = (most: number) => ({ most, ends: cardEnds });

  test.each([
    ['of a session', (id: string) => storeOf().takeOne(id, limit(3))],
    ['of anything', (id: string) => storeOf().count(id, limit(3))],
  ])('%s as many are counted as there may be, even at once', async (of, take) => {
    const all = await Promise.all(Array.from({ length: 6 }, () => take(`many ${of}`)));
    expect(all.filter((taken) => taken)).toHaveLength(3);
    expect(await take(`many ${of}`)).toBe(false);
    expect(await take(`another ${of}`)).toBe(true);
  });

  test('what is taken back may be counted again, and no count falls below none', async () => {
    const count = () => storeOf().count('taken back', limit(1));
    expect([await count(), await count()]).toEqual([true, false]);
    for (let time = 0; time < 2; time++) await storeOf().uncount('taken back');
    expect([await count(), await count()]).toEqual([true, false]);
    await storeOf().uncount('never counted');
  });

  test('a closed session takes no more, whether it has taken any or not', async () => {
    const store = storeOf();
    expect(await store.takeOne('cs_closing', limit(3))).toBe(true);
    for (const session of ['cs_closing', 'cs_untouched']) {
      await store.close(session, cardEnds);
      await store.close(session, cardEnds);
      expect(await store.takeOne(session, limit(3))).toBe(false);
    }
    expect(await store.takeOne('cs_open', limit(3))).toBe(true);
    expect(await store.takeOne('cs_open', limit(1))).toBe(false);
    for (let time = 0; time < 2; time++) await store.giveBack('cs_open');
    expect(await store.takeOne('cs_open', limit(1))).toBe(true);
    expect(await store.takeOne('cs_open', limit(1))).toBe(false);
  });

  test('a set admits so many members, each as often as it comes, even at once', async () => {
    const admit = (member: number) => storeOf().admit('set of three', `m${member}`, limit(3));
    const all = await Promise.all([1, 2, 3, 4, 5, 1, 2, 3, 4, 5].map(admit));
    expect(new Set(all.slice(0, 5))).toEqual(new Set([true, false]));
    const again = await Promise.all([1, 2, 3, 4, 5].map(admit));
    expect(again.filter((admitted) => admitted)).toHaveLength(3);
    expect(await storeOf().admit('another set', 'm4', limit(3))).toBe(true);
  });

  test('a kept card has no end', async () => {
    const { token } = await add('cs_kept');
    expect(await storeOf().keep(token, start)).toBe(true);
    expect(await storeOf().keep(token, cardEnds * 2000)).toBe(true);
    expect(await storeOf().card(token, cardEnds * 2000)).toMatchObject({ token, kept: true });
    expect(await storeOf().cvc(token, cvcEnds * 1000)).toBeUndefined();
  });

  test('a card that is over cannot be kept', async () => {
    const { token } = await add('cs_late');
    expect(await storeOf().keep(token, cardEnds * 1000)).toBe(false);
    expect(await storeOf().card(token, start)).not.toHaveProperty('kept');
  });

  test('releasing forgets the code only, deleting both', async () => {
    const { token } = await add('cs_forgotten');
    await storeOf().release(token);
    expect(await storeOf().cvc(token, start)).toBeUndefined();
    expect(await storeOf().card(token, start)).toBeDefined();
    const second = await add('cs_forgotten');
    expect(await storeOf().delete(second.token)).toBe(true);
    expect(await storeOf().cvc(second.token, start)).toBeUndefined();
    expect(await storeOf().card(second.token, start)).toBeUndefined();
    expect(await storeOf().delete(second.token)).toBe(false);
  });

  test('a sweep deletes the codes whose time is over', async () => {
    const { token } = await add('cs_swept');
    await storeOf().sweep(cvcEnds * 1000 - 1);
    expect(await storeOf().cvc(token, start)).toBeDefined();
    expect(await storeOf().sweep(cvcEnds * 1000)).toBeGreaterThan(0);
    expect(await storeOf().cvc(token, start)).toBeUndefined();
    expect(await storeOf().sweep(cvcEnds * 1000)).toBe(0);
  });
};
