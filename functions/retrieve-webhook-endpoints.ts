import type { WebhookEndpointListObject } from '../lib/contract/webhook-endpoint.ts';
import { renderWebhookEndpoint } from '../lib/http/render-webhook.ts';
import { listWebhookEndpoints } from '../lib/http/routes.ts';
import { endpointOf } from '../lib/outbound-webhooks/change-endpoints.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { webhookStore } from '../lib/runtime/webhook-ports.ts';

/** One endpoint, or all of them, newest first. */
export const handler = endpoint(listWebhookEndpoints, undefined, async ({ path }) => {
  const { endpoints } = await webhookStore().endpoints();
  const { id } = path as { readonly id?: string };
  const shown = id === undefined ? endpoints.toReversed() : [endpointOf(endpoints, id)];
  const data = shown.map((one) => renderWebhookEndpoint(one));
  const list: WebhookEndpointListObject = { object: 'list', data };
  return { json: id === undefined ? list : data[0] };
});
