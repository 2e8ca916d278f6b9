import creditCardType from 'credit-card-type';
import type { CardBrand } from '../types/card.ts';

const brands: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  'american-express': 'amex',
  discover: 'discover',
  'diners-club': 'diners',
  jcb: 'jcb',
  unionpay: 'unionpay',
  maestro: 'maestro',
};

/** The network of a whole card number, or undefined if its range belongs to none we support. */
export const brandOf = (number: string): CardBrand | undefined =>
  brands[creditCardType(number)[0]?.type ?? ''];
