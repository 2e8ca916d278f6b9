import type { Row } from '../../lib/types/row.ts';
import type { Delivery, RememberedAnswer, WebhookEndpoints, WebhookStore } from '../../lib/types/webhook.ts';

type LeaseItem = { words: number; worker?: string; until?: number };

/** The store, and what it holds, for whoever checks it. */
export type MemoryWebhookStore = WebhookStore & {
  readonly deliveries: ReadonlyMap<string, Delivery>;
  /** Written beside a change of endpoints. */
  readonly rows: readonly Row[];
  /** Puts the bytes of an event where deliveries find them. */
  readonly addEvent: (id: string, body: string) => void;
};

/** `WebhookStore` in memory; it passes the suite the DynamoDB store passes. */
export const createMemoryWebhookStore = (): MemoryWebhookStore => {
  let all: WebhookEndpoints = { rev: 0, endpoints: [] };
  const rows: Row[] = [];
  const answers = new Map<string, RememberedAnswer>();
  const events = new Map<string, string>();
  const deliveries = new Map<string, Delivery>();
  const leases = new Map<string, LeaseItem>();

  const leaseOf = (endpoint: string): LeaseItem => {
    const lease = leases.get(endpoint) ?? { words: 0 };
    leases.set(endpoint, lease);
    return lease;
  };

  return {
    deliveries,
    rows,
    addEvent: (id, body) => events.set(id, body),
    endpoints: async () => all,
    replaceEndpoints: async (rev, endpoints, { remembered, rows: written = [] } = {}) => {
      if (all.rev !== rev || (remembered && answers.has(remembered.key))) return false;
      all = { rev: rev + 1, endpoints };
      rows.push(...written);
      if (remembered) answers.set(remembered.key, remembered);
      return true;
    },
    rememberedAnswer: async (key) => answers.get(key),
    rememberAnswer: async (remembered) => {
      if (answers.has(remembered.key)) return false;
      answers.set(remembered.key, remembered);
      return true;
    },
    event: async (id) => events.get(id),
    addDeliveries: async (added) => {
      for (const delivery of added) if (!deliveries.has(delivery.id)) deliveries.set(delivery.id, delivery);
    },
    delivery: async (id) => deliveries.get(id),
    replaceDelivery: async (delivery) => {
      if (deliveries.get(delivery.id)?.rev !== delivery.rev - 1) return false;
      deliveries.set(delivery.id, delivery);
      return true;
    },
    due: async (endpoint, before, limit) =>
      [...deliveries.values()]
        .filter((delivery) => delivery.endpoint === endpoint && (delivery.next_at ?? Infinity) <= before)
        .sort((a, b) => (a.next_at ?? 0) - (b.next_at ?? 0))
        .slice(0, limit)
        .map(({ id }) => id),
    takeLease: async (endpoint, { worker, now, until }) => {
      const lease = leaseOf(endpoint);
      lease.words += 1;
      if (lease.until !== undefined && lease.until >= now) return undefined;
      Object.assign(lease, { worker, until });
      return { words: lease.words };
    },
    releaseLease: async (endpoint, worker, held) => {
      const lease = leaseOf(endpoint);
      if (lease.worker !== worker) return true;
      if (lease.words !== held.words) return { words: lease.words };
      delete lease.worker;
      delete lease.until;
      return true;
    },
  };
};
