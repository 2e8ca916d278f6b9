import * as z from 'zod/mini';
import { unsentStatuses } from '../types/webhook.ts';
import { id } from './fields/id.ts';
import type { ObjectOf } from './object-of.ts';

const endpointId = id('we', 'webhook endpoint');

export const delivery = z.strictObject({
  endpoint: endpointId,
  attempt: z.int(),
  at: z.nullable(z.int()),
  status: z.enum(['pending', 'succeeded', 'failed']),
  http_status: z.nullable(z.int()),
  next_at: z.nullable(z.int()),
});

export type DeliveryObject = ObjectOf<typeof delivery>;

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

export type UnsentDeliveryObject = ObjectOf<typeof unsentDelivery>;

/** The response to a resend of an endpoint's failed deliveries. */
export const resend = z.strictObject({
  object: z.literal('resend'),
  endpoint: endpointId,
  from: z.int(),
  to: z.int(),
  resent: z.int(),
  has_more: z.boolean(),
});

export type ResendObject = ObjectOf<typeof resend>;
