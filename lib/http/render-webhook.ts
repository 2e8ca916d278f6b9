import type { DeliveryObject, ResendObject, UnsentDeliveryObject } from '../contract/delivery.ts';
import type {
  DeletedWebhookEndpointObject,
  WebhookEndpointObject,
  WebhookEndpointWithSecretObject,
} from '../contract/webhook-endpoint.ts';
import type { RenderedResponse } from '../types/records.ts';
import type { Result } from '../types/result.ts';
import type { Delivery, Resent, ShownWebhook, WebhookEndpoint } from '../types/webhook.ts';
import { unsignedWebhookSecret } from './webhook-secret.ts';

/**
 * The endpoint as the API shows it; with its secret, for the API key `by`. The secret precedes every field that a merchant controls, as
 * `withWebhookSecret` requires.
 */
export const renderWebhookEndpoint = (
  endpoint: WebhookEndpoint,
  secret?: { readonly by: string },
): WebhookEndpointObject | WebhookEndpointWithSecretObject => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  ...(secret && { secret: unsignedWebhookSecret(endpoint.generation, secret.by) }),
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description ?? null,
  status: endpoint.status,
  disabled_reason: endpoint.disabled_reason ?? null,
  livemode: endpoint.livemode,
  created: endpoint.created,
});

export const renderDelivery = ({
  endpoint,
  attempt,
  at,
  status,
  http_status,
  next_at,
}: Delivery): DeliveryObject => ({
  endpoint,
  attempt,
  at: at === undefined ? null : Math.floor(at / 1000),
  status,
  http_status: http_status ?? null,
  next_at: next_at === undefined ? null : Math.ceil(next_at / 1000),
});

/** A row of the list of deliveries. */
export const renderUnsent = (delivery: Delivery): ShownUnsent => {
  const { endpoint, attempt, at, status, http_status, next_at } = renderDelivery(delivery);
  return { endpoint, event: delivery.event, status, attempts: attempt, http_status, at, next_at };
};

type ShownUnsent = Omit<UnsentDeliveryObject, 'status'> & Pick<Delivery, 'status'>;

/** `by`: the id of the API key that called. */
export const renderWebhook =
  (by: string) =>
  (shown: ShownWebhook): RenderedResponse => ({ status: 200, body: JSON.stringify(bodyOf(shown, by)) });

const bodyOf = (shown: ShownWebhook, by: string): object => {
  if ('endpoint' in shown) return renderWebhookEndpoint(shown.endpoint, shown.secret && { by });
  if ('deleted' in shown) return renderDeleted(shown.deleted);
  if ('resent' in shown) return renderResend(shown.resent);
  const { event, deliveries } = shown;
  return { ...JSON.parse(event), ...(deliveries && { deliveries: deliveries.map(renderDelivery) }) };
};

const renderDeleted = (id: string): DeletedWebhookEndpointObject => ({
  id,
  object: 'webhook_endpoint',
  deleted: true,
});

const renderResend = (resent: Resent): ResendObject => ({ object: 'resend', ...resent });

/** The response to a resend, for a caller who may not read events. The whole response is stored: a repeat by another API key may show more. */
export const withoutEventData = (result: Result): Result => {
  if (!('replay' in result) || result.replay.status !== 200) return result;
  const body = JSON.stringify({ ...JSON.parse(result.replay.body), data: null });
  return { ...result, replay: { ...result.replay, body } };
};
