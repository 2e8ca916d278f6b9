import type { EventWithDeliveriesObject } from '../lib/contract/event.ts';
import { renderDelivery } from '../lib/http/render-webhook.ts';
import { retrieveEvent } from '../lib/http/routes.ts';
import { deliveriesOf } from '../lib/outbound-webhooks/deliveries-of.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { eventLists } from '../lib/runtime/event-lists.ts';
import { webhookStore } from '../lib/runtime/webhook-ports.ts';
import { ApiError } from '../lib/types/api-error.ts';

export const handler = endpoint(retrieveEvent, undefined, async ({ path: { id } }) => {
  // Rows of other kinds have ids of other forms.
  const event = /^evt_[\w-]{1,64}$/.test(id) ? await eventLists().event(id) : undefined;
  if (!event)
    throw new ApiError(
      'resource_missing',
      `There is no event ${id.slice(0, 64)}. Events are kept for 30 days.`,
      { param: 'id' },
    );
  const deliveries = await deliveriesOf(webhookStore(), id);
  const json: EventWithDeliveriesObject = { ...event, deliveries: deliveries.map(renderDelivery) };
  return { json };
});
