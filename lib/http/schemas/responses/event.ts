import * as z from 'zod/mini';
import { eventTypes } from '../../../types/event.ts';
import { id } from '../fields/id.ts';

/** What it is about: each event has the fields that its object has. */
export const eventData = z.strictObject({
  id: z.string(),
  object: z.enum(['checkout.session', 'charge', 'refund', 'dispute', 'routing.rule', 'routing.health']),
  seq: z.int(),
  status: z.exactOptional(z.string()),
  payment_status: z.exactOptional(z.string()),
  amount: z.exactOptional(z.int()),
  amount_captured: z.exactOptional(z.int()),
  currency: z.exactOptional(z.string()),
  reference: z.exactOptional(z.string()),
  session: z.exactOptional(z.string()),
  charge: z.exactOptional(z.string()),
  psp: z.exactOptional(z.string()),
  reason: z.exactOptional(z.string()),
});

export const event = z.strictObject({
  id: id('evt', 'event'),
  object: z.literal('event'),
  type: z.enum(eventTypes),
  created: z.int(),
  livemode: z.boolean(),
  data: eventData,
});
