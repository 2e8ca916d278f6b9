import { eventRow } from '../domain-events/event-row.ts';
import { ApiError } from '../types/api-error.ts';
import type { Event } from '../types/event.ts';
import type { Idempotency, Result } from '../types/result.ts';
import type { Delivery, WebhookEndpoint } from '../types/webhook.ts';
import { respondOnce } from './change-endpoints.ts';
import { deliverTo, wake, wants } from './enqueue-deliveries.ts';
import { lanesOf } from './lanes.ts';
import { deliveryId, newDelivery, restartDelivery } from './new-delivery.ts';
import { openEndpoint } from './open-endpoint.ts';
import type { EndpointPorts } from './webhook-ports.ts';

/** An event about the endpoint itself, sent only to that endpoint. Throws `webhook_endpoint_disabled`. */
export const testWebhookEndpoint = (
  ports: EndpointPorts,
  id: string,
  asked: Idempotency | undefined,
): Promise<Result> =>
  respondOnce(ports.store, asked, async () => {
    const { rev, endpoints } = await ports.store.endpoints();
    const endpoint = openEndpoint(endpoints, id);
    const event: Event = {
      id: ports.newId('evt'),
      object: 'event',
      type: 'webhook_endpoint.test',
      created: Math.floor(ports.clock.now() / 1000),
      livemode: ports.livemode,
      data: { id, object: 'webhook_endpoint', seq: rev },
    };
    const row = eventRow(event);
    await ports.rows.putRows([row]);
    await deliverTo(ports, endpoint, [event.id]);
    return ports.render({ event: row.body });
  });

/**
 * Sends an event again, with its own id: to one endpoint, or to all that subscribe to its type. Throws `resource_missing` and
 * `webhook_endpoint_disabled`.
 */
export const resendEvent = (
  ports: EndpointPorts,
  { event, endpoint }: { readonly event: string; readonly endpoint?: string | undefined },
  asked: Idempotency | undefined,
): Promise<Result> =>
  respondOnce(ports.store, asked, async () => {
    const body = await ports.store.event(event);
    if (body === undefined)
      throw new ApiError('resource_missing', `No event has the id "${event.slice(0, 64)}".`, { param: 'id' });
    const { type }: Pick<Event, 'type'> = JSON.parse(body);
    const { endpoints } = await ports.store.endpoints();
    const to =
      endpoint === undefined
        ? endpoints.filter((candidate) => wants(candidate, type))
        : [openEndpoint(endpoints, endpoint, 'endpoint')];
    const deliveries = await Promise.all(to.map((one) => sendAgain(ports, one, event)));
    return ports.render({ event: body, deliveries });
  });

/** The delivery, with its schedule from the beginning; one that is still pending is only brought forward. */
const sendAgain = async (
  ports: EndpointPorts,
  endpoint: WebhookEndpoint,
  event: string,
): Promise<Delivery> => {
  const now = ports.clock.now();
  for (;;) {
    const before = await ports.store.delivery(deliveryId(event, endpoint.id));
    const again: Delivery =
      before === undefined
        ? newDelivery(event, endpoint, { now, lane: lanesOf([event])[0] ?? 0 })
        : restartDelivery(before, now);
    if (before === undefined) await ports.store.addDeliveries([again]);
    else if (!(await ports.store.replaceDelivery(again))) continue;
    await wake(ports, endpoint, again.lane ?? 0);
    return again;
  }
};
