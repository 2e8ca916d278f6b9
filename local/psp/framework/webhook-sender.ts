import { Agent, request } from 'node:http';
import type { Journal } from './journal.ts';
import { alphanumeric, randomId } from './random-id.ts';
import type { SignedWebhook } from './simulated-psp.ts';
import type { Timers } from './timers.ts';
import type { WebhookSettings } from './webhook-settings.ts';

/** An event in a PSP's outbox. */
export type OutboxEvent = {
  readonly id: string;
  readonly event: unknown;
  readonly created: number;
  readonly attempts: number;
  /** `held`: not sent because webhooks were off. `given_up`: no 2xx in all attempts. */
  readonly state: 'waiting' | 'held' | 'delivered' | 'given_up';
};

export type WebhookSender = {
  readonly emit: (event: unknown) => void;
  readonly settings: () => WebhookSettings | undefined;
  readonly configure: (settings: WebhookSettings) => void;
  /** Resends undelivered events, or everything still in the outbox; returns the number of events. */
  readonly redeliver: (which: 'undelivered' | 'all') => number;
  readonly events: () => readonly OutboxEvent[];
  readonly close: () => void;
};

const maxAttempts = 20;
const answerTimeoutMs = 10_000;
const keptDelivered = 1000;
const backoffMs = (attempts: number) => Math.min(250 * 2 ** attempts, 15_000);

/**
 * Sends events to the configured address until a 2xx comes back, with growing pauses and at most 20 times. The outbox is part of the journal: events
 * not delivered before a crash are sent after it. Without an address no event is recorded.
 */
export const createWebhookSender = (
  journal: Journal,
  timers: Timers,
  sign: (event: unknown, secrets: readonly string[], now: number) => SignedWebhook,
  now: () => number = Date.now,
): WebhookSender => {
  const outbox = journal.collection<OutboxEvent>('outbox');
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const delivered: string[] = [];
  let settings: WebhookSettings | undefined;
  const batch: string[] = [];

  const update = (id: string, change: Partial<OutboxEvent>) => {
    const entry = outbox.get(id);
    if (entry === undefined) return;
    outbox.put(id, { ...entry, ...change });
    if (change.state === 'delivered' && delivered.push(id) > keptDelivered)
      outbox.remove(delivered.shift() ?? '');
    journal.flush();
  };

  const deliver = async (id: string): Promise<void> => {
    const entry = outbox.get(id);
    if (entry === undefined || settings === undefined) return;
    if (settings.mode === 'off') return update(id, { state: 'held' });
    const { url, secrets } = settings;
    const accepted = await post(agent, url, sign(entry.event, secrets, now()));
    if (accepted) return update(id, { state: 'delivered' });
    const attempts = entry.attempts + 1;
    update(id, { attempts, state: attempts < maxAttempts ? 'waiting' : 'given_up' });
    if (attempts < maxAttempts) timers.after(backoffMs(attempts), () => deliver(id));
  };

  const dispatch = (id: string) => {
    if (settings === undefined) return;
    const { mode, ms } = settings;
    if (mode === 'late') return timers.after(ms, () => deliver(id));
    if (mode === 'reordered') {
      batch.push(id);
      if (batch.length === 1) timers.after(ms, () => sendReversed(batch.splice(0)));
      return;
    }
    timers.after(0, async () => {
      await deliver(id);
      if (mode === 'twice') await deliver(id);
    });
  };

  const sendReversed = async (ids: readonly string[]) => {
    for (const id of ids.toReversed()) await deliver(id);
  };

  const dispatchAll = (states: readonly OutboxEvent['state'][]): number => {
    const chosen = [...outbox.values()].filter(({ state }) => states.includes(state));
    for (const { id } of chosen) {
      update(id, { attempts: 0, state: 'waiting' });
      dispatch(id);
    }
    return chosen.length;
  };

  return {
    emit: (event) => {
      if (settings === undefined) return;
      const id = randomId(16, alphanumeric);
      const state = settings.mode === 'off' ? 'held' : 'waiting';
      outbox.put(id, { id, event, created: now(), attempts: 0, state });
      if (state === 'waiting') dispatch(id);
    },
    settings: () => settings,
    configure: (next) => {
      const first = settings === undefined;
      settings = next;
      if (first) dispatchAll(['waiting']);
    },
    redeliver: (which) =>
      dispatchAll(which === 'all' ? ['held', 'given_up', 'delivered', 'waiting'] : ['held', 'given_up']),
    events: () => [...outbox.values()],
    close: () => {
      settings = undefined;
      agent.destroy();
    },
  };
};

/** Whether the receiver answered 2xx. */
const post = (agent: Agent, url: string, { body, headers }: SignedWebhook): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      timeout: answerTimeoutMs,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('error', () => {});
      resolve(response.statusCode !== undefined && response.statusCode >= 200 && response.statusCode < 300);
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(false));
    sent.on('close', () => resolve(false));
    sent.end(body);
  });
