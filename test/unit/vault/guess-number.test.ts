import { describe, expect, test } from '@jest/globals';
import { vaults } from '../../../infra/vaults.ts';
import { passesLuhn } from '../../../lib/types/card-number.ts';
import { verifyReceipt } from '../../../lib/vault-protocol/receipt.ts';
import { card, receiptKeys, vaultScene } from './vault-scene.ts';

/** The attacker holds all that the router holds: the keys that sign grants, its role, and what its tables say of a card. */
const { number } = card;

/** Numbers that show the same ten digits as the card's, which is not among them. */
const guesses = (count: number): readonly string[] => {
  const found: string[] = [];
  for (let middle = 100_000; found.length < count; middle += 7) {
    const guess = `${number.slice(0, 6)}${middle}${number.slice(-4)}`;
    if (passesLuhn(guess) && guess !== number) found.push(guess);
  }
  return found;
};

type Scene = ReturnType<typeof vaultScene>;

let sessions = 0;
const newSession = (): string => `cs_${String(++sessions).padStart(26, '0')}`;
const collect = (scene: Scene, change: object = {}, session = newSession()) =>
  scene.collect({ ...card, ...change }, scene.signed({ session }));
const codeOf = (collected: Promise<unknown>) =>
  collected.then(
    () => 'stored',
    (error) => error.code,
  );
const rung = ({ logged }: Scene, event: string) => logged.filter((one) => one.event === event);

describe('a guess of a number', () => {
  test('gets from collect, forward and manage what any other number gets, whatever was collected before', async () => {
    const [guess = ''] = guesses(1);
    const seen = async (tried: string) => {
      const scene = vaultScene();
      const kept = await collect(scene);
      await scene.manage('keep', kept.token);
      const session = newSession();
      const { token, receipt } = await collect(scene, { number: tried }, session);
      const { token: _, session: __, ...says } = verifyReceipt(receipt, receiptKeys) ?? {};
      const forwarded = await scene.forward(scene.stripe(token, { session }));
      const managed = await Promise.all(
        (['release', 'keep', 'delete'] as const).map((action) => scene.manage(action, token)),
      );
      const logged = scene.logged.map(({ token: _token, session: _session, ...one }) => one);
      return { says, forwarded, managed, logged };
    };
    expect(await seen(number)).toEqual(await seen(guess));
  });

  test('has a receipt that differs from the card’s own in token and session only', async () => {
    const scene = vaultScene();
    const receipts = await Promise.all(
      [number, number, ...guesses(2)].map(async (tried) => {
        const {
          token: _,
          session: __,
          ...says
        } = verifyReceipt((await collect(scene, { number: tried })).receipt, receiptKeys) ?? {};
        return says;
      }),
    );
    for (const says of receipts) expect(says).toEqual(receipts[0]);
  });
});

describe('cards that show the same ten digits', () => {
  test('are eight a day, in as many sessions as there are; the next one is refused, and rings', async () => {
    const scene = vaultScene();
    for (const guess of guesses(8)) await collect(scene, { number: guess });
    const [, , , , , , , , ninth = '', tenth = ''] = guesses(10);
    const refused = await collect(scene, { number: ninth }).catch((error) => error);
    expect(refused).toMatchObject({
      code: 'too_many_attempts',
      details: { param: 'card.number', retry_after: 24 * 3600 },
    });
    expect(refused.message).not.toMatch(/\d{4}/);
    expect(await codeOf(collect(scene, { number: tenth }))).toBe('too_many_attempts');
    expect(rung(scene, 'vault_alike_cards')).toHaveLength(2);
    expect(JSON.stringify(scene.logged)).not.toMatch(/400005|5556/);
    expect(scene.cards.cards.size).toBe(8);
  });

  test('are refused for that day, and others are not', async () => {
    const scene = vaultScene();
    const [ninth = '', ...eight] = guesses(9);
    for (const guess of eight) await collect(scene, { number: guess });
    expect(await codeOf(collect(scene, { number: ninth }))).toBe('too_many_attempts');
    for (const other of ['4000056655665564', '5200828282828210'])
      expect(await codeOf(collect(scene, { number: other }))).toBe('stored');
    scene.now += 24 * 3_600_000;
    expect(await codeOf(collect(scene, { number: ninth }))).toBe('stored');
  });

  test('count once each, however often and in however many sessions they are typed', async () => {
    const scene = vaultScene();
    const eight = guesses(8);
    for (let time = 0; time < 4; time++)
      for (const guess of eight) expect(await codeOf(collect(scene, { number: guess }))).toBe('stored');
  });

  test('count for each expiry: the date of a known number is not to be tried out either', async () => {
    const scene = vaultScene();
    const codes: string[] = [];
    for (let year = 2027; year < 2037; year++) codes.push(await codeOf(collect(scene, { exp_year: year })));
    expect(codes).toEqual([...Array(8).fill('stored'), 'too_many_attempts', 'too_many_attempts']);
  });

  test('are counted without a digit of them, and so that two days cannot be compared', async () => {
    const scene = vaultScene();
    await collect(scene);
    scene.now += 24 * 3_600_000;
    await collect(scene);
    const stored = [...scene.cards.sets].map(([id, members]) => [id, ...members]);
    expect(stored).toHaveLength(2);
    expect(new Set(stored.flat()).size).toBe(4);
    expect(JSON.stringify(stored)).not.toMatch(/400005|5556/);
  });

  /** The sum of `excess(n)` over a Poisson distribution. */
  const expected = (mean: number, excess: (n: number) => number): number => {
    let [probability, sum] = [Math.exp(-mean), 0];
    for (let n = 0; n < 200; n++) {
      sum += probability * excess(n);
      probability *= mean / (n + 1);
    }
    return sum;
  };

  test('are more than eight by chance once in decades, on a prod vault’s fullest days', () => {
    const { limits } = vaults.prod ?? {};
    if (!limits) throw new Error('prod has a vault');
    // One card in twenty begins with the same six digits: a large bank's. Its cards spread over 10,000 endings.
    const customers = limits.a_day / 20 / 10_000;
    const refusedADay = 10_000 * expected(customers, (n) => Math.max(0, n - limits.alike));
    expect(1 / (365 * refusedADay)).toBeGreaterThan(50);
    // At ten times as many, the limit has to be raised.
    expect(10_000 * expected(customers * 10, (n) => Math.max(0, n - limits.alike))).toBeGreaterThan(1);
  });
});

describe('cards in all', () => {
  const many = async (scene: Scene, count: number) => {
    const codes = new Map<string, number>();
    for (let i = 0; i < count; i++) {
      const code = await codeOf(collect(scene));
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    return Object.fromEntries(codes);
  };

  test('are so many a minute: a router that mints a thousand grants a second is stopped, and rings', async () => {
    const scene = vaultScene();
    Object.assign(scene, { limits: { a_minute: 60, a_day: 5_000, alike: 8 } });
    expect(await many(scene, 1_000)).toEqual({ stored: 60, too_many_requests: 940 });
    expect(rung(scene, 'vault_many_cards')[0]).toMatchObject({ span: 'minute' });
    scene.now += 60_000;
    expect(await many(scene, 100)).toEqual({ stored: 60, too_many_requests: 40 });
  });

  test.each([
    ['minute', { a_minute: 1, a_day: 5_000, alike: 8 }, 60_000],
    ['day', { a_minute: 60, a_day: 1, alike: 8 }, 24 * 3_600_000],
  ])('beyond a full %s cost a session none of its five', async (_, limits, until_ms) => {
    const scene = vaultScene();
    Object.assign(scene, { limits });
    await collect(scene);
    const session = newSession();
    for (let time = 0; time < 5; time++)
      expect(await codeOf(collect(scene, {}, session))).toBe('too_many_requests');
    scene.now += until_ms;
    expect(await codeOf(collect(scene, {}, session))).toBe('stored');
  });

  test('that the store does not take count neither for their session nor for the day', async () => {
    const scene = vaultScene();
    Object.assign(scene, { limits: { a_minute: 60, a_day: 2, alike: 8 } });
    const session = newSession();
    const { add, addCvc, admit } = scene.cards;
    const down = () => Promise.reject(new Error('down'));
    for (const broken of [
      { add: down, addCvc: down },
      { admit: down, addCvc: down },
    ]) {
      Object.assign(scene.cards, { add, admit, addCvc: down }, broken);
      for (let time = 0; time < 5; time++) {
        await expect(collect(scene, {}, session)).rejects.toThrow('down');
        await expect(scene.collectCvc('123', scene.signed({ session }))).rejects.toThrow('down');
      }
    }
    Object.assign(scene.cards, { add, addCvc, admit });
    expect(await codeOf(collect(scene, {}, session))).toBe('stored');
    expect(await codeOf(scene.collectCvc('123', scene.signed({ session })))).toBe('stored');
    expect(await codeOf(collect(scene))).toBe('too_many_requests');
  });

  test('are so many a day, however evenly they come', async () => {
    const scene = vaultScene();
    Object.assign(scene, { limits: { a_minute: 60, a_day: 100, alike: 8 } });
    expect(await many(scene, 60)).toEqual({ stored: 60 });
    scene.now += 60_000;
    expect(await many(scene, 60)).toEqual({ stored: 40, too_many_requests: 20 });
    scene.now += 3_600_000;
    const refused = await collect(scene).catch((error) => error);
    expect(refused).toMatchObject({ code: 'too_many_requests', details: { retry_after: 82_740 } });
    expect(rung(scene, 'vault_many_cards').at(-1)).toMatchObject({ span: 'day' });
    scene.now += 82_740_000;
    expect(await codeOf(collect(scene))).toBe('stored');
  });

  test('are not used up by one session, nor by cards with a typing error', async () => {
    const scene = vaultScene();
    Object.assign(scene, { limits: { a_minute: 8, a_day: 8, alike: 8 } });
    const session = newSession();
    for (let i = 0; i < 50; i++) {
      await codeOf(collect(scene, {}, session));
      await codeOf(collect(scene, { number: '4000056655665557' }));
    }
    expect(await many(scene, 4)).toEqual({ stored: 3, too_many_requests: 1 });
  });

  test('are none while they cannot be counted', async () => {
    for (const method of ['takeOne', 'count', 'admit'] as const) {
      const scene = vaultScene();
      Object.assign(scene.cards, { [method]: () => Promise.reject(new Error('down')) });
      await expect(collect(scene)).rejects.toThrow('down');
      expect(scene.cards.cards.size).toBe(0);
    }
  });
});

describe('a session that has ended', () => {
  test('collects no more, with any grant that is still valid or is signed again', async () => {
    const scene = vaultScene();
    const session = newSession();
    const held = scene.signed({ session });
    await scene.collect(card, held);
    expect(await scene.close(session)).toEqual({ kind: 'done' });
    expect(await codeOf(scene.collect(card, held))).toBe('too_many_attempts');
    scene.now += 60_000;
    expect(await codeOf(collect(scene, {}, session))).toBe('too_many_attempts');
    expect(await codeOf(collect(scene))).toBe('stored');
  });

  test('keeps the card that has paid it, for refunds of the code and for keeping', async () => {
    const scene = vaultScene();
    const session = newSession();
    const { token } = await collect(scene, {}, session);
    await scene.close(session);
    expect(await scene.forward(scene.stripe(token, { session }))).toMatchObject({ kind: 'answered' });
    expect(await scene.manage('release', token)).toEqual({ kind: 'done' });
    expect(await scene.manage('keep', token)).toEqual({ kind: 'done' });
  });
});
