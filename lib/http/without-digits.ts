/**
 * Text for a caller, without anything that may hold a card number: 12 or more digits of any script, with at most three separators between two of
 * them, as `holdsCardNumber` reads them. Digits in a row stay if there are twelve, because no card issued today has so few and amounts have up to
 * twelve, or more than 19: an id may be written like that.
 */
export const withoutDigits = (text: string): string =>
  text.replace(long, (run) => (/^(\d{12}|\d{20,})$/.test(run) ? run : '[digits]'));

const long = /\p{N}(?:[^\p{L}\p{N}]{0,3}\p{N}){11,}/gu;
