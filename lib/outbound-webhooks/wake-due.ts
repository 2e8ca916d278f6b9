import { errorName } from '../types/error-name.ts';
import type { WebhookEndpoint } from '../types/webhook.ts';
import { destinations } from './destinations.ts';
import { wake } from './enqueue-deliveries.ts';
import { everyLane, isDown } from './lanes.ts';
import type { EnqueuePorts } from './webhook-ports.ts';

/** A delivery that has been due longer than this should have been started by the timer's last run. */
const late_ms = 60_000;

/**
 * Starts the worker of every lane with due deliveries, and reports how late the oldest is. Endpoints do not wait for each other. Called by the timer,
 * which has other work: failures are reported, and the next minute tries again.
 */
export const wakeDue = async (ports: EnqueuePorts): Promise<void> => {
  try {
    const enabled = (await destinations(ports)).filter(({ status }) => status === 'enabled');
    const late = await Promise.all(enabled.map((endpoint) => wakeLanes(ports, endpoint)));
    const oldest_ms = Math.max(0, ...late);
    if (oldest_ms >= late_ms) ports.log({ event: 'deliveries_late', oldest_ms });
  } catch (error) {
    ports.log({ event: 'webhook_worker_failed', error: errorName(error) });
  }
};

/**
 * Starts the workers of an endpoint's lanes with due deliveries. Resolves to how late the oldest is, in milliseconds: 0 if none is due, or if the
 * endpoint is down, which only the merchant can fix.
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
