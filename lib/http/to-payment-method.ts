import type * as z from 'zod/mini';
import { ApiError } from '../types/api-error.ts';
import type { PaymentMethod } from '../types/card.ts';
import { secret } from '../types/secret.ts';
import { brandOf } from './card-brand.ts';
import type { confirmSessionBody } from './schemas/confirm-session-body.ts';

type Given = z.output<typeof confirmSessionBody>['payment_method'];

/** The payment method with everything secret wrapped. Throws `card_capture_disabled` for a raw card where this environment takes none. */
export const toPaymentMethod = (
  given: Given,
  { cardCapture }: { readonly cardCapture: boolean },
): PaymentMethod => {
  if (given.type === 'psp_token') return { ...given, token: secret(given.token) };
  if (!cardCapture)
    throw new ApiError(
      'card_capture_disabled',
      'payment_method.card: this environment takes no card numbers. Send a psp_token.',
      {
        param: 'payment_method.card',
      },
    );
  const { number, cvc, ...card } = given.card;
  const brand = brandOf(number);
  return {
    type: 'card',
    card: { ...card, number: secret(number), cvc: secret(cvc), ...(brand ? { brand } : {}) },
    ...(given.billing_details ? { billing_details: given.billing_details } : {}),
  };
};
