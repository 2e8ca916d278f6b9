import type { WebhookEndpoint } from '../types/webhook.ts';
import { changeEndpoint } from './change-endpoints.ts';
import { failingLimit_ms } from './delivery-schedule.ts';
import type { Tried } from './try-delivery.ts';
import type { DeliveryPorts } from './webhook-ports.ts';

/** Records since when an endpoint has been failing, and disables it after five days without a success. Writes only if that changes anything. */
export const recordHealth = async (
  ports: Pick<DeliveryPorts, 'store' | 'clock' | 'log'>,
  { id, failing_since }: WebhookEndpoint,
  tried: readonly Tried[],
): Promise<void> => {
  const { clock, log } = ports;
  const now = clock.now();
  if (tried.length === 0) return;
  if (tried.some(({ ok }) => ok)) {
    if (failing_since !== undefined) await changeEndpoint(ports, id, healthy);
  } else if (failing_since === undefined)
    await changeEndpoint(ports, id, (endpoint) => failing(endpoint, now));
  else if (now - failing_since >= failingLimit_ms) {
    const disabled = await changeEndpoint(ports, id, disable, itself);
    if (disabled) log({ event: 'webhook_endpoint_disabled', endpoint: id });
  }
};

const itself = { actor: { type: 'system', id: 'deliver-events' }, request_id: null } as const;

/** The endpoint without its record of failures. */
export const healthy = (endpoint: WebhookEndpoint): WebhookEndpoint => {
  const { failing_since, ...rest } = endpoint;
  return failing_since === undefined ? endpoint : rest;
};

/** Workers of other lanes may have recorded the same already. */
const failing = (endpoint: WebhookEndpoint, since: number): WebhookEndpoint =>
  endpoint.failing_since === undefined ? { ...endpoint, failing_since: since } : endpoint;

/** Unless another lane has had a success meanwhile, or has already disabled it. */
const disable = (endpoint: WebhookEndpoint): WebhookEndpoint =>
  endpoint.failing_since === undefined || endpoint.status === 'disabled'
    ? endpoint
    : { ...endpoint, status: 'disabled', disabled_reason: 'failing' };
