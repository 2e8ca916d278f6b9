import creditCardType from 'credit-card-type';
import type { CardBrand, CardNetwork } from './card.ts';

/** The check digit of a card number (ISO/IEC 7812-1, annex B). */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

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

/** The network of a complete card number, or undefined if its range belongs to none that we support. */
export const brandOf = (number: string): CardBrand | undefined =>
  brands[creditCardType(number)[0]?.type ?? ''];

/** Brands that share cards with Cartes Bancaires. */
const withCartesBancaires: readonly CardBrand[] = ['visa', 'mastercard', 'maestro'];

/** The digits of a number that may be stored and shown (PCI DSS 3.4.1). */
export const shownDigits = (number: string): { readonly bin: string; readonly last4: string } => ({
  bin: number.slice(0, 6),
  last4: number.slice(-4),
});

/** Whether a card of this brand can also belong to the network. `brand` is undefined for a range of a network that we do not support. */
export const mayBear = (brand: CardBrand | undefined, network: CardNetwork): boolean =>
  network === 'cartes_bancaires'
    ? brand === undefined || withCartesBancaires.includes(brand)
    : network === brand;

/** Whether a text contains anything that looks like a card number: a network's range and length, a valid check digit, and a usual spelling. */
export const holdsCardNumber = (text: string): boolean => {
  const plain = text.normalize('NFKC');
  if (!fewestDigits.test(plain)) return false;
  return ways().some((way) => (plain.match(way) ?? []).some((run) => isCardNumber(run.replace(/\D/g, ''))));
};

const fewestDigits = /^(?:\D*\d){13}/;

/**
 * 13 to 19 digits in a row, or grouped as on cards. Not part of a longer word or of groups joined by hyphens: ids of random letters and digits
 * sometimes contain such a run. Built for the first text with that many digits: few have them, and the letter classes make it slow.
 */
const ways = (): readonly RegExp[] => {
  built ??= [
    /(?<![\p{L}\p{N}])\d{13,19}(?![\p{L}\p{N}])/gu,
    ...['\\d{4}S\\d{4}S\\d{4}', '\\d{4}S\\d{4}S\\d{4}S\\d{1,3}', '\\d{6}S\\d{4,5}'].map(
      (rest) =>
        new RegExp(
          `(?<![\\p{L}\\p{N}][._-]?)\\d{4}([\\s._-])${rest.replaceAll('S', '\\1')}(?![._-]?[\\p{L}\\p{N}])`,
          'gu',
        ),
    ),
  ];
  return built;
};

let built: readonly RegExp[] | undefined;

const isCardNumber = (digits: string): boolean =>
  passesLuhn(digits) && creditCardType(digits).some(({ lengths }) => lengths.includes(digits.length));
