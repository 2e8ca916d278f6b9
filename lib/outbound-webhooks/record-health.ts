import type { WebhookEndpoint } from '../types/webhook.ts';
import { changeEndpoint } from './change-endpoints.ts';
import { failingLimit_ms } from './delivery-schedule.ts';
import type { Tried } from './try-delivery.ts';
import type { DeliveryPorts } from './webhook-ports.ts';

/**
 * Records since when an endpoint has been failing, and disables it after five days without a success, once a delivery is given up: one that had nothing
 * to receive meanwhile gets all its tries. Writes only if that changes anything.
 */
export const recordHealth = async (
  ports: Pick<DeliveryPorts, 'store' | 'clock' | 'log'>,
  endpoint: WebhookEndpoint,
  tried: readonly Tried[],
): Promise<void> => {
  const { clock, log } = ports;
  const { id, failing_since } = endpoint;
  const now = clock.now();
  if (tried.length === 0) return;
  if (tried.some(({ ok }) => ok)) {
    if (failing_since !== undefined) await changeEndpoint(ports, id, clearFailures);
  } else if (failing_since === undefined) await changeEndpoint(ports, id, (current) => failing(current, now));
  else if (tried.some(({ over }) => over) && hasFailedLong(endpoint, now)) {
    const disabling = (current: WebhookEndpoint): WebhookEndpoint => {
      const after = disable(current, now);
      // Before the write: an alarm may fire twice, but must fire.
      if (after !== current) log({ event: 'webhook_endpoint_disabled', endpoint: id });
      return after;
    };
    await changeEndpoint(ports, id, disabling, itself);
  }
};

const itself = { actor: { type: 'system', id: 'deliver-events' }, request_id: null } as const;

/** The endpoint without its record of failures. */
export const clearFailures = (endpoint: WebhookEndpoint): WebhookEndpoint => {
  const { failing_since, ...rest } = endpoint;
  return failing_since === undefined ? endpoint : rest;
};

/** Workers of other lanes may have recorded the same already. */
const failing = (endpoint: WebhookEndpoint, since: number): WebhookEndpoint =>
  endpoint.failing_since === undefined ? { ...endpoint, failing_since: since } : endpoint;

/** Unless it has been disabled already, or a success or the merchant has cleared its record of failures. */
const disable = (endpoint: WebhookEndpoint, now: number): WebhookEndpoint =>
  endpoint.status === 'disabled' || !hasFailedLong(endpoint, now)
    ? endpoint
    : { ...endpoint, status: 'disabled', disabled_reason: 'failing' };

const hasFailedLong = ({ failing_since }: WebhookEndpoint, now: number): boolean =>
  failing_since !== undefined && now - failing_since >= failingLimit_ms;
