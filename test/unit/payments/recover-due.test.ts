import { expect, test } from '@jest/globals';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { recoverDue } from '../../../lib/payments/recovery/recover-due.ts';

test('records that cannot be moved on do not keep those behind them from being looked at', async () => {
  const due = Array.from({ length: 120 }, (_, n) => `ch_${n}`);
  const looked: string[] = [];
  const ports = {
    store: {
      due: async (_shard: number, _now: number, limit: number) => due.slice(0, limit),
      charge: async (id: string) => void looked.push(id),
    },
    clock: { now: () => 0, sleep: async () => {} },
    deadline: 60_000,
    recovery: { schedule_s: [60], shards: 1 },
    report: () => undefined,
  } as unknown as PaymentPorts;
  expect(await recoverDue(ports)).toEqual({ missing: 120 });
  expect(looked.sort()).toEqual(due.sort());
});

test('shards of which one has more to look at than the others are all looked through', async () => {
  const due = [['ch_1'], ['ch_2', 'ch_3', 'ch_4'], []];
  const looked: string[] = [];
  const ports = {
    store: {
      due: async (shard: number) => due[shard],
      charge: async (id: string) => void looked.push(id),
    },
    clock: { now: () => 0, sleep: async () => {} },
    deadline: 60_000,
    recovery: { schedule_s: [60], shards: 3 },
    report: () => undefined,
  } as unknown as PaymentPorts;
  expect(await recoverDue(ports)).toEqual({ missing: 4 });
  expect(looked).toEqual(['ch_1', 'ch_2', 'ch_3', 'ch_4']);
});

test('where the time of a run is too short for all that is due, no shard waits for ever', async () => {
  const shards = 4;
  const due = new Map<string, number>();
  for (let n = 0; n < 400; n++) due.set(`${n % shards}/ch_${n}`, 0);
  const looked = new Set<string>();
  let now = 0;
  const ports = (deadline: number) =>
    ({
      store: {
        due: async (shard: number, until: number, limit: number) =>
          [...due]
            .filter(([id, at]) => id.startsWith(`${shard}/`) && at <= until)
            .sort(([, a], [, b]) => a - b)
            .slice(0, limit)
            .map(([id]) => id),
        charge: async (id: string) => {
          now += 1_000;
          looked.add(id);
          due.set(id, now + 60_000);
        },
      },
      clock: { now: () => now, sleep: async () => {} },
      deadline,
      recovery: { schedule_s: [60], shards },
      report: () => undefined,
    }) as unknown as PaymentPorts;
  for (let run = 0; run < 60; run++) {
    now = Math.max(now, run * 60_000);
    await recoverDue(ports(now + 60_000));
  }
  expect(looked.size).toBe(400);
});
