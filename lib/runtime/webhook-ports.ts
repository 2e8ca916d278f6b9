import type { Call } from '../http/call.ts';
import { renderWebhook } from '../http/render-webhook.ts';
import { webhookSecret } from '../http/webhook-secret.ts';
import { webhookHeaders } from '../outbound-webhooks/sign-webhook.ts';
import { sendLimit_ms } from '../outbound-webhooks/try-delivery.ts';
import type { DeliveryPorts, EndpointPorts, EnqueuePorts } from '../outbound-webhooks/webhook-ports.ts';
import { createRowStore } from '../storage/rows.ts';
import { createWebhookStore } from '../storage/webhook-store.ts';
import type { Log } from '../types/ports.ts';
import type { WebhookEndpoint, WebhookStore } from '../types/webhook.ts';
import { authorOf } from './author-of.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { anyWebhookAddress, deliverySchedule, livemode } from './environment.ts';
import { eventBus, isEventBus, putOnBus } from './event-bus.ts';
import { newId } from './new-id.ts';
import { startFunction } from './start-function.ts';
import { tokens } from './tokens.ts';
import { createWebhookTransport } from './webhook-transport.ts';

export const webhookStore = (): WebhookStore => {
  store ??= createWebhookStore(storage());
  return store;
};

/** `WEBHOOK_WORKER` names the function that delivers. */
export const enqueuePorts = (log: Log): EnqueuePorts => ({
  store: webhookStore(),
  bus: eventBus(),
  clock,
  log: log,
  wake: (lane) => startFunction('WEBHOOK_WORKER', lane),
});

export const endpointPorts = (call: Pick<Call, 'log' | 'request_id' | 'by'>): EndpointPorts => ({
  ...enqueuePorts(call.log),
  rows: createRowStore(storage()),
  newId,
  livemode: livemode(),
  by: authorOf(call),
  render: renderWebhook(call.by ?? ''),
});

/** `deadline`: Unix milliseconds. */
export const deliveryPorts = (log: Log, deadline: number): DeliveryPorts => ({
  ...enqueuePorts(log),
  worker: newId('req'),
  random: Math.random,
  schedule_s: deliverySchedule(),
  deadline,
  send: async (endpoint, { event, body, now }) => {
    if (isEventBus(endpoint)) return putOnBus(endpoint, body);
    http ??= createWebhookTransport({ anyAddress: anyWebhookAddress() });
    const timestamp_s = Math.floor(now / 1000);
    const headers = webhookHeaders(await secretsOf(endpoint, now), { id: event, timestamp_s, body });
    return http({ method: 'POST', url: endpoint.url, headers, body, timeout_ms: sendLimit_ms });
  },
});

/** The endpoint's secret, and the previous one while both are valid. `now`: Unix milliseconds. */
const secretsOf = async (
  { id, generation, previous_until }: WebhookEndpoint,
  now: number,
): Promise<readonly string[]> => {
  const master = await tokens.webhooks();
  const both = previous_until !== undefined && now < previous_until;
  return (both ? [generation, generation - 1] : [generation]).map((each) => webhookSecret(master, id, each));
};

let store: WebhookStore | undefined;
let http: ReturnType<typeof createWebhookTransport> | undefined;
