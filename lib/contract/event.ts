import * as z from 'zod/mini';
import { type EventData, eventTypes } from '../types/event.ts';
import { delivery } from './delivery.ts';
import { id } from './fields/id.ts';
import { valuesOf } from './fields/values-of.ts';
import type { ObjectOf } from './object-of.ts';

const objects = valuesOf<EventData['object']>({
  'checkout.session': true,
  charge: true,
  refund: true,
  dispute: true,
  'routing.rule': true,
  'routing.health': true,
  webhook_endpoint: true,
});

const text = z.exactOptional(z.string());

export const eventData = z.strictObject({
  id: z.string(),
  object: z.enum(objects),
  seq: z.int(),
  status: text,
  payment_status: text,
  amount: z.exactOptional(z.int()),
  amount_captured: z.exactOptional(z.int()),
  currency: text,
  reference: text,
  session: text,
  charge: text,
  psp: text,
  reason: text,
});

const fields = {
  id: id('evt', 'event'),
  object: z.literal('event'),
  type: z.enum(eventTypes),
  created: z.int(),
  livemode: z.boolean(),
  data: eventData,
};

export const event = z.strictObject(fields);

/** The response to a resend; with the data only for a caller who may read events. */
export const resentEvent = z.strictObject({
  ...fields,
  data: z.nullable(eventData),
  deliveries: z.array(delivery),
});

export const eventWithDeliveries = z.strictObject({ ...fields, deliveries: z.array(delivery) });

export type EventObject = ObjectOf<typeof event>;
export type EventWithDeliveriesObject = ObjectOf<typeof eventWithDeliveries>;
