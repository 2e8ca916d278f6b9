import type { Descriptions } from './descriptions.ts';
import { eventDescriptions } from './event-descriptions.ts';

const endpoint = {
  id: 'The id of the endpoint.',
  object: 'Always `webhook_endpoint`.',
  url: 'Where events are sent.',
  events: 'The event types that are sent; `*` is every type.',
  description: 'Your own text; null if there is none.',
  status: 'Whether events are sent.',
  disabled_reason: '`requested`: you disabled it. `failing`: nothing sent to it succeeded for five days.',
  livemode: 'Whether it gets events about real money.',
  created: 'Unix seconds.',
};

export const webhookDescriptions: Descriptions = {
  WebhookEndpoint: { '': 'An address that gets events.', ...endpoint },
  WebhookEndpointWithSecret: {
    '': 'An endpoint with the secret that signs its events.',
    ...endpoint,
    secret:
      'Store it now: it is never shown again. Null in a repeat under the same `Idempotency-Key` with another API key.',
  },
  WebhookEndpointList: {
    '': 'Every endpoint.',
    object: 'Always `list`.',
    data: 'The endpoints, newest first.',
  },
  DeletedWebhookEndpoint: {
    '': 'A deleted endpoint.',
    id: endpoint.id,
    object: endpoint.object,
    deleted: 'Always true.',
  },
  EventWithDeliveries: {
    ...eventDescriptions.Event,
    '': 'An event, and its deliveries.',
    deliveries: 'One entry for each endpoint to which it is sent.',
  },
  ResentEvent: {
    ...eventDescriptions.Event,
    '': 'An event that is sent again, and its deliveries.',
    data: 'What happened; null if the API key lacks the scope `events:read`.',
    deliveries: 'One entry for each endpoint to which it is sent.',
  },
  UnsentDelivery: {
    '': 'An event that has not arrived at one endpoint.',
    endpoint: 'The id of the endpoint.',
    event: 'The id of the event.',
    status: '`pending`: sent (again) at `next_at`. `failed`: no more retries.',
    attempts: 'How often it was sent.',
    http_status: 'The status of the last answer; null if there was none.',
    at: 'When it was last sent, in Unix seconds; null before the first time.',
    next_at: 'Unix seconds; null unless it is pending.',
  },
  Resend: {
    '': 'What was sent again.',
    object: 'Always `resend`.',
    endpoint: 'The id of the endpoint.',
    from: 'As sent.',
    to: 'As sent.',
    resent: 'How many events are sent again.',
    has_more: 'Whether there are more: the next call goes on.',
  },
  Delivery: {
    '': 'An event on its way to one endpoint.',
    endpoint: 'The id of the endpoint.',
    attempt: 'How often it was sent.',
    at: 'When it was last sent, in Unix seconds; null before the first time.',
    status:
      '`pending`: sent (again) at `next_at`. `succeeded`: answered with 2xx. `failed`: no more retries.',
    http_status: 'The status of the last answer; null if there was none.',
    next_at: 'Unix seconds; null unless it is pending.',
  },
};
