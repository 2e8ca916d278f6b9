import type * as z from 'zod/mini';
import { ApiError } from '../types/api-error.ts';
import type { CardBrand, CardNetwork, PaymentMethod } from '../types/card.ts';
import { secret } from '../types/secret.ts';
import { brandOf } from './card-number.ts';
import type { confirmSessionBody } from './schemas/confirm-session-body.ts';

type Given = z.output<typeof confirmSessionBody>['payment_method'];

/**
 * The payment method with everything secret wrapped. Throws `card_capture_disabled` for a raw card if this environment takes none, and
 * `parameter_invalid` for a card that has expired, or whose number cannot belong to the network. `now`: Unix milliseconds.
 */
export const toPaymentMethod = (
  given: Given,
  { cardCapture, now }: { readonly cardCapture: boolean; readonly now: number },
): PaymentMethod => {
  if (given.type !== 'card') return { ...given, token: secret(given.token) };
  if (!cardCapture)
    throw new ApiError(
      'card_capture_disabled',
      'payment_method.card: this environment takes no card numbers. Send a psp_token.',
      {
        param: 'payment_method.card',
      },
    );
  const { number, cvc, ...card } = given.card;
  if (now >= expiry(card))
    throw new ApiError(
      'parameter_invalid',
      'payment_method.card.exp_year: expected a card that has not expired.',
      {
        param: 'payment_method.card.exp_year',
      },
    );
  const brand = brandOf(number);
  if (card.network !== undefined && !mayBear(brand, card.network))
    throw new ApiError(
      'parameter_invalid',
      "payment_method.card.network: expected a network of this card's number.",
      {
        param: 'payment_method.card.network',
      },
    );
  return {
    type: 'card',
    card: { ...card, number: secret(number), cvc: secret(cvc), ...(brand ? { brand } : {}) },
    ...(given.billing_details ? { billing_details: given.billing_details } : {}),
  };
};

const day_ms = 86_400_000;

/** A card is valid until its last month has ended everywhere on earth, at noon UTC. Unix milliseconds. */
const expiry = ({ exp_month, exp_year }: { readonly exp_month: number; readonly exp_year: number }): number =>
  (exp_month === 12 ? daysTo(exp_year + 1, 1) : daysTo(exp_year, exp_month + 1)) * day_ms + day_ms / 2;

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

/** Days from 1970 to the first of a month. Every fourth year is a leap year until 2099. */
const daysTo = (year: number, month: number): number => {
  const leapDays = Math.floor((year - 1969) / 4) + (year % 4 === 0 && month > 2 ? 1 : 0);
  return (year - 1970) * 365 + leapDays + (daysBefore[month - 1] ?? 0);
};

/** Brands that share cards with Cartes Bancaires. */
const withCartesBancaires: readonly CardBrand[] = ['visa', 'mastercard', 'maestro'];

/** Whether a card of this brand can also belong to the network. `brand` is undefined for a range of no network we support. */
const mayBear = (brand: CardBrand | undefined, network: CardNetwork): boolean =>
  network === 'cartes_bancaires'
    ? brand === undefined || withCartesBancaires.includes(brand)
    : network === brand;
