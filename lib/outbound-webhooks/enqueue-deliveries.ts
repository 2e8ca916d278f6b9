import { errorName } from '../types/error-name.ts';
import type { Event } from '../types/event.ts';
import type { WebhookEndpoint } from '../types/webhook.ts';
import { destinations } from './destinations.ts';
import { isDown, lanesOf } from './lanes.ts';
import { newDelivery } from './new-delivery.ts';
import type { EnqueuePorts } from './webhook-ports.ts';

/**
 * Creates deliveries of events to every endpoint that subscribes to them, and starts those endpoints' workers. Repeating it with the same events
 * changes nothing. The timer starts a worker that could not be started here.
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
  const now = ports.clock.now();
  const lanes = lanesOf(events);
  await ports.store.addDeliveries(
    events.map((event, index) => newDelivery(event, endpoint, { now, lane: lanes[index] ?? 0 })),
  );
  await Promise.all([...new Set(lanes)].map((lane) => wake(ports, endpoint, lane)));
};

/** Whether the endpoint currently receives events of this type. */
export const wants = ({ status, events }: WebhookEndpoint, type: Event['type']): boolean =>
  status === 'enabled' && (events.includes('*') || events.includes(type));

/**
 * Starts the worker of a lane, or the one worker of an endpoint that is down. The delivery is stored, so if a worker cannot be started now, the timer
 * starts it.
 */
export const wake = async (
  { clock, wake, log }: Pick<EnqueuePorts, 'clock' | 'wake' | 'log'>,
  endpoint: WebhookEndpoint,
  lane: number,
): Promise<void> => {
  try {
    await wake({ endpoint: endpoint.id, lane: isDown(endpoint, clock.now()) ? 0 : lane });
  } catch (error) {
    log({
      event: 'webhook_worker_not_woken',
      endpoint: endpoint.id,
      error: errorName(error),
    });
  }
};
