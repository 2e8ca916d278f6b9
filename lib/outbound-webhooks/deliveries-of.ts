import type { Delivery, WebhookStore } from '../types/webhook.ts';
import { deliveryId } from './new-delivery.ts';

/** The deliveries of an event to the existing endpoints. */
export const deliveriesOf = async (store: WebhookStore, event: string): Promise<readonly Delivery[]> => {
  const { endpoints } = await store.endpoints();
  const found = await Promise.all(endpoints.map(({ id }) => store.delivery(deliveryId(event, id))));
  return found.filter((delivery) => delivery !== undefined);
};
