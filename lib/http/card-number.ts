import creditCardType from 'credit-card-type';
import { passesLuhn } from './passes-luhn.ts';

/** Whether a text holds what must be taken for a card number: a network's range and length, a valid check digit, and its spelling. */
export const holdsCardNumber = (text: string): boolean => {
  const plain = text.normalize('NFKC');
  return ways.some((way) => (plain.match(way) ?? []).some((run) => isCardNumber(run.replace(/\D/g, ''))));
};

/**
 * 13 to 19 digits in a row, or grouped as on cards. Not part of a longer word or of groups joined by hyphens: ids of random letters and digits hold
 * such a row now and then.
 */
const ways: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])\d{13,19}(?![\p{L}\p{N}])/gu,
  ...['\\d{4}S\\d{4}S\\d{4}', '\\d{4}S\\d{4}S\\d{4}S\\d{1,3}', '\\d{6}S\\d{4,5}'].map(
    (rest) =>
      new RegExp(
        `(?<![\\p{L}\\p{N}][._-]?)\\d{4}([\\s._-])${rest.replaceAll('S', '\\1')}(?![._-]?[\\p{L}\\p{N}])`,
        'gu',
      ),
  ),
];

const isCardNumber = (digits: string): boolean =>
  passesLuhn(digits) && creditCardType(digits).some(({ lengths }) => lengths.includes(digits.length));
