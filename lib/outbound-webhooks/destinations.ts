import type { WebhookEndpoint } from '../types/webhook.ts';
import type { EnqueuePorts } from './webhook-ports.ts';

/** All destinations of events: the merchant's endpoints, and the environment's own bus. */
export const destinations = async ({
  store,
  bus,
}: Pick<EnqueuePorts, 'store' | 'bus'>): Promise<readonly WebhookEndpoint[]> => {
  const { endpoints } = await store.endpoints();
  return bus === undefined ? endpoints : [...endpoints, bus];
};
