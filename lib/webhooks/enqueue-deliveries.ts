import type { Event } from '../types/event.ts';
import type { WebhookEndpoint } from '../types/webhook.ts';
import { destinations } from './destinations.ts';
import { newDelivery } from './new-delivery.ts';
import type { EnqueuePorts } from './webhook-ports.ts';

/**
 * Creates deliveries of events to every endpoint that wants them, and wakes those endpoints' workers. Called again with the same events, it changes
 * nothing. The timer finds a worker that could not be woken.
 */
export const enqueueDeliveries = async (ports: EnqueuePorts, events: readonly Event[]): Promise<void> => {
  if (events.length === 0) return;
  await Promise.all(
    (await destinations(ports)).map((endpoint) =>
      deliverTo(
        ports,
        endpoint,
        events.filter(({ type }) => wants(endpoint, type)).map(({ id }) => id),
      ),
    ),
  );
};

/** Creates deliveries of these events to one endpoint, whatever its subscriptions. */
export const deliverTo = async (
  ports: EnqueuePorts,
  endpoint: WebhookEndpoint,
  events: readonly string[],
): Promise<void> => {
  if (events.length === 0) return;
  const now = ports.clock.now();
  await ports.store.addDeliveries(events.map((event) => newDelivery(event, endpoint, now)));
  await wake(ports, endpoint.id);
};

/** Whether the endpoint currently receives events of this type. */
export const wants = ({ status, events }: WebhookEndpoint, type: Event['type']): boolean =>
  status === 'enabled' && (events.includes('*') || events.includes(type));

/** The delivery is stored, so if a worker cannot be started now, the timer starts it. */
export const wake = async ({ wake, report }: EnqueuePorts, endpoint: string): Promise<void> => {
  try {
    await wake(endpoint);
  } catch (error) {
    report({
      event: 'webhook_worker_not_woken',
      endpoint,
      error: error instanceof Error ? error.name : 'unknown',
    });
  }
};
