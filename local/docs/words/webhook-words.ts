import { minorUnit } from './minor-unit.ts';
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

const event = {
  id: 'The id of the event, the same however often it is sent. It is the header `webhook-id`, too.',
  object: 'Always `event`.',
  type: 'What happened.',
  created: 'Unix seconds.',
  livemode: 'Whether real money moved.',
  data: 'What it happened to.',
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
  Event: { '': 'Something that happened, told once for each transition.', ...event },
  EventWithDeliveries: {
    '': 'An event, and what became of sending it.',
    ...event,
    deliveries: 'One for each endpoint that it was put on its way to.',
  },
  EventData: {
    '': 'The object as it became. Thin: read the object for more.',
    id: 'The id of the object.',
    object: 'What it is.',
    seq: 'Rises with each change of the object: of two events the one with the higher `seq` is the later one. It has gaps.',
    status: 'Its status.',
    payment_status: "A session's payment status.",
    amount: minorUnit,
    amount_captured: `${minorUnit} What was taken.`,
    currency: 'Lowercase ISO 4217 code.',
    reference: 'Your own id of the order.',
    session: 'The session it belongs to.',
    charge: 'The charge it belongs to.',
    psp: 'The PSP account.',
    reason: 'Why.',
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
