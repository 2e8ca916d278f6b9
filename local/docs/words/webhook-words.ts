import { eventWords } from './event-words.ts';
import type { Words } from './words.ts';

const endpoint = {
  id: 'The id of the endpoint.',
  object: 'Always `webhook_endpoint`.',
  url: 'Where events are sent.',
  events: 'The types that are sent; `*` is every type.',
  description: 'Your own text; null if there is none.',
  status: 'Whether events are sent.',
  disabled_reason: '`requested`: you disabled it. `failing`: nothing sent to it succeeded for five days.',
  livemode: 'Whether it gets events about real money.',
  created: 'Unix seconds.',
};

export const webhookWords: Words = {
  WebhookEndpoint: { '': 'An address to which events are sent.', ...endpoint },
  WebhookEndpointWithSecret: {
    '': 'An endpoint with the secret that signs what is sent to it.',
    ...endpoint,
    secret: 'Keep it. It is shown now and never again.',
  },
  WebhookEndpointList: {
    '': 'Every endpoint.',
    object: 'Always `list`.',
    data: 'The endpoints, newest first.',
  },
  DeletedWebhookEndpoint: {
    '': 'An endpoint that is gone.',
    id: endpoint.id,
    object: endpoint.object,
    deleted: 'Always true.',
  },
  EventWithDeliveries: {
    ...eventWords.Event,
    '': 'An event, and what became of sending it.',
    deliveries: 'One for each endpoint that it was put on its way to.',
  },
  Delivery: {
    '': 'An event on its way to one endpoint.',
    endpoint: 'The id of the endpoint.',
    attempt: 'How often it was sent.',
    at: 'When it was sent last, in Unix seconds; null before the first time.',
    status: '`pending`: it is sent again at `next_at`. `succeeded`: answered with 2xx. `failed`: given up.',
    http_status: 'The last answer; null if there was none.',
    next_at: 'Unix seconds; null unless it is pending.',
  },
};
