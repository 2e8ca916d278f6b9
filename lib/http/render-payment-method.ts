import type { DeletedPaymentMethodObject, PaymentMethodObject } from '../contract/payment-method.ts';
import type { StoredMethod } from '../types/payment-method.ts';
import { renderCard } from './render-card.ts';

/** As the API shows it, without anything that could be used to charge it. */
export const renderPaymentMethod = ({
  id,
  customer,
  card,
  mandates,
  created,
}: StoredMethod): PaymentMethodObject => ({
  id,
  object: 'payment_method',
  type: 'card',
  customer,
  card: renderCard(card),
  psps: Object.keys(mandates).sort(),
  created,
});

export const renderDeletedPaymentMethod = (id: string): DeletedPaymentMethodObject => ({
  id,
  object: 'payment_method',
  deleted: true,
});
