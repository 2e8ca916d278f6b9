import { describe, expect, test } from '@jest/globals';
import type { Charge } from '../../lib/types/charge.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';
import type { Session } from '../../lib/types/session.ts';
import { sampleCharge, sampleSession } from './sample-records.ts';

/** Reads, commits of one item and of several. */
export const describeCommit = (store: () => PaymentStore): void => {
  describe('commit', () => {
    test('what does not exist is read as undefined', async () => {
      expect(await store().session('cs_nobody')).toBeUndefined();
      expect(await store().charge('ch_nobody')).toBeUndefined();
    });

    test('no write is no effect', async () => {
      expect(await store().commit([])).toEqual({ ok: true });
    });

    test('a session and a charge are read as they were written', async () => {
      const session = sampleSession('cs_read', { reference: 'order 1', last_payment_error: null });
      const charge = sampleCharge('ch_read', { recover_shard: 900, recover_at: 1_763_630_060_000 });
      expect(await create(store(), session, charge)).toEqual({ ok: true });
      expect(await store().session('cs_read')).toEqual(session);
      expect(await store().charge('ch_read')).toEqual(charge);
      expect(await store().charge('cs_read')).toBeUndefined();
    });

    test('every kind of value round-trips exactly', async () => {
      const session = sampleSession('cs_values', {
        payment_status: 'processing',
        charge: 'ch_1',
        confirms: 0,
        livemode: true,
        amount: 999_999_999_999,
        metadata: {
          empty: '',
          quotes: `"'\\ \n\t\u0000\u2028`,
          'ключ 🗝': 'żółć 日本 👩‍👩‍👧',
          constructor: 'c',
          ['__proto__']: 'p',
          toString: 't',
          'a.b[0]': ' spaces ',
        },
        attempts: [
          {
            charge: 'ch_1',
            psp: 'stripe',
            outcome: null,
            started: 1_763_630_000_123,
            ended: 1_763_630_000_999,
          },
        ],
        confirmations: [
          { key: 'k', hash: 'h', view: 'full', answer: { status: 402, body: '{"a":"\\u00e9"}' } },
        ],
        routing: {
          rule: 'default',
          version: 2 ** 40,
          override: null,
          plan: [],
          skipped: [],
          failover: { on: [], max_attempts: 1, attempt_timeout_ms: 0.25 },
          plan_by_brand: { amex: { override: 0, plan: ['adyen'], skipped: [] } },
        },
      });
      await create(store(), session);
      const stored = await store().session('cs_values');
      expect(stored).toStrictEqual(session);
      expect(Object.keys(stored?.metadata ?? {}).sort()).toEqual(Object.keys(session.metadata).sort());
    });

    test('8 KiB of metadata', async () => {
      const metadata = Object.fromEntries(
        Array.from({ length: 16 }, (_, i) => [`key ${i}`, '€'.repeat(170)]),
      );
      await create(store(), sampleSession('cs_large', { metadata }));
      expect((await store().session('cs_large'))?.metadata).toEqual(metadata);
    });

    test('a property that is undefined is not stored', async () => {
      const session = { ...sampleSession('cs_undefined'), reference: undefined } as unknown as Session;
      await create(store(), session);
      const stored = await store().session('cs_undefined');
      expect(stored && Object.hasOwn(stored, 'reference')).toBe(false);
    });

    test('what was read does not change with what its writer does next', async () => {
      const metadata: Record<string, string> = { a: '1' };
      await create(store(), sampleSession('cs_alias', { metadata }));
      metadata.a = '2';
      expect((await store().session('cs_alias'))?.metadata).toEqual({ a: '1' });
    });

    test('an item that exists is not created again', async () => {
      const first = sampleSession('cs_twice', { write: 'one.1' });
      await create(store(), first);
      const second = await create(store(), sampleSession('cs_twice', { write: 'two.1', amount: 1 }));
      expect(second).toEqual({ ok: false, exceeded: [], current: [first] });
      expect(await store().session('cs_twice')).toEqual(first);
    });

    test('the same write again is a success and changes nothing', async () => {
      const session = sampleSession('cs_replay');
      expect(await create(store(), session)).toEqual({ ok: true });
      expect(await create(store(), session)).toEqual({ ok: true });
      const next = { ...session, rev: 2, write: 'next.2', confirms: 1 };
      const write = { table: 'sessions', item: next, expects: 1 } as const;
      expect(await store().commit([write])).toEqual({ ok: true });
      expect(await store().commit([write])).toEqual({ ok: true });
      expect(await store().session('cs_replay')).toEqual(next);
    });

    test('another revision than expected is refused with the item as it stands', async () => {
      const charge = sampleCharge('ch_rev', { rev: 5 });
      await create(store(), charge);
      const stale = { ...charge, rev: 5, write: 'stale.5', status: 'failed' as const };
      expect(await store().commit([{ table: 'charges', item: stale, expects: 4 }])).toEqual({
        ok: false,
        exceeded: [],
        current: [charge],
      });
      expect(await store().charge('ch_rev')).toEqual(charge);
    });

    test('an item that is absent has no revision to replace', async () => {
      const item = sampleCharge('ch_absent', { rev: 2 });
      expect(await store().commit([{ table: 'charges', item, expects: 1 }])).toEqual({
        ok: false,
        exceeded: [],
        current: [undefined],
      });
      expect(await store().charge('ch_absent')).toBeUndefined();
    });

    test('of a hundred commits of one revision one wins', async () => {
      await create(store(), sampleSession('cs_race'));
      const results = await Promise.all(
        Array.from({ length: 100 }, async (_, i) => {
          const item = sampleSession('cs_race', { rev: 2, write: `racer-${i}.2`, confirms: i });
          return { i, result: await store().commit([{ table: 'sessions', item, expects: 1 }]) };
        }),
      );
      const winners = results.filter(({ result }) => result.ok);
      expect(winners).toHaveLength(1);
      expect((await store().session('cs_race'))?.write).toBe(`racer-${winners[0]?.i}.2`);
    });

    describeTransactions(store);
  });
};

const describeTransactions = (store: () => PaymentStore): void => {
  test('two items are written together or not at all', async () => {
    const session = sampleSession('cs_both');
    await create(store(), session);
    const claimed = { ...session, rev: 2, write: 'claim.2', charge: 'ch_both' };
    const charge = sampleCharge('ch_both', { status: 'pending', write: 'claim.1' });
    const stale = await store().commit([
      { table: 'sessions', item: claimed, expects: 7 },
      { table: 'charges', item: charge, expects: 'absent' },
    ]);
    expect(stale).toEqual({ ok: false, exceeded: [], current: [session, undefined] });
    expect(await store().charge('ch_both')).toBeUndefined();

    const writes = [
      { table: 'sessions', item: claimed, expects: 1 },
      { table: 'charges', item: charge, expects: 'absent' },
    ] as const;
    expect(await store().commit(writes)).toEqual({ ok: true });
    expect(await store().session('cs_both')).toEqual(claimed);
    expect(await store().charge('ch_both')).toEqual(charge);
  });

  test('a transaction that happened is recognised, also by one of its items alone', async () => {
    const session = sampleSession('cs_own');
    await create(store(), session);
    const claimed = { ...session, rev: 2, write: 'own.2' };
    const writes = [
      { table: 'sessions', item: claimed, expects: 1 },
      { table: 'charges', item: sampleCharge('ch_own', { write: 'own.1' }), expects: 'absent' },
    ] as const;
    expect(await store().commit(writes)).toEqual({ ok: true });
    expect(await store().commit(writes)).toEqual({ ok: true });

    const moved = { ...claimed, rev: 3, write: 'other.3' };
    await store().commit([{ table: 'sessions', item: moved, expects: 2 }]);
    expect(await store().commit(writes)).toEqual({ ok: true });
    expect(await store().session('cs_own')).toEqual(moved);
  });

  test('both items are told where both conditions fail', async () => {
    const [session, charge] = [sampleSession('cs_told'), sampleCharge('ch_told')];
    await create(store(), session, charge);
    const writes = [
      { table: 'sessions', item: { ...session, write: 'w.1' }, expects: 'absent' },
      { table: 'charges', item: { ...charge, write: 'w.9', rev: 9 }, expects: 8 },
    ] as const;
    expect(await store().commit(writes)).toEqual({ ok: false, exceeded: [], current: [session, charge] });
  });

  test('one item twice in a transaction is refused', async () => {
    const item = sampleSession('cs_repeated');
    const write = { table: 'sessions', item, expects: 'absent' } as const;
    await expect(store().commit([write, write])).rejects.toMatchObject({ code: 'internal' });
    expect(await store().session('cs_repeated')).toBeUndefined();
  });

  test('of two transactions over one session one wins, and only its charge exists', async () => {
    await create(store(), sampleSession('cs_tabs'));
    const confirm = (tab: string) =>
      store().commit([
        { table: 'sessions', item: sampleSession('cs_tabs', { rev: 2, write: `${tab}.2` }), expects: 1 },
        { table: 'charges', item: sampleCharge(`ch_tabs_${tab}`), expects: 'absent' },
      ]);
    const [one, two] = await Promise.all([confirm('one'), confirm('two')]);
    expect([one.ok, two.ok].sort()).toEqual([false, true]);
    const charges = await Promise.all([store().charge('ch_tabs_one'), store().charge('ch_tabs_two')]);
    expect(charges.map((charge) => charge !== undefined)).toEqual([one.ok, two.ok]);
  });
};

const create = (store: PaymentStore, ...items: readonly (Session | Charge)[]) =>
  store.commit(
    items.map((item) =>
      'refunds' in item
        ? { table: 'charges', item, expects: 'absent' }
        : { table: 'sessions', item, expects: 'absent' },
    ),
  );
