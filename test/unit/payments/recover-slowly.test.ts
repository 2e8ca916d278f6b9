import { describe, expect, test } from '@jest/globals';
import { needsOf } from '../../../infra/function-needs.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { recoverDue } from '../../../lib/payments/recovery/recover-due.ts';
import { stripe } from '../../../lib/psp/stripe/adapter.ts';
import { statusOf } from '../../../lib/types/charge-state.ts';
import type { AnyMethodPsp, Call } from '../../../lib/types/psp.ts';
import { createMemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import { sampleCharge, sampleRefund, sampleSession } from '../../contract/sample-records.ts';
import { createVirtualTime } from '../../simulation/virtual-time.ts';

const start = 1_800_000_000_000;
const minute = 60_000;
const limit_ms = (needsOf('recover-charges').timeout_s ?? 0) * 1_000;
const count = 100;

/** Two refunds, of which nobody knows what became: a look at them takes more calls than at anything else. */
const openRefunds = () =>
  Object.fromEntries(
    ['re_1', 're_2'].map((id) => [
      id,
      { ...sampleRefund(id, 100), status: 'pending' as const, created: start / 1_000 - 600 },
    ]),
  );

/** Many charges that are due at once, and a PSP that takes long over every call and knows nothing yet. */
const slowWorld = async () => {
  const time = createVirtualTime(start);
  const store = createMemoryPaymentStore({ now: time.now });
  for (let n = 0; n < count; n++) {
    const one = sampleCharge(`ch_${n}`, {
      started: start - 600_000,
      session: `cs_${n}`,
      outcome: 'captured',
      amount_refundable: 3_800,
      amount_refundable_disputed: 3_800,
      refunds: openRefunds(),
      recover_shard: 0,
      recover_at: start - 1,
    });
    await store.commit([
      { table: 'charges', item: { ...one, status: statusOf(one) }, expects: 'absent' },
      { table: 'sessions', item: sampleSession(`cs_${n}`, { charge: one.id }), expects: 'absent' },
    ]);
  }
  const asked = new Set<string>();
  // The first looks of a run end just in time for others to be begun, which then take all there is.
  const taken = (timeout_ms: number): number =>
    (time.now() - start) % minute < 28_000 ? Math.min(7_000, timeout_ms) : timeout_ms;
  const slow = (attempt: { readonly reference: string }, ...given: readonly unknown[]) => {
    const { timeout_ms } = given.at(-1) as Call;
    asked.add(attempt.reference);
    return new Promise((resolve) =>
      time.after(taken(timeout_ms), () => resolve({ outcome: 'unknown', doubt: 'pending' })),
    );
  };
  const psp = { ...stripe, id: 'stripe', psp: 'stripe', lookUp: slow, lookUpRefunds: slow, refund: slow };
  let ids = 0;
  const ports = (): PaymentPorts => ({
    store,
    psps: {
      accounts: [{ id: 'stripe', psp: 'stripe', capabilities: stripe.capabilities }],
      connect: () => psp as unknown as AnyMethodPsp,
    },
    clock: { now: time.now, sleep: (ms) => new Promise((resolve) => time.after(ms, () => resolve())) },
    newId: (prefix) => `${prefix}_${++ids}`,
    newWrite: () => `write_${++ids}`,
    log: () => undefined,
    render: () => ({ status: 200, body: '' }),
    deadline: time.now() + limit_ms,
    recovery: { schedule_s: [60, 300, 86_400], shards: 1 },
    releaseCvc: async () => {},
  });
  /** One run, in a function of its own. Resolves to how long it took; the next begins on the minute. */
  const run = async (): Promise<number> => {
    const began = time.now();
    let took = Number.POSITIVE_INFINITY;
    void recoverDue(ports()).then(() => {
      took = time.now() - began;
    });
    await time.runUntil(began + minute, () => false);
    return took;
  };
  /** Charges whose first look has not been made. */
  const left = async () =>
    (await store.open(0, count)).filter((mark) => mark.recover_at < start && !asked.has(mark.id)).length;
  return { run, left, asked };
};

describe('much is due, and the PSP is slow and knows nothing yet', () => {
  test('a run ends before the limit of its function', async () => {
    const { run, left, asked } = await slowWorld();
    const took = await run();
    expect(took).toBeLessThan(limit_ms);
    expect(took).toBeGreaterThan(limit_ms - 5_000);
    expect(asked.size).toBeGreaterThan(8);
    expect(await left()).toBe(count - asked.size);
    expect(asked.size).toBeLessThan(count);
  });

  test('the next runs take up what was left, until every charge has been looked at', async () => {
    const { run, asked } = await slowWorld();
    let runs = 0;
    while (asked.size < count && runs < 30) {
      expect(await run()).toBeLessThan(limit_ms);
      runs += 1;
    }
    expect(asked.size).toBe(count);
    expect(runs).toBeLessThan(15);
  });
});
