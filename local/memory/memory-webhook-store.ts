import type { RecordedAct } from '../../lib/types/recorded-act.ts';
import type {
  Delivery,
  Lane,
  StoredResponse,
  WebhookEndpoints,
  WebhookStore,
} from '../../lib/types/webhook.ts';

type LeaseItem = { words: number; worker?: string; until?: number };

/** The store, and what it holds, for whoever checks it. */
export type MemoryWebhookStore = WebhookStore & {
  readonly deliveries: ReadonlyMap<string, Delivery>;
  /** Of the changes of endpoints that somebody asked for. */
  readonly acts: readonly RecordedAct[];
  /** Puts the bytes of an event where deliveries find them. */
  readonly addEvent: (id: string, body: string) => void;
};

/** `WebhookStore` in memory; it passes the suite the DynamoDB store passes. */
export const createMemoryWebhookStore = (): MemoryWebhookStore => {
  let all: WebhookEndpoints = { rev: 0, endpoints: [] };
  const acts: RecordedAct[] = [];
  const answers = new Map<string, StoredResponse>();
  const events = new Map<string, string>();
  const deliveries = new Map<string, Delivery>();
  const leases = new Map<string, LeaseItem>();
  /** The time at which each pending delivery of a lane is due, by its id. */
  const waiting = new Map<string, Map<string, number>>();

  const leaseOf = ({ endpoint, lane }: Lane): LeaseItem => {
    const lease = leases.get(`${endpoint} ${lane}`) ?? { words: 0 };
    leases.set(`${endpoint} ${lane}`, lease);
    return lease;
  };

  const waitingIn = ({ endpoint, lane }: Lane): Map<string, number> => {
    const found = waiting.get(`${endpoint} ${lane}`) ?? new Map();
    waiting.set(`${endpoint} ${lane}`, found);
    return found;
  };
  const put = (delivery: Delivery): void => {
    const before = deliveries.get(delivery.id);
    if (before) waitingIn({ lane: 0, ...before }).delete(before.id);
    deliveries.set(delivery.id, delivery);
    if (delivery.next_at !== undefined)
      waitingIn({ lane: 0, ...delivery }).set(delivery.id, delivery.next_at);
  };

  return {
    deliveries,
    acts,
    addEvent: (id, body) => events.set(id, body),
    endpoints: async () => all,
    replaceEndpoints: async (rev, endpoints, { remembered, act } = {}) => {
      if (all.rev !== rev || (remembered && answers.has(remembered.key))) return false;
      all = { rev: rev + 1, endpoints };
      if (act) acts.push(act);
      if (remembered) answers.set(remembered.key, remembered);
      return true;
    },
    storedResponse: async (key) => answers.get(key),
    storeResponse: async (remembered) => {
      if (answers.has(remembered.key)) return false;
      answers.set(remembered.key, remembered);
      return true;
    },
    event: async (id) => events.get(id),
    addDeliveries: async (added) => {
      for (const delivery of added) if (!deliveries.has(delivery.id)) put(delivery);
    },
    delivery: async (id) => deliveries.get(id),
    replaceDelivery: async (delivery) => {
      if (deliveries.get(delivery.id)?.rev !== delivery.rev - 1) return false;
      put(delivery);
      return true;
    },
    due: async (lane, before, limit) =>
      [...waitingIn(lane)]
        .map(([id, at]) => ({ id, at }))
        .filter(({ at }) => at <= before)
        .sort((a, b) => a.at - b.at)
        .slice(0, limit),
    unsent: async (lane, { status, from = 0, to = Number.MAX_SAFE_INTEGER, limit }) =>
      [...deliveries.values()]
        .filter(
          (one) => one.status === status && one.endpoint === lane.endpoint && (one.lane ?? 0) === lane.lane,
        )
        .map(({ id, next_at, at = 0 }) => ({ id, at: next_at ?? at }))
        .filter(({ at }) => at >= from && at <= to)
        .sort((a, b) => (status === 'pending' ? a.at - b.at : b.at - a.at))
        .slice(0, limit),
    outgoing: async (asked) =>
      asked.flatMap(({ id, event }) => {
        const delivery = deliveries.get(id);
        return delivery ? [{ delivery, body: events.get(event) }] : [];
      }),
    takeLease: async (lane, { worker, now, until }) => {
      const lease = leaseOf(lane);
      lease.words += 1;
      if (lease.until !== undefined && lease.until >= now && lease.worker !== worker) return undefined;
      Object.assign(lease, { worker, until });
      return { words: lease.words };
    },
    renewLease: async (lane, { worker, until }) => {
      const lease = leaseOf(lane);
      if (lease.worker !== worker) return false;
      lease.until = until;
      return true;
    },
    releaseLease: async (lane, worker, held) => {
      const lease = leaseOf(lane);
      if (lease.worker !== worker) return true;
      if (lease.words !== held.words) return { words: lease.words };
      delete lease.worker;
      delete lease.until;
      return true;
    },
  };
};
