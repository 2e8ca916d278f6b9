import { inParallel } from '../types/in-parallel.ts';
import type { Held, WebhookEndpoint } from '../types/webhook.ts';
import { destinations } from './destinations.ts';
import { createQueue, type Queue } from './due-queue.ts';
import { wake } from './enqueue-deliveries.ts';
import { recordHealth } from './record-health.ts';
import { sendLimit_ms, type Tried, tryDelivery } from './try-delivery.ts';
import type { DeliveryPorts } from './webhook-ports.ts';

const atOnce = 10;
const look_ms = 1_000;
/** A try may use its full limit, and its result must still be stored. */
const least_ms = sendLimit_ms + 5_000;

/**
 * The only worker of one endpoint at a time: tries due deliveries, earliest first and at most ten at once, until none is due or time is up. Resolves
 * to how many tries succeeded and failed.
 */
export const deliverDue = async (ports: DeliveryPorts, endpoint: string): Promise<Tally> => {
  const { store, worker, deadline, clock } = ports;
  const tally = { succeeded: 0, failed: 0 };
  const queue = createQueue(ports, endpoint);
  let held = await store.takeLease(endpoint, { worker, now: clock.now(), until: deadline });
  while (held !== undefined) {
    await drain(ports, endpoint, queue, tally);
    if (!hasTime(ports)) {
      await letGo(ports, endpoint, held);
      await wake(ports, endpoint);
      break;
    }
    const released = await store.releaseLease(endpoint, worker, held);
    held = released === true ? undefined : released;
  }
  return tally;
};

type Tally = { readonly succeeded: number; readonly failed: number };

const drain = async (
  ports: DeliveryPorts,
  id: string,
  queue: Queue,
  tally: { -readonly [end in keyof Tally]: Tally[end] },
): Promise<void> => {
  while (hasTime(ports)) {
    const due = await queue.due();
    if (due.length === 0) {
      if (!queue.soon()) return;
      await ports.clock.sleep(look_ms);
      continue;
    }
    const endpoint = await enabled(ports, id);
    if (endpoint === undefined) return;
    const tries = await inParallel(due, atOnce, (delivery) => tryOne(ports, endpoint, delivery, queue));
    const tried = tries.flat();
    for (const { ok } of tried) tally[ok ? 'succeeded' : 'failed'] += 1;
    await recordHealth(ports, endpoint, tried);
  }
};

const hasTime = ({ clock, deadline }: DeliveryPorts): boolean => deadline - clock.now() > least_ms;

/** Read for each round: a merchant may have disabled or deleted the endpoint, or changed its address. */
const enabled = async (ports: DeliveryPorts, id: string): Promise<WebhookEndpoint | undefined> =>
  (await destinations(ports)).find((endpoint) => endpoint.id === id && endpoint.status === 'enabled');

/** A delivery that cannot be handled is reported and left to the timer, so that it does not block the others. */
const tryOne = async (
  ports: DeliveryPorts,
  endpoint: WebhookEndpoint,
  id: string,
  queue: Queue,
): Promise<readonly Tried[]> => {
  if (!hasTime(ports)) return [];
  try {
    const { next_at, tried } = await tryDelivery(ports, endpoint, id);
    queue.settle(id, next_at);
    return tried;
  } catch (error) {
    queue.leave(id);
    ports.report({
      event: 'webhook_worker_failed',
      endpoint: endpoint.id,
      error: error instanceof Error ? error.name : 'unknown',
    });
    return [];
  }
};

/** Releases the lease even if word was left: the next worker finds it. */
const letGo = async ({ store, worker }: DeliveryPorts, endpoint: string, held: Held): Promise<void> => {
  let left: true | Held = held;
  while (left !== true) left = await store.releaseLease(endpoint, worker, left);
};
