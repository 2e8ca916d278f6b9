import type { HttpResponse } from '../types/transport.ts';
import type { Delivery, OutgoingDelivery, WebhookEndpoint } from '../types/webhook.ts';
import { nextTry } from './delivery-schedule.ts';
import type { DeliveryPorts } from './webhook-ports.ts';

/** The time limit of one request, including its response. */
export const sendLimit_ms = 15_000;

/** One request that was sent, or that failed because the address could not be reached. `over`: its delivery was given up. */
export type Tried = { readonly ok: boolean; readonly over?: boolean };

/** Sends one delivery if it is due, and stores the result. Only 2xx is success; a redirect is not. `next_at`: when it is due again. */
export const tryDelivery = async (
  ports: DeliveryPorts,
  endpoint: WebhookEndpoint,
  { delivery, body }: OutgoingDelivery,
): Promise<{ readonly next_at: number | undefined; readonly tried: readonly Tried[] }> => {
  if (delivery.status !== 'pending') return { next_at: undefined, tried: [] };
  if ((delivery.next_at ?? 0) > ports.clock.now()) return { next_at: delivery.next_at, tried: [] };
  const started = ports.clock.now();
  if (body === undefined) {
    await ports.store.replaceDelivery(ended({ ...delivery, at: started }, 'failed'));
    return { next_at: undefined, tried: [] };
  }
  const response = await ports.send(endpoint, { event: delivery.event, body, now: started });
  const after = afterTry(ports, delivery, response);
  await ports.store.replaceDelivery(after);
  const ok = after.status === 'succeeded';
  ports.log({
    event: after.status === 'failed' ? 'webhook_given_up' : 'webhook_tried',
    endpoint: endpoint.id,
    told: delivery.event,
    attempt: after.attempt,
    status: after.http_status ?? null,
    cause: response.kind === 'answered' ? undefined : response.cause,
    latency_ms: ports.clock.now() - started,
  });
  return { next_at: after.next_at, tried: [{ ok, over: after.status === 'failed' }] };
};

const afterTry = (
  { clock, random, schedule_s }: DeliveryPorts,
  delivery: Delivery,
  response: HttpResponse,
): Delivery => {
  const now = clock.now();
  const attempt = delivery.attempt + 1;
  const tried = {
    ...delivery,
    attempt,
    at: now,
    ...(response.kind === 'answered' && { http_status: response.status }),
  };
  if (response.kind === 'answered' && response.status >= 200 && response.status < 300)
    return ended(tried, 'succeeded');
  const next_at = nextTry(attempt - delivery.attempts_before, { now, random: random(), schedule_s });
  const { http_status: _, ...unanswered } = tried;
  const failed = response.kind === 'answered' ? tried : unanswered;
  return next_at === undefined ? ended(failed, 'failed') : { ...failed, rev: delivery.rev + 1, next_at };
};

const ended = ({ next_at: _, ...delivery }: Delivery, status: 'succeeded' | 'failed'): Delivery => ({
  ...delivery,
  rev: delivery.rev + 1,
  status,
});
