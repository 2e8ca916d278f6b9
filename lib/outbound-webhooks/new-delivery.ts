import type { Delivery, WebhookEndpoint } from '../types/webhook.ts';

const keptSeconds = 30 * 86_400;

/** The delivery of an event to an endpoint, due at once. `now` in Unix milliseconds. */
export const newDelivery = (
  event: string,
  endpoint: WebhookEndpoint,
  { now, lane }: { readonly now: number; readonly lane: number },
): Delivery => ({
  id: deliveryId(event, endpoint.id),
  event,
  endpoint: endpoint.id,
  lane,
  rev: 1,
  status: 'pending',
  attempt: 0,
  attempts_before: 0,
  next_at: now,
  ttl: Math.floor(now / 1000) + keptSeconds,
});

/** The same delivery, due at once, with its schedule from the beginning. */
export const restartDelivery = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  rev: delivery.rev + 1,
  status: 'pending',
  attempts_before: delivery.attempt,
  next_at: now,
});

/** Each event has one delivery per endpoint. */
export const deliveryId = (event: string, endpoint: string): string => `${event}/${endpoint}`;

export const eventOf = (delivery: string): string => delivery.split('/', 1)[0] ?? '';
