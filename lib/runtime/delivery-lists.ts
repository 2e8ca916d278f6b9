import { endpointOf } from '../outbound-webhooks/change-endpoints.ts';
import { everyLane } from '../outbound-webhooks/lanes.ts';
import { listDeliveries } from '../storage/list-deliveries.ts';
import type { DeliveryFilters, Page, PageRequest } from '../types/list.ts';
import type { Delivery } from '../types/webhook.ts';
import { webhookStore } from './webhook-ports.ts';

/** A page of the undelivered events of one endpoint, or of all existing endpoints. Throws `resource_missing`. */
export const deliveryPage = async (asked: PageRequest<DeliveryFilters>): Promise<Page<Delivery>> => {
  const { endpoint: only } = asked.filters;
  const { endpoints } = await webhookStore().endpoints();
  const of = only === undefined ? endpoints : [endpointOf(endpoints, only, 'endpoint')];
  const lanes = of.flatMap(({ id }) => everyLane.map((lane) => ({ endpoint: id, lane })));
  return listDeliveries(webhookStore(), lanes, asked);
};
