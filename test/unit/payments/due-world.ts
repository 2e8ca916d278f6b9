import { needsOf } from '../../../infra/function-needs.ts';
import { recoveryMark } from '../../../lib/charge/schedule.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import {
  recoverByShard,
  recoverShard,
  type StartShard,
} from '../../../lib/payments/recovery/recover-by-shard.ts';
import { recoverDue } from '../../../lib/payments/recovery/recover-due.ts';
import { stripe } from '../../../lib/psp/stripe/adapter.ts';
import { statusOf } from '../../../lib/types/charge-state.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import type { AnyMethodPsp, Call, LookUpResult } from '../../../lib/types/psp.ts';
import { createMemoryPaymentStore, type StoreMethod } from '../../../local/memory/memory-payment-store.ts';
import { sampleCharge, sampleSession } from '../../contract/sample-records.ts';
import { createVirtualTime } from '../../simulation/virtual-time.ts';

export const start = 1_800_000_000_000;
export const minute = 60_000;
const limit_ms = needsOf('recover-charges').timeout_s * 1_000;

/** How an account answers a look-up: what, and after how many milliseconds. */
export type Answering = (call: Call, at: number) => { readonly answer: LookUpResult; readonly ms: number };

/** It took the money, and says so. */
export const paid =
  (ms = 800): Answering =>
  () => ({ answer: { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 4_000 }, ms });

export const hangs: Answering = ({ timeout_ms }) => ({
  answer: { outcome: 'unknown', doubt: 'timeout' },
  ms: timeout_ms,
});

type World = {
  readonly accounts: Readonly<Record<string, Answering>>;
  /** Which account, and how many open attempts it has; the first become due first. */
  readonly due: readonly (readonly [string, number])[];
  readonly shards?: number;
  /** A call of the store takes this long. Milliseconds. */
  readonly storage_ms?: number;
  readonly fault?: (method: StoreMethod) => void;
};

/** Attempts whose outcome is unknown and due at `start`, and runs of recovery on them in virtual time. */
export const dueWorld = async ({ accounts, due, shards = 1, storage_ms = 10, fault = () => {} }: World) => {
  const time = createVirtualTime(start);
  const wait = (ms: number): Promise<void> => new Promise((resolve) => time.after(ms, () => resolve()));
  let isReady = false;
  const before = (method: StoreMethod): void | Promise<void> => {
    if (!isReady) return;
    fault(method);
    return wait(storage_ms);
  };
  const store = createMemoryPaymentStore({ now: time.now, before });
  const logs: LogRecord[] = [];
  /** When each account was asked. */
  const asked = new Map<string, { readonly at: number; readonly charge: string }[]>();
  const recovery = { schedule_s: [60, 300, 1_800, 7_200, 86_400], shards };
  let n = 0;
  for (const [psp, count] of due)
    for (const last = n + count; n < last; n += 1) await add(psp, `ch_${String(n).padStart(26, '0')}`);
  isReady = true;

  async function add(psp: string, id: string): Promise<void> {
    const session = `cs_${id}`;
    const { psp_reference: _, ...attempt } = sampleCharge(id, {
      psp,
      session,
      started: start - 20 * minute,
      outcome: 'unknown',
      amount_captured: 0,
      amount_refundable: 0,
      amount_refundable_disputed: 0,
      ...recoveryMark(id, start - 100_000 + n, recovery),
    });
    await store.commit([
      { table: 'charges', item: { ...attempt, status: statusOf(attempt) }, expects: 'absent' },
      { table: 'sessions', item: sampleSession(session, { charge: id }), expects: 'absent' },
    ]);
  }

  const connect = (account: string): AnyMethodPsp => {
    const lookUp = async ({ reference }: { readonly reference: string }, call: Call) => {
      const calls = asked.get(account) ?? [];
      asked.set(account, calls);
      calls.push({ at: time.now(), charge: reference });
      const { answer, ms } = accounts[account]?.(call, time.now()) ?? hangs(call, 0);
      await wait(ms);
      return answer;
    };
    const { cancel_by_reference: _, ...capabilities } = stripe.capabilities;
    return { id: account, psp: 'stripe', capabilities, lookUp } as unknown as AnyMethodPsp;
  };
  let ids = 0;
  const ports = (): PaymentPorts => ({
    store,
    psps: {
      accounts: Object.keys(accounts).map((id) => ({
        id,
        psp: 'stripe',
        capabilities: stripe.capabilities,
      })),
      connect,
    },
    clock: { now: time.now, sleep: wait },
    newId: (prefix) => `${prefix}_${++ids}`,
    newWrite: () => `write_${++ids}`,
    log: (event) => void logs.push(event),
    render: () => ({ status: 200, body: '' }),
    deadline: time.now() + limit_ms,
    recovery,
    releaseCvc: async () => {},
  });
  return {
    time,
    store,
    logs,
    asked: (account: string) => asked.get(account) ?? [],
    ports,
    /** Runs, each in a function of its own, all started now; then a minute passes. */
    runs: async (count = 1): Promise<void> => {
      for (let run = 0; run < count; run += 1) void recoverDue(ports()).catch(() => {});
      await time.runUntil(time.now() + minute, () => false);
    },
    /** The functions of a minute, as the schedule and they themselves start them. Resolves to how many they were. */
    minute: async (isStarted: () => boolean = () => true): Promise<number> => {
      let functions = 1;
      const begin: StartShard = async (event) => {
        if (!isStarted()) throw new Error('Lambda answered 429');
        functions += 1;
        time.after(50, () => void recoverShard(ports(), event, begin));
      };
      void recoverByShard(ports(), begin);
      await time.runUntil(time.now() + minute, () => false);
      return functions;
    },
    count: (psp: string, status: string) =>
      [...store.charges.values()].filter((charge) => charge.psp === psp && charge.status === status).length,
  };
};
