import { deliverDue } from '../../lib/outbound-webhooks/deliver-due.ts';
import { defaultDeliverySchedule } from '../../lib/outbound-webhooks/delivery-schedule.ts';
import { createWebhookEndpoint } from '../../lib/outbound-webhooks/edit-endpoints.ts';
import { enqueueDeliveries } from '../../lib/outbound-webhooks/enqueue-deliveries.ts';
import { wakeDue } from '../../lib/outbound-webhooks/wake-due.ts';
import type { DeliveryPorts, Outgoing } from '../../lib/outbound-webhooks/webhook-ports.ts';
import type { Event, EventType } from '../../lib/types/event.ts';
import type { HttpResponse } from '../../lib/types/transport.ts';
import { createMemoryWebhookStore, type MemoryWebhookStore } from '../memory/memory-webhook-store.ts';
import type { Chance } from './chance.ts';
import type { MovedTime } from './moved-time.ts';

export type Deliveries = {
  readonly open: (endpoint: {
    readonly url: string;
    readonly events: readonly EventType[];
    readonly description: string;
    readonly by: string;
  }) => Promise<void>;
  /** Takes events that are stored. */
  readonly send: (events: readonly Event[]) => Promise<void>;
  readonly wake: () => Promise<void>;
  /** When the next try of a delivery is due. Unix milliseconds. */
  readonly nextTry: () => number | undefined;
  readonly store: MemoryWebhookStore;
};

const workerLimit_ms = 60_000;

/** Webhooks to merchants, from a store in memory. `answer`: what the merchant's server says. */
export const createDeliveries = (
  time: MovedTime,
  chance: Chance,
  answer: (outgoing: Outgoing) => HttpResponse,
): Deliveries => {
  const store = createMemoryWebhookStore();
  const ports = (): DeliveryPorts => ({
    store,
    clock: time,
    log: () => {},
    wake: async (lane) => {
      time.after(chance.between(80, 400), () => deliverDue(ports(), lane));
    },
    worker: chance.newId('req'),
    random: chance.random,
    schedule_s: defaultDeliverySchedule,
    deadline: time.now() + workerLimit_ms,
    send: async (_, outgoing) => {
      time.spend(chance.between(60, 350));
      return answer(outgoing);
    },
  });
  return {
    store,
    open: async ({ by, ...fields }) => {
      const asks = {
        ...ports(),
        rows: { putRows: async () => {} },
        newId: chance.newId,
        livemode: false,
        by: { actor: { type: 'user' as const, id: by }, request_id: chance.newId('req') },
        render: () => ({ status: 200, body: '' }),
      };
      await createWebhookEndpoint(asks, fields, undefined);
    },
    send: async (events) => {
      for (const event of events) store.addEvent(event.id, JSON.stringify(event));
      await enqueueDeliveries(ports(), events);
    },
    wake: () => wakeDue(ports()),
    nextTry: () => {
      const times = [...store.deliveries.values()].flatMap(({ next_at }) => next_at ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
  };
};
