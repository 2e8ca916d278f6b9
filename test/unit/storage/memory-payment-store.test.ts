import { describe, expect, test } from '@jest/globals';
import {
  createMemoryPaymentStore,
  type StoreMethod,
  storageUnavailable,
} from '../../../local/memory/memory-payment-store.ts';
import { describePaymentStore } from '../../contract/payment-store.ts';
import { sampleCharge, sampleSession } from '../../contract/sample-records.ts';

describePaymentStore('in memory', async () => {
  const store = createMemoryPaymentStore({ now: Date.now });
  const records = { sessions: store.sessions, charges: store.charges } as unknown as Record<
    string,
    Map<string, object>
  >;
  return {
    store,
    plant: async (table, record) => {
      records[table]?.set((record as { readonly id: string }).id, record);
    },
    peek: async (table, id) => records[table]?.get(id),
    close: async () => undefined,
  };
});

describe('faults of the payment store in memory', () => {
  const write = { table: 'sessions', item: sampleSession('cs_1'), expects: 'absent' } as const;

  test('a request that is lost has no effect', async () => {
    const store = createMemoryPaymentStore({ before: failOnce('commit') });
    await expect(store.commit([write])).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await store.session('cs_1')).toBeUndefined();
    expect(await store.commit([write])).toEqual({ ok: true });
  });

  test('an answer that is lost has its effect, and the repeated call is a success', async () => {
    const store = createMemoryPaymentStore({ after: failOnce('commit') });
    await expect(store.commit([write])).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(store.sessions.get('cs_1')).toEqual(write.item);
    expect(await store.commit([write])).toEqual({ ok: true });
  });

  test('a call that never gets past a hook never ends', async () => {
    const store = createMemoryPaymentStore({ after: () => new Promise<void>(() => undefined) });
    const ended = await Promise.race([store.commit([write]).then(() => true), settled()]);
    expect(ended).toBe(false);
    expect(store.sessions.has('cs_1')).toBe(true);
  });

  test('a stale index lists what has left and does not list what has come', async () => {
    let now = 100_000;
    const store = createMemoryPaymentStore({ index: { now: () => now, lag_ms: () => 1_000 } });
    const open = sampleCharge('ch_1', { recover_shard: 0, recover_at: 5 });
    await store.commit([{ table: 'charges', item: open, expects: 'absent' }]);
    expect(await store.open(0, 10)).toEqual([]);
    now += 1_000;
    expect(await store.open(0, 10)).toEqual([{ id: 'ch_1', recover_at: 5 }]);
    await store.commit([{ table: 'charges', item: sampleCharge('ch_1', { rev: 2 }), expects: 1 }]);
    now += 999;
    expect(await store.open(0, 10)).toEqual([{ id: 'ch_1', recover_at: 5 }]);
    now += 1;
    expect(await store.open(0, 10)).toEqual([]);
  });
});

const failOnce = (method: StoreMethod) => {
  let left = 1;
  return (called: StoreMethod): void => {
    if (called === method && left-- > 0) throw storageUnavailable();
  };
};

/** False once everything that can run has run. */
const settled = () => new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
