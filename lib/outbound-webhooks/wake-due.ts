import type { WebhookEndpoint } from '../types/webhook.ts';
import { destinations } from './destinations.ts';
import { wake } from './enqueue-deliveries.ts';
import { everyLane, isDown } from './lanes.ts';
import type { EnqueuePorts } from './webhook-ports.ts';

/** What the last run of the timer should have started by now. */
const late_ms = 60_000;

/**
 * Wakes the worker of every lane that has something due, and reports how late the oldest is. Endpoints do not wait for each other. Called by the timer,
 * which has other work: failures are reported, and the next minute tries again.
 */
export const wakeDue = async (ports: EnqueuePorts): Promise<void> => {
  try {
    const enabled = (await destinations(ports)).filter(({ status }) => status === 'enabled');
    const late = await Promise.all(enabled.map((endpoint) => wakeLanes(ports, endpoint)));
    const oldest_ms = Math.max(0, ...late);
    if (oldest_ms >= late_ms) ports.report({ event: 'deliveries_late', oldest_ms });
  } catch (error) {
    ports.report({ event: 'webhook_worker_failed', error: error instanceof Error ? error.name : 'unknown' });
  }
};

/**
 * Wakes the workers of an endpoint that have something to do. Resolves to how late its oldest due delivery is, in milliseconds: 0 if none is, or if the
 * endpoint is down, which is the merchant's to mend.
 */
export const wakeLanes = async (ports: EnqueuePorts, endpoint: WebhookEndpoint): Promise<number> => {
  const now = ports.clock.now();
  const down = isDown(endpoint, now);
  const due = await Promise.all(
    everyLane.map(async (lane) => (await ports.store.due({ endpoint: endpoint.id, lane }, now, 1))[0]),
  );
  const waiting = everyLane.filter((lane) => due[lane] !== undefined);
  await Promise.all((down ? waiting.slice(0, 1) : waiting).map((lane) => wake(ports, endpoint, lane)));
  return down ? 0 : Math.max(0, ...due.map((first) => now - (first?.at ?? now)));
};
