import { join } from 'node:path';
import type { DashboardAct, DashboardAnswer } from './dashboard.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { Fault } from './faults.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { openJournal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { openListener } from './listener.ts';
import { alphanumeric, randomId } from './random-id.ts';
import { seededRandom } from './seeded-random.ts';
import { servePsp } from './serve-psp.ts';
import type { CallName, Job, PspDefinition, SimulatedPsp } from './simulated-psp.ts';
import { realTime, type SimulatedTime } from './simulated-time.ts';
import { challengePath, createThreeDSecure, type ThreeDSecure } from './three-d-secure.ts';
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
  /** The PSP's API without a socket. */
  readonly exchange: Exchange;
  /** The customer passes or fails the challenge at this address. Returns where the browser goes next. */
  readonly passChallenge: (url: string, approved: boolean) => string | undefined;
  /** From now on events go to `listener` and not to the outbox; undefined ends that. */
  readonly listen: (listener: ((event: unknown) => void) | undefined) => void;
  readonly close: () => Promise<void>;
};

export type SimulatorOptions = {
  readonly port: number | undefined;
  readonly dataDir?: string | undefined;
  readonly seed: number;
  readonly time?: SimulatedTime | undefined;
  readonly onCall: (call: CallName) => void;
};

type StoredJob = { readonly id: string; readonly due: number; readonly job: Job };

/** Starts one PSP: its books, its listener, its timers, its outbox. */
export const startSimulator = async (
  definition: PspDefinition,
  { port, dataDir, seed, time = realTime, onCall }: SimulatorOptions,
): Promise<RunningSimulator> => {
  const journal = openJournal(dataDir === undefined ? undefined : join(dataDir, `${definition.id}.jsonl`));
  const timers = createTimers(time);
  const webhooks = createWebhookSender(journal, timers, definition.signWebhook, time.now);
  const calls = new Map<string, number>();
  const requests = new Map<string, number>();
  const jobs = journal.collection<StoredJob>('jobs');
  const random = seededRandom(seed);
  let faults: readonly Fault[] = [];
  let origin = '';
  let listener: ((event: unknown) => void) | undefined;

  const start = ({ id, due, job }: StoredJob) =>
    timers.after(Math.max(0, due - time.now()), () => {
      jobs.remove(id);
      psp.runJob(job);
      journal.flush();
    });

  const psp: SimulatedPsp = definition.create({
    origin: () => origin,
    now: time.now,
    journal,
    credentials: definition.credentials,
    schedule: (ms, job) => {
      const stored = { id: randomId(16, alphanumeric), due: time.now() + ms, job };
      jobs.put(stored.id, stored);
      start(stored);
    },
    emit: (event) => (listener ?? webhooks.emit)(event),
    webhook: () => {
      const settings = webhooks.settings();
      return settings && { url: settings.url, active: settings.mode !== 'off' };
    },
    challenge: (payment) => `${origin}${threeDSecure.open(payment)}`,
  });
  const threeDSecure: ThreeDSecure = createThreeDSecure(journal, psp.completeChallenge, psp.challengeInFrame);

  const parts = {
    psp,
    base_path: definition.base_path,
    keys: createIdempotencyKeys(psp.idempotency, journal, time.now),
    journal,
    onCall: (call: CallName) => {
      calls.set(call, (calls.get(call) ?? 0) + 1);
      onCall(call);
    },
    onPayment: (payment: string) => requests.set(payment, (requests.get(payment) ?? 0) + 1),
  };
  const serve = servePsp({ ...parts, faults: () => faults, random, timers });
  const door = await openListener(
    port,
    (message, response) => {
      if (!threeDSecure.serve(message, response)) serve(message, response);
    },
    psp.challengeInFrame && challengePath,
  );
  origin = `http://127.0.0.1:${door.port}`;
  for (const stored of [...jobs.values()]) start(stored);

  return {
    definition,
    url: `${origin}${definition.base_path}`,
    faults: () => faults,
    setFaults: async (next) => {
      faults = next;
      if (!next.some(({ kind }) => kind === 'slow')) timers.release();
      await (next.some(({ kind }) => kind === 'down') ? door.shut() : door.open());
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
    exchange: createExchange(parts),
    passChallenge: threeDSecure.pass,
    listen: (next) => {
      listener = next;
    },
    close: async () => {
      timers.clear();
      webhooks.close();
      await door.shut();
      journal.close();
    },
  };
};
