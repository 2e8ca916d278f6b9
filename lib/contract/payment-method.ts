import * as z from 'zod/mini';
import { chargedCard } from './charged-card.ts';
import { id } from './fields/id.ts';

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

export const deletedPaymentMethod = z.strictObject({
  id: paymentMethodId,
  object: z.literal('payment_method'),
  deleted: z.literal(true),
});
