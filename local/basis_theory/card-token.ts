import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { CardBrand } from '../../lib/types/card.ts';
import { brandOf } from '../../lib/types/card-number.ts';

export const cardRequest = z.object({
  type: z.literal('card'),
  data: z.object({
    number: z.string().check(z.regex(/^\d{12,19}$/)),
    expiration_month: z.int(),
    expiration_year: z.int(),
    cvc: z.optional(z.string()),
  }),
});

export type CardToken = z.output<typeof cardRequest> & { readonly id: string };

/** A token as displayed: without its number and security code. Source: "Token Types", default mask of a card; "Card Details". */
export const maskToken = ({ id, data: { number, expiration_month, expiration_year } }: CardToken) => {
  const brand = brandOf(number);
  return {
    id,
    type: 'card',
    data: { number: number.slice(-4).padStart(number.length, 'X'), expiration_month, expiration_year },
    card: {
      bin: number.slice(0, 8),
      last4: number.slice(-4),
      expiration_month,
      expiration_year,
      brand: brand ? brands[brand] : null,
    },
    fingerprint: fingerprintOf(number),
    containers: ['/pci/high/'],
  };
};

/** RFC 7386: null removes a field. */
export const mergeToken = (token: CardToken, patch: Readonly<Record<string, unknown>>): CardToken => ({
  ...token,
  data: Object.fromEntries(
    Object.entries({ ...token.data, ...patch }).filter(([, value]) => value !== null),
  ) as CardToken['data'],
});

/** For one start of the simulator. */
const tenantKey = randomBytes(32);

const fingerprintOf = (number: string): string =>
  createHmac('sha256', tenantKey).update(number).digest('base64url');

const brands: Readonly<Record<CardBrand, string>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'american-express',
  discover: 'discover',
  diners: 'diners-club',
  jcb: 'jcb',
  unionpay: 'unionpay',
  maestro: 'maestro',
};
