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
