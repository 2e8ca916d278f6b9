import * as z from 'zod/mini';
import { chargedCard } from './charged-card.ts';
import { id } from './fields/id.ts';
import type { ObjectOf } from './object-of.ts';

const paymentMethodId = id('pm', 'payment method');

export const paymentMethod = z.strictObject({
  id: paymentMethodId,
  object: z.literal('payment_method'),
  type: z.literal('card'),
  customer: z.string(),
  card: chargedCard,
  psps: z.array(z.string()),
  created: z.int(),
});

export type PaymentMethodObject = ObjectOf<typeof paymentMethod>;

export const deletedPaymentMethod = z.strictObject({
  id: paymentMethodId,
  object: z.literal('payment_method'),
  deleted: z.literal(true),
});

export type DeletedPaymentMethodObject = ObjectOf<typeof deletedPaymentMethod>;
