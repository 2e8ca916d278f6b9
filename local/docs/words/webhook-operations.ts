import {
  createWebhookEndpointBody,
  resendEventBody,
  rotateWebhookSecretBody,
  updateWebhookEndpointBody,
} from '../../../lib/http/schemas/webhook-bodies.ts';
import { noFields } from './no-fields.ts';
import type { OperationText } from './operation-text.ts';

const path = { id: 'The id of the webhook endpoint.' };
const where = { livemode: false, anyAddress: false };
const fields = {
  url: 'Where events are sent: `https` (in test mode `http` too), on the public internet, without credentials.',
  description: 'For you.',
};

export const webhookOperations = {
  createWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Create a webhook endpoint',
    description:
      'Names an address to which events are sent. The answer has the secret that signs them; it is shown here and when it is rotated, and never again. At most 16.',
    body: {
      name: 'CreateWebhookEndpoint',
      schema: createWebhookEndpointBody(where),
      words: {
        '': 'An address to which events are sent.',
        ...fields,
        events: 'The types of event to send; `["*"]`, the default, for every type.',
      },
    },
    answers: ['WebhookEndpointWithSecret'],
    errors: ['too_many_webhook_endpoints'],
  },
  listWebhookEndpoints: {
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    description: 'Every endpoint, newest first.',
    answers: ['WebhookEndpointList'],
    errors: [],
  },
  retrieveWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Retrieve a webhook endpoint',
    description: 'The endpoint as it is now, without its secret.',
    path,
    answers: ['WebhookEndpoint'],
    errors: ['resource_missing'],
  },
  updateWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Update a webhook endpoint',
    description:
      'Changes the fields that are given. While an endpoint is disabled nothing is sent to it, and what happens is not kept for it; what was on its way goes on when it is enabled again.',
    path,
    body: {
      name: 'UpdateWebhookEndpoint',
      schema: updateWebhookEndpointBody(where),
      words: {
        '': 'What is to change.',
        ...fields,
        events: 'The types of event to send, in the place of those before.',
        status: 'Whether events are sent.',
      },
    },
    answers: ['WebhookEndpoint'],
    errors: ['resource_missing'],
  },
  deleteWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it, not even what was on its way.',
    path,
    answers: ['DeletedWebhookEndpoint'],
    errors: ['resource_missing', 'parameter_invalid'],
  },
  rotateWebhookSecret: {
    tag: 'Webhooks',
    summary: 'Rotate the secret',
    description:
      'Gives the endpoint a new secret. Until the old one expires, every request carries the signatures of both.',
    path,
    body: {
      name: 'RotateWebhookSecret',
      schema: rotateWebhookSecretBody,
      words: {
        '': 'How long the old secret stays valid.',
        expires_in: 'Seconds, at most seven days. The default is one day; 0 ends it at once.',
      },
    },
    answers: ['WebhookEndpointWithSecret'],
    errors: ['resource_missing'],
  },
  testWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends an event of the type `webhook_endpoint.test` to this endpoint, whatever types it wants. What became of it: retrieve the event.',
    path,
    body: noFields,
    answers: ['Event'],
    errors: ['resource_missing', 'webhook_endpoint_disabled'],
  },
  resendEvent: {
    tag: 'Webhooks',
    summary: 'Send an event again',
    description:
      'Sends an event of the last 30 days again under its own id, with its retries from the beginning: to one endpoint, or to every one that wants its type.',
    path: { id: 'The id of the event.' },
    body: {
      name: 'ResendEvent',
      schema: resendEventBody,
      words: {
        '': 'Where to send it.',
        endpoint: 'The only endpoint to send it to, even if it does not want this type.',
      },
    },
    answers: ['EventWithDeliveries'],
    errors: ['resource_missing', 'webhook_endpoint_disabled'],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
