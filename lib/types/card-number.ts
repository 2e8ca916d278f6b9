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

/** The network of a complete card number, or undefined if we support no network with that range. */
export const brandOf = (number: string): CardBrand | undefined =>
  brands[creditCardType(number)[0]?.type ?? ''];

/** Brands whose cards can also be Cartes Bancaires cards. */
const withCartesBancaires: readonly CardBrand[] = ['visa', 'mastercard', 'maestro'];

/** The digits of a card number that may be stored and shown (PCI DSS 3.4.1). */
export const shownDigits = (number: string): { readonly bin: string; readonly last4: string } => ({
  bin: number.slice(0, 6),
  last4: number.slice(-4),
});

/** Whether a card of this brand can also belong to the network. `brand` is undefined if we do not support the network of its range. */
export const mayBear = (brand: CardBrand | undefined, network: CardNetwork): boolean =>
  network === 'cartes_bancaires'
    ? brand === undefined || withCartesBancaires.includes(brand)
    : network === brand;

/**
 * Whether a text contains a card number in a form that a network issues today: the right range and length, and a valid check digit. Digits may be of
 * any script, in a row or grouped as on cards, with any separators. A number inside a longer word, or joined by hyphens to further groups, does not
 * count: ids are written like that (`ORD2024112612345678`), and random ones sometimes contain such digits.
 */
export const holdsCardNumber = (text: string): boolean => {
  if (!fewestDigits.test(text)) return false;
  const plain = withPlainDigits(text);
  const groups = [...plain.matchAll(/\d+/g)].map((match) => ({ digits: match[0], at: match.index }));
  return groups.some((_, first) => beginsCardNumber(plain, groups, first));
};

const fewestDigits = /(?:\p{N}\P{N}*){14}/u;

/**
 * The text as a person would read it: other scripts' digits become ASCII digits, combining marks and invisible characters go, and `%20` of a URL
 * becomes the character it stands for. `%B`, the start of a magnetic stripe's first track, does not count as a letter.
 */
const withPlainDigits = (text: string): string => {
  const decoded = text.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent).replace(/%B(?=\d)/g, '%');
  return /^[\x20-\x7e]*$/.test(decoded)
    ? decoded
    : decoded
        .normalize('NFKC')
        .replace(/[\p{M}\p{Cf}]/gu, '')
        .replace(/[^\P{Nd}0-9]/gu, valueOfDigit);
};

/** A script's ten digits are consecutive characters. */
const valueOfDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 10 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
};

type Group = { readonly digits: string; readonly at: number };

const longest = 19;

/** Whether this group, alone or with those that follow it, is a card number. */
const beginsCardNumber = (text: string, groups: readonly Group[], first: number): boolean => {
  let digits = '';
  for (let last = first; last < groups.length; last++) {
    const before = groups[last - 1];
    const group = groups[last] as Group;
    if (last > first && before && !isSeparator(text.slice(before.at + before.digits.length, group.at)))
      return false;
    digits += group.digits;
    if (digits.length > longest) return false;
    const used = groups.slice(first, last + 1);
    if (isCardNumber(digits) && isGroupedAsCard(text, used) && isSeparate(text, used)) return true;
  }
  return false;
};

const isSeparator = (text: string): boolean => /^[^\p{L}\p{N}]{1,3}$/u.test(text);

/**
 * Accepted groupings: equal groups, of which the last may be shorter; as American Express and Diners Club print them; and groups of three, as
 * spreadsheets write numbers. Small groups must all have the same separator.
 */
const isGroupedAsCard = (text: string, groups: readonly Group[]): boolean => {
  const [size = 0, ...rest] = groups.map(({ digits }) => digits.length);
  const last = rest.at(-1);
  if (last === undefined || /^4,6,[45]$/.test([size, ...rest].join())) return true;
  const equal = last <= size && rest.slice(0, -1).every((other) => other === size);
  if (equal && size >= 4) return true;
  const byThrees = size <= 3 && rest.every((other) => other === 3);
  return (equal || byThrees) && new Set(separatorsOf(text, groups)).size === 1;
};

const separatorsOf = (text: string, groups: readonly Group[]): readonly string[] =>
  groups.slice(1).map(({ at }, index) => {
    const before = groups[index] as Group;
    return text.slice(before.at + before.digits.length, at);
  });

const isSeparate = (text: string, groups: readonly Group[]): boolean => {
  const [first] = groups;
  const last = groups.at(-1);
  if (!first || !last) return false;
  const before = text.slice(0, first.at);
  const after = text.slice(last.at + last.digits.length);
  return groups.length === 1
    ? !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)
    : !/[\p{L}\p{N}][._-]?$/u.test(before) && !/^[._-]?[\p{L}\p{N}]/u.test(after);
};

/**
 * Of cards with fewer than 16 digits, only American Express (15) and Diners Club (14) count. The 13 digits of Visa and the 12 to 15 of Maestro and
 * UnionPay are no longer issued, nor are JCB cards outside range 35, and article and phone numbers have that form. Ranges and lengths:
 * `credit-card-type`, and for networks that it does not know Wikipedia's table of issuer identification numbers ("Payment card number", a copy of
 * July 2024): RuPay, Troy, UzCard, Humo, Napas.
 */
const isCardNumber = (digits: string): boolean => passesLuhn(digits) && isIssued(digits);

const isIssued = (digits: string): boolean => {
  if (digits.length < 14) return false;
  const types = creditCardType(digits).filter(
    ({ type, lengths }) => lengths.includes(digits.length) && (type !== 'jcb' || digits.startsWith('35')),
  );
  if (digits.length >= 16) return types.length > 0 || /^(8[12]|9792|8600|9860|9704)/.test(digits);
  const short = digits.length === 15 ? 'american-express' : 'diners-club';
  return types.some(({ type }) => type === short);
};
