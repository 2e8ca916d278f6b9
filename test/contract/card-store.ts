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

  const add = async (session: string, most = 5) => {
    const token = newToken();
    const added = await storeOf().add(
      { token, session, wrapped: 'w', number: 'n' },
      { token, cvc: 'c', ends: cvcEnds },
      { most, ends: cardEnds },
    );
    return { token, added };
  };

  test('what was added is found until its end, to the second', async () => {
    const { token, added } = await add('cs_found');
    expect(added).toBe(true);
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

  test('of a session’s cards at once, as many are added as it may have, and of the others nothing', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => add('cs_many', 3)));
    expect(all.filter(({ added }) => added)).toHaveLength(3);
    for (const { token, added } of all) {
      expect((await storeOf().card(token, start)) !== undefined).toBe(added);
      expect((await storeOf().cvc(token, start)) !== undefined).toBe(added);
    }
    expect((await add('cs_many', 3)).added).toBe(false);
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
