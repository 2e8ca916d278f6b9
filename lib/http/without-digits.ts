/** A text for a caller, with anything that may be a card number removed: 12 to 19 digits of any script, grouped or not. */
export const withoutDigits = (text: string): string =>
  text.replace(long, (run) => (run.replace(/\P{Nd}/gu, '').length > 19 ? run : '[digits]'));

const long = /\p{Nd}(?:[\s._-]?\p{Nd}){11,}/gu;
