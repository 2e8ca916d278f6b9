import type { WebhookEndpoint } from '../types/webhook.ts';
import { changeEndpoint } from './change-endpoints.ts';
import { failingLimit_ms } from './delivery-schedule.ts';
import type { Tried } from './try-delivery.ts';
import type { DeliveryPorts } from './webhook-ports.ts';

/** Records since when an endpoint has been failing, and disables it after five days without a success. Writes only if that changes something. */
export const recordHealth = async (
  ports: Pick<DeliveryPorts, 'store' | 'clock' | 'report'>,
  { id, failing_since }: WebhookEndpoint,
  tried: readonly Tried[],
): Promise<void> => {
  const { clock, report } = ports;
  const now = clock.now();
  if (tried.length === 0) return;
  if (tried.some(({ ok }) => ok)) {
    if (failing_since !== undefined) await changeEndpoint(ports, id, healthy);
  } else if (failing_since === undefined)
    await changeEndpoint(ports, id, (endpoint) => ({ failing_since: now, ...endpoint }));
  else if (now - failing_since >= failingLimit_ms) {
    await changeEndpoint(
      ports,
      id,
      (endpoint) => ({ ...endpoint, status: 'disabled', disabled_reason: 'failing' }),
      'webhook_endpoint.disable',
    );
    report({ event: 'webhook_endpoint_disabled', endpoint: id });
  }
};

/** The endpoint as if it had never failed. */
export const healthy = ({ failing_since: _, ...endpoint }: WebhookEndpoint): WebhookEndpoint => endpoint;
