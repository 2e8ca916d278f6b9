/**
 * Text for a caller, without anything that may be a card number: 12 to 19 digits of any script, grouped or not. Twelve digits in a row stay: no card
 * issued today has so few, and amounts have up to twelve.
 */
export const withoutDigits = (text: string): string =>
  text.replace(long, (run) => {
    const count = run.replace(/\P{Nd}/gu, '').length;
    return count > 19 || /^\d{12}$/.test(run) ? run : '[digits]';
  });

const long = /\p{Nd}(?:[\s._-]?\p{Nd}){11,}/gu;
