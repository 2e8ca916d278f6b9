import * as z from 'zod/mini';
import { eventTypes } from '../types/event.ts';
import { id } from './fields/id.ts';
import type { ObjectOf } from './object-of.ts';

const endpointId = id('we', 'webhook endpoint');

const fields = {
  url: z.string(),
  events: z.array(z.enum(['*', ...eventTypes])),
  description: z.nullable(z.string()),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z.nullable(z.enum(['requested', 'failing'])),
  livemode: z.boolean(),
  created: z.int(),
};

export const webhookEndpoint = z.strictObject({
  id: endpointId,
  object: z.literal('webhook_endpoint'),
  ...fields,
});

export type WebhookEndpointObject = ObjectOf<typeof webhookEndpoint>;

/** Returned when the endpoint is created and when its secret is rotated; a repeat of that call by the same API key returns it too. */
export const webhookEndpointWithSecret = z.strictObject({
  id: endpointId,
  object: z.literal('webhook_endpoint'),
  secret: z.nullable(z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{43}=$/))),
  ...fields,
});

export type WebhookEndpointWithSecretObject = ObjectOf<typeof webhookEndpointWithSecret>;

export const webhookEndpointList = z.strictObject({
  object: z.literal('list'),
  data: z.array(webhookEndpoint),
});

export type WebhookEndpointListObject = ObjectOf<typeof webhookEndpointList>;

export const deletedWebhookEndpoint = z.strictObject({
  id: endpointId,
  object: z.literal('webhook_endpoint'),
  deleted: z.literal(true),
});

export type DeletedWebhookEndpointObject = ObjectOf<typeof deletedWebhookEndpoint>;
