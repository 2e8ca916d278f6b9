import type { examiners } from '../../lib/psp/examiners.ts';
import type { Schema } from './schema.ts';
import type { Paths } from './specification.ts';

const text: Schema = { type: 'string' };
const texts: Schema = { type: 'array', items: text };
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const list = (items: Schema): Schema => ({ type: 'array', items });

const get = (schema: Schema, ...query: readonly string[]): Paths[string] => ({
  get: {
    parameters: query.map((name) => ({ name, in: 'query' })),
    responses: { '200': { content: { 'application/json': { schema } } } },
  },
});

const workflow = { id: text, name: text, active: { type: 'boolean' } } as const;

const adyenWebhooks: Paths[string] = get(
  object({
    data: list(
      object({
        type: text,
        url: text,
        active: { type: 'boolean' },
        communicationFormat: { enum: ['http', 'soap', 'json'] },
        additionalSettings: object({ includeEventCodes: texts, excludeEventCodes: texts }),
      }),
    ),
  }),
  'pageSize',
);

/**
 * What `npm run doctor` asks beside the calls of the stored documents; nothing but this description checks it. Written by hand after the publishers'
 * public references: Adyen's Management API v3, PayPal's Webhooks Management v1 and Square's Webhook Subscriptions as looked up on 2026-11-23.
 * Stripe's accounts, country specs and webhook endpoints, Checkout.com's workflows and Square's locations are as remembered.
 */
export const describedByHand: Readonly<Record<keyof typeof examiners, Paths>> = {
  stripe: {
    '/v1/account': get(
      object({
        id: text,
        country: text,
        charges_enabled: { type: 'boolean' },
        capabilities: { type: 'object' },
      }),
    ),
    '/v1/country_specs/{country}': get(object({ id: text, supported_payment_currencies: texts })),
    '/v1/webhook_endpoints': get(
      object({
        data: list(object({ url: text, status: { enum: ['enabled', 'disabled'] }, enabled_events: texts })),
      }),
      'limit',
    ),
  },
  adyen: {
    '/v3/me': get(object({ id: text, username: text, active: { type: 'boolean' }, roles: texts })),
    '/v3/companies/{companyId}/webhooks': adyenWebhooks,
    '/v3/merchants/{merchantId}/webhooks': adyenWebhooks,
  },
  checkout_com: {
    '/workflows': get(object({ data: list(object(workflow)) })),
    '/workflows/{workflowId}': get(
      object({
        ...workflow,
        conditions: list(object({ type: text })),
        actions: list(object({ type: text })),
      }),
    ),
  },
  paypal: {
    '/v1/oauth2/token': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: object({ grant_type: { const: 'client_credentials' } }),
            },
          },
        },
        responses: {
          '200': { content: { 'application/json': { schema: object({ access_token: text, scope: text }) } } },
        },
      },
    },
    '/v1/notifications/webhooks/{webhook_id}': get(
      object({ id: text, url: text, event_types: list(object({ name: text })) }),
    ),
  },
  square: {
    '/v2/locations/{location_id}': get(
      object({
        location: object({
          id: text,
          status: { enum: ['ACTIVE', 'INACTIVE'] },
          currency: text,
          capabilities: texts,
        }),
      }),
    ),
    '/v2/webhooks/subscriptions': get(
      object({
        subscriptions: list(
          object({ notification_url: text, enabled: { type: 'boolean' }, event_types: texts }),
        ),
      }),
      'include_disabled',
    ),
  },
};
