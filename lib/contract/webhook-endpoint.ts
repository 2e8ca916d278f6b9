import * as z from 'zod/mini';
import { eventTypes } from '../types/event.ts';
import { unsentStatuses } from '../types/webhook.ts';
import { id } from './fields/id.ts';

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

/** Returned when the endpoint is created and when its secret is rotated; a repeat of that call by the same API key returns it too. */
export const webhookEndpointWithSecret = z.strictObject({
  id: endpointId,
  object: z.literal('webhook_endpoint'),
  secret: z.nullable(z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{43}=$/))),
  ...fields,
});

export const webhookEndpointList = z.strictObject({
  object: z.literal('list'),
  data: z.array(webhookEndpoint),
});

export const deletedWebhookEndpoint = z.strictObject({
  id: endpointId,
  object: z.literal('webhook_endpoint'),
  deleted: z.literal(true),
});

/** A row of the list of deliveries. */
export const unsentDelivery = z.strictObject({
  endpoint: endpointId,
  event: id('evt', 'event'),
  status: z.enum(unsentStatuses),
  attempts: z.int(),
  http_status: z.nullable(z.int()),
  at: z.nullable(z.int()),
  next_at: z.nullable(z.int()),
});

/** The response to a resend of an endpoint's failed deliveries. */
export const resend = z.strictObject({
  object: z.literal('resend'),
  endpoint: endpointId,
  from: z.int(),
  to: z.int(),
  resent: z.int(),
  has_more: z.boolean(),
});

export const delivery = z.strictObject({
  endpoint: endpointId,
  attempt: z.int(),
  at: z.nullable(z.int()),
  status: z.enum(['pending', 'succeeded', 'failed']),
  http_status: z.nullable(z.int()),
  next_at: z.nullable(z.int()),
});
