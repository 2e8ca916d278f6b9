import { longNumber } from '../types/without-secrets.ts';

/**
 * Text for a caller, without anything that may hold a card number. Digits in a row stay if there are twelve, because no card issued today has so few
 * and amounts have up to twelve, or more than 19: an id may be written like that.
 */
export const withoutDigits = (text: string): string =>
  text.replace(longNumber, (run) => (/^(\d{12}|\d{20,})$/.test(run) ? run : '[digits]'));
