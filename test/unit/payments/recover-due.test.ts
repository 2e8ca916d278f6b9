import { expect, test } from '@jest/globals';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { recoverDue } from '../../../lib/payments/recovery/recover-due.ts';

test('records that cannot be moved do not keep those behind them from being looked at', async () => {
  const due = Array.from({ length: 1_200 }, (_, n) => `ch_${n}`);
  const looked: string[] = [];
  const ports = {
    store: {
      open: async (shard: number, limit: number) =>
        shard === 0 ? due.slice(0, limit).map((id) => ({ id, recover_at: 0 })) : [],
      charge: async (id: string) => void looked.push(id),
    },
    clock: { now: () => 0, sleep: async () => {} },
    deadline: 60_000,
    recovery: { schedule_s: [60], shards: 1 },
    log: () => undefined,
  } as unknown as PaymentPorts;
  expect((await recoverDue(ports)).ends).toEqual({ missing: 1_200 });
  expect(looked.sort()).toEqual(due.sort());
});

test('more open charges than are read at once, and not due, neither keep a run busy nor hide those of the last shard', async () => {
  const later = Array.from({ length: 1_500 }, (_, n) => ({ id: `ch_${n}`, recover_at: 1_000 }));
  const looked: string[] = [];
  let [reads, now] = [0, 0];
  const ports = {
    store: {
      open: async (shard: number, limit: number) => {
        reads += 1;
        now += 10;
        return (shard === 0 ? [{ id: 'ch_due', recover_at: 0 }, ...later] : [late]).slice(0, limit);
      },
      charge: async (id: string) => void looked.push(id),
    },
    clock: { now: () => now, sleep: async () => {} },
    deadline: 60_000,
    recovery: { schedule_s: [60], shards: 1 },
    log: () => undefined,
  } as unknown as PaymentPorts;
  const late = { id: 'ch_late', recover_at: 0 };
  expect((await recoverDue(ports)).ends).toEqual({ missing: 2 });
  expect(looked).toEqual(['ch_due', 'ch_late']);
  expect(reads).toBe(4);
});

test('what is due later is open after a run, and not looked at', async () => {
  const looked: string[] = [];
  const marks = [0, 1, 2].map((recover_at) => ({ id: `ch_${recover_at}`, recover_at }));
  const ports = {
    store: {
      open: async (shard: number) => (shard === 0 ? marks : []),
      charge: async (id: string) => void looked.push(id),
    },
    clock: { now: () => 1, sleep: async () => {} },
    deadline: 60_000,
    recovery: { schedule_s: [60], shards: 1 },
    log: () => undefined,
  } as unknown as PaymentPorts;
  expect((await recoverDue(ports)).open).toEqual([marks]);
  expect(looked).toEqual(['ch_0', 'ch_1']);
});

test('all shards are looked through, even if one has more than the others', async () => {
  const due = [['ch_1'], ['ch_2', 'ch_3', 'ch_4'], []];
  const looked: string[] = [];
  const ports = {
    store: {
      open: async (shard: number) => (due[shard] ?? []).map((id) => ({ id, recover_at: 0 })),
      charge: async (id: string) => void looked.push(id),
    },
    clock: { now: () => 0, sleep: async () => {} },
    deadline: 60_000,
    recovery: { schedule_s: [60], shards: 3 },
    log: () => undefined,
  } as unknown as PaymentPorts;
  expect((await recoverDue(ports)).ends).toEqual({ missing: 4 });
  expect(looked).toEqual(['ch_1', 'ch_2', 'ch_3', 'ch_4']);
});

test('if a run is too short for everything due, no shard waits forever', async () => {
  const shards = 4;
  const due = new Map<string, number>();
  for (let n = 0; n < 400; n++) due.set(`${n % shards}/ch_${n}`, 0);
  const looked = new Set<string>();
  let now = 0;
  const ports = (deadline: number) =>
    ({
      store: {
        open: async (shard: number, limit: number) =>
          [...due]
            .filter(([id]) => id.startsWith(`${shard}/`))
            .sort(([, a], [, b]) => a - b)
            .slice(0, limit)
            .map(([id, recover_at]) => ({ id, recover_at })),
        charge: async (id: string) => {
          now += 1_000;
          looked.add(id);
          due.set(id, now + 60_000);
        },
      },
      clock: { now: () => now, sleep: async () => {} },
      deadline,
      recovery: { schedule_s: [60], shards },
      log: () => undefined,
    }) as unknown as PaymentPorts;
  for (let run = 0; run < 60; run++) {
    now = Math.max(now, run * 60_000);
    await recoverDue(ports(now + 60_000));
  }
  expect(looked.size).toBe(400);
});
