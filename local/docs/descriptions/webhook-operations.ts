import { createWebhookEndpointBody } from '../../../lib/contract/bodies/create-webhook-endpoint-body.ts';
import { resendEventBody } from '../../../lib/contract/bodies/resend-event-body.ts';
import { resendFailedEventsBody } from '../../../lib/contract/bodies/resend-failed-events-body.ts';
import { rotateWebhookSecretBody } from '../../../lib/contract/bodies/rotate-webhook-secret-body.ts';
import { updateWebhookEndpointBody } from '../../../lib/contract/bodies/update-webhook-endpoint-body.ts';
import { deliveryFilters } from '../../../lib/contract/filters/delivery-filters.ts';
import { pageQueryDescriptions } from './list-descriptions.ts';
import { noFields } from './no-fields.ts';
import type { OperationText } from './operation-text.ts';

const path = { id: 'The id of the webhook endpoint.' };
const where = { livemode: false, anyAddress: false };
const fields = {
  url: 'Where events are sent: `https` (in test mode also `http`), on the public internet, without credentials.',
  description: 'Your own text.',
};

export const webhookOperations = {
  createWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Create a webhook endpoint',
    description:
      'Registers an address that gets events. The answer has the secret that signs them. It is shown only here and when you rotate it; a repeat under the same `Idempotency-Key` shows it to the same API key only. You can have at most 16 endpoints.',
    body: {
      name: 'CreateWebhookEndpoint',
      schema: createWebhookEndpointBody(where),
      descriptions: {
        '': 'An address that gets events.',
        ...fields,
        events: 'The event types to send. The default, `["*"]`, is every type.',
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
      'Changes the given fields. While an endpoint is disabled, nothing is sent to it and new events are not kept for it. Deliveries that were already on their way continue when you enable it again.',
    path,
    body: {
      name: 'UpdateWebhookEndpoint',
      schema: updateWebhookEndpointBody(where),
      descriptions: {
        '': 'The fields to change.',
        ...fields,
        events: 'The event types to send. Replaces the previous list.',
        status: 'Whether events are sent.',
      },
    },
    answers: ['WebhookEndpoint'],
    errors: ['resource_missing'],
  },
  deleteWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it, not even deliveries already on their way.',
    path,
    answers: ['DeletedWebhookEndpoint'],
    errors: ['resource_missing', 'parameter_invalid'],
  },
  rotateWebhookSecret: {
    tag: 'Webhooks',
    summary: 'Rotate the secret',
    description:
      'Gives the endpoint a new secret. Until the old one expires, every request carries both signatures.',
    path,
    body: {
      name: 'RotateWebhookSecret',
      schema: rotateWebhookSecretBody,
      descriptions: {
        '': 'How long the old secret stays valid.',
        expires_in: 'In seconds, at most seven days. The default is one day; 0 ends it at once.',
      },
    },
    answers: ['WebhookEndpointWithSecret'],
    errors: ['resource_missing'],
  },
  testWebhookEndpoint: {
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends an event of type `webhook_endpoint.test` to this endpoint, whatever types it subscribes to. Retrieve the event to see whether it was delivered.',
    path,
    body: noFields,
    answers: ['Event'],
    errors: ['resource_missing', 'webhook_endpoint_disabled'],
  },
  resendEvent: {
    tag: 'Webhooks',
    summary: 'Send an event again',
    description:
      'Sends an event from the last 30 days again under its own id, with a new series of retries, to one endpoint or to every one that subscribes to its type.',
    path: { id: 'The id of the event.' },
    body: {
      name: 'ResendEvent',
      schema: resendEventBody,
      descriptions: {
        '': 'Where to send it.',
        endpoint: 'The only endpoint to send it to, even if it does not subscribe to this type.',
      },
    },
    answers: ['ResentEvent'],
    errors: ['resource_missing', 'webhook_endpoint_disabled'],
  },
  resendFailedEvents: {
    tag: 'Webhooks',
    summary: 'Send everything that failed again',
    description:
      'Sends the events again that were given up at this endpoint and whose last try was in this time, the newest first, each under its own id with a new series of retries. One call sends at most 1,000: while `has_more` is true, call again, with another `Idempotency-Key`.',
    path,
    body: {
      name: 'ResendFailedEvents',
      schema: resendFailedEventsBody,
      descriptions: {
        '': 'The time of the last try.',
        from: 'In Unix seconds, inclusive.',
        to: 'In Unix seconds, inclusive.',
      },
    },
    answers: ['Resend'],
    errors: ['resource_missing', 'webhook_endpoint_disabled'],
  },
  listDeliveries: {
    tag: 'Webhooks',
    summary: 'List deliveries',
    description:
      "Events that have not arrived: `pending`, the next try first, or `failed` (given up within the last 30 days), the last try first. At most 1,000 of each of an endpoint's eight lanes are searched. What arrives leaves the list.",
    query: {
      schema: deliveryFilters,
      descriptions: {
        ...pageQueryDescriptions,
        status: 'Those that are still tried, or those that were given up.',
        endpoint: 'Only those to this endpoint.',
      },
    },
    answers: ['DeliveryList'],
    errors: ['parameter_missing', 'resource_missing'],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
