import { join } from 'node:path';
import type { DashboardAct, DashboardAnswer } from './dashboard.ts';
import type { Fault } from './faults.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { openJournal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { openListener } from './listener.ts';
import { alphanumeric, randomId } from './random-id.ts';
import { seededRandom } from './seeded-random.ts';
import { servePsp } from './serve-psp.ts';
import type { CallName, Job, PspDefinition, SimulatedPsp } from './simulated-psp.ts';
import { createThreeDSecure, type ThreeDSecure } from './three-d-secure.ts';
import { createTimers } from './timers.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

export type RunningSimulator = {
  readonly definition: PspDefinition;
  /** The base URL for an adapter. */
  readonly url: string;
  readonly faults: () => readonly Fault[];
  readonly setFaults: (faults: readonly Fault[]) => Promise<void>;
  readonly ledger: () => Ledger;
  /** Undefined if this PSP's reports are not simulated. */
  readonly report: (() => string) | undefined;
  readonly dashboard: (act: DashboardAct) => DashboardAnswer;
  readonly webhooks: WebhookSender;
  readonly close: () => Promise<void>;
};

export type SimulatorOptions = {
  readonly port: number | undefined;
  readonly dataDir?: string | undefined;
  readonly seed: number;
  readonly onCall: (call: CallName) => void;
};

type StoredJob = { readonly id: string; readonly due: number; readonly job: Job };

/** Starts one PSP: its books, its listener, its timers, its outbox. */
export const startSimulator = async (
  definition: PspDefinition,
  { port, dataDir, seed, onCall }: SimulatorOptions,
): Promise<RunningSimulator> => {
  const journal = openJournal(dataDir === undefined ? undefined : join(dataDir, `${definition.id}.jsonl`));
  const timers = createTimers();
  const webhooks = createWebhookSender(journal, timers, definition.signWebhook);
  const calls = new Map<string, number>();
  const requests = new Map<string, number>();
  const jobs = journal.collection<StoredJob>('jobs');
  const random = seededRandom(seed);
  let faults: readonly Fault[] = [];
  let origin = '';

  const start = ({ id, due, job }: StoredJob) =>
    timers.after(Math.max(0, due - Date.now()), () => {
      jobs.remove(id);
      psp.runJob(job);
      journal.flush();
    });

  const psp: SimulatedPsp = definition.create({
    origin: () => origin,
    now: Date.now,
    journal,
    credentials: definition.credentials,
    schedule: (ms, job) => {
      const stored = { id: randomId(16, alphanumeric), due: Date.now() + ms, job };
      jobs.put(stored.id, stored);
      start(stored);
    },
    emit: webhooks.emit,
    webhook: () => {
      const settings = webhooks.settings();
      return settings && { url: settings.url, active: settings.mode !== 'off' };
    },
    challenge: (payment) => `${origin}${threeDSecure.open(payment)}`,
  });
  const threeDSecure: ThreeDSecure = createThreeDSecure(journal, psp.completeChallenge);

  const serve = servePsp({
    psp,
    base_path: definition.base_path,
    keys: createIdempotencyKeys(psp.idempotency, journal, Date.now),
    journal,
    faults: () => faults,
    random,
    timers,
    onCall: (call) => {
      calls.set(call, (calls.get(call) ?? 0) + 1);
      onCall(call);
    },
    onPayment: (payment) => requests.set(payment, (requests.get(payment) ?? 0) + 1),
  });
  const listener = await openListener(port, (message, response) => {
    if (!threeDSecure.serve(message, response)) serve(message, response);
  });
  origin = `http://127.0.0.1:${listener.port}`;
  for (const stored of [...jobs.values()]) start(stored);

  return {
    definition,
    url: `${origin}${definition.base_path}`,
    faults: () => faults,
    setFaults: async (next) => {
      faults = next;
      if (!next.some(({ kind }) => kind === 'slow')) timers.release();
      await (next.some(({ kind }) => kind === 'down') ? listener.shut() : listener.open());
    },
    ledger: () => {
      const { payments, refunds } = psp.ledger();
      const counted = payments.map((row) => ({ ...row, requests: requests.get(row.id) ?? 0 }));
      return { payments: counted, refunds, calls: Object.fromEntries(calls) };
    },
    report: psp.report,
    dashboard: (act) => {
      if (psp.dashboard === undefined) return `${definition.id} has no simulated dashboard`;
      const problem = psp.dashboard(act);
      journal.flush();
      return problem;
    },
    webhooks,
    close: async () => {
      timers.clear();
      webhooks.close();
      await listener.shut();
      journal.close();
    },
  };
};
