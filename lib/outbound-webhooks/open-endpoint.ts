import { ApiError } from '../types/api-error.ts';
import type { WebhookEndpoint } from '../types/webhook.ts';
import { endpointOf } from './change-endpoints.ts';

/** The endpoint with this id, if events may be sent to it. Throws `resource_missing` and `webhook_endpoint_disabled`. */
export const openEndpoint = (
  endpoints: readonly WebhookEndpoint[],
  id: string,
  param?: string,
): WebhookEndpoint => {
  const endpoint = endpointOf(endpoints, id, param);
  if (endpoint.status === 'enabled') return endpoint;
  throw new ApiError(
    'webhook_endpoint_disabled',
    'This webhook endpoint is disabled: nothing is sent to it.',
  );
};
