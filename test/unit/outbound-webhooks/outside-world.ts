import { deliverDue } from '../../../lib/outbound-webhooks/deliver-due.ts';
import { defaultDeliverySchedule } from '../../../lib/outbound-webhooks/delivery-schedule.ts';
import { enqueueDeliveries } from '../../../lib/outbound-webhooks/enqueue-deliveries.ts';
import { wakeDue } from '../../../lib/outbound-webhooks/wake-due.ts';
import type { DeliveryPorts, EnqueuePorts } from '../../../lib/outbound-webhooks/webhook-ports.ts';
import type { Event } from '../../../lib/types/event.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import type { WebhookEndpoint, WebhookStore } from '../../../lib/types/webhook.ts';
import { createMemoryWebhookStore } from '../../../local/memory/memory-webhook-store.ts';
import { createVirtualTime } from '../../simulation/virtual-time.ts';

/** What an endpoint answers, and after how many milliseconds. */
type Behaviour = (at: number, event: string) => { readonly status?: number; readonly after_ms: number };

export type Arrival = {
  readonly endpoint: string;
  readonly url: string;
  readonly event: string;
  readonly at: number;
  readonly status?: number;
};

export const start = 1_763_630_000_000;
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const endpointNamed = (id: string, more: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id,
  url: `https://${id}.example/`,
  events: ['*'],
  status: 'enabled',
  livemode: false,
  created: start / 1000,
  generation: 1,
  ...more,
});

export const eventNamed = (id: string): Event => ({
  id,
  object: 'event',
  type: 'checkout.session.paid',
  created: start / 1000,
  livemode: false,
  data: { id: 'cs_1', object: 'checkout.session', seq: 1 },
});

/** Endpoints, workers and the minute timer in virtual time. Workers are stopped after five minutes, as deployed. */
export const createOutside = async (
  endpoints: readonly WebhookEndpoint[],
  more: { readonly timer?: boolean; readonly bus?: WebhookEndpoint } = {},
) => {
  const time = createVirtualTime(start);
  const store = createMemoryWebhookStore();
  await store.replaceEndpoints(0, endpoints);
  const behaviours = new Map<string, Behaviour>();
  const arrivals: Arrival[] = [];
  const reports: LogRecord[] = [];
  const flying = new Map<string, number>();
  const most = new Map<string, number>();
  let workers = 0;
  let wakes = 0;
  let dropWakes = false;
  let random = 0;
  let generation = 0;
  const worked: string[] = [];

  const clock = {
    now: time.now,
    sleep: (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve)),
  };
  const enqueuing: EnqueuePorts = {
    store,
    bus: more.bus,
    clock,
    log: (event) => reports.push(event),
    wake: async (lane) => {
      wakes += 1;
      worked.push(`${lane.endpoint}#${lane.lane}`);
      if (!dropWakes) time.after(20, () => void deliverDue(ports(), lane));
    },
  };
  const ports = (): DeliveryPorts => {
    workers += 1;
    const born = generation;
    return {
      ...enqueuing,
      store: whileAlive(store, () => born === generation),
      worker: `w${workers}`,
      random: () => random,
      schedule_s: defaultDeliverySchedule,
      deadline: time.now() + 5 * minute,
      send: async ({ id, url }, { event }): Promise<HttpResponse> => {
        const flights = (flying.get(id) ?? 0) + 1;
        flying.set(id, flights);
        most.set(id, Math.max(most.get(id) ?? 0, flights));
        const at = time.now();
        const { status, after_ms } = (behaviours.get(id) ?? (() => ({ status: 200, after_ms: 30 })))(
          at,
          event,
        );
        await clock.sleep(Math.min(after_ms, 15_000));
        flying.set(id, (flying.get(id) ?? 0) - 1);
        if (born !== generation) return never();
        arrivals.push({ endpoint: id, url, event, at, ...(status !== undefined && { status }) });
        return status === undefined || after_ms > 15_000
          ? { kind: 'lost', doubt: 'timeout', cause: 'timeout' }
          : { kind: 'answered', status, headers: {}, body: '' };
      },
    };
  };
  const tick = () => {
    void wakeDue(enqueuing);
    time.after(minute, tick);
  };
  if (more.timer !== false) time.after(minute, tick);

  return {
    store,
    time,
    arrivals,
    reports,
    /** Requests under way at once, at most, by endpoint. */
    most,
    enqueuing,
    wakes: () => wakes,
    /** The lanes that were woken, `<endpoint>#<lane>`, each time. */
    woken: worked as readonly string[],
    /** Every worker stops for good where it is, with its leases. */
    kill: () => {
      generation += 1;
    },
    workerOf: (endpoint: string, lane = 0) => deliverDue(ports(), { endpoint, lane }),
    behave: (endpoint: string, behaviour: Behaviour) => behaviours.set(endpoint, behaviour),
    loseWakes: (lost: boolean) => {
      dropWakes = lost;
    },
    jitter: (value: number) => {
      random = value;
    },
    /** Something happened: the events are stored and put on their way, as `record-events` does. */
    happen: async (...ids: readonly string[]) => {
      for (const id of ids) store.addEvent(id, JSON.stringify(eventNamed(id)));
      await enqueueDeliveries(enqueuing, ids.map(eventNamed));
    },
    pass: (ms: number) => time.runUntil(time.now() + ms, () => false),
  };
};

const never = (): Promise<never> => new Promise(() => undefined);

/** The store of a worker that may be killed: from then on, no call does anything or returns. */
const whileAlive = (store: WebhookStore, alive: () => boolean): WebhookStore =>
  Object.fromEntries(
    Object.entries(store).map(([name, call]) => [
      name,
      (...given: readonly never[]) =>
        alive() ? (call as (...given: readonly never[]) => unknown)(...given) : never(),
    ]),
  ) as unknown as WebhookStore;
