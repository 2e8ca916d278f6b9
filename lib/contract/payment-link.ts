import * as z from 'zod/mini';
import { amount } from './fields/amount.ts';
import { currency } from './fields/currency.ts';
import { id } from './fields/id.ts';
import type { ObjectOf } from './object-of.ts';

const linkId = id('pl', 'payment link');
const object = z.literal('payment_link');

const shown = {
  id: linkId,
  object,
  amount,
  currency,
  description: z.nullable(z.string()),
  active: z.boolean(),
  expires_at: z.nullable(z.int()),
  livemode: z.boolean(),
  pay_once: z.boolean(),
};

/** As seen by a caller who has only the link. */
export const redactedPaymentLink = z.strictObject(shown);

export type RedactedPaymentLinkObject = ObjectOf<typeof redactedPaymentLink>;

/** As an API key sees it. */
export const paymentLink = z.strictObject({
  ...shown,
  url: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  routing_rule: z.string(),
  metadata: z.record(z.string(), z.string()),
  created: z.int(),
  deleted_at: z.nullable(z.int()),
});

export type PaymentLinkObject = ObjectOf<typeof paymentLink>;

export const deletedPaymentLink = z.strictObject({ id: linkId, object, deleted: z.literal(true) });

export type DeletedPaymentLinkObject = ObjectOf<typeof deletedPaymentLink>;
