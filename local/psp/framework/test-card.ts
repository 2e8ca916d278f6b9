export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'maestro';

const ranges: readonly (readonly [RegExp, CardBrand])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|65|64[4-9])/, 'discover'],
  [/^3(0[0-5]|[689])/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
  [/^(50|5[6-9]|6)/, 'maestro'],
];

/** The brand of a card number's range; unknown ranges count as visa, as a test platform's catch-all. */
export const brandOf = (number: string): CardBrand =>
  ranges.find(([range]) => range.test(number))?.[1] ?? 'visa';

/** Whether a card number has a plausible length and a valid check digit (ISO/IEC 7812-1). */
export const passesLuhn = (number: string): boolean => {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number[number.length - 1 - place]);
    const doubled = place % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/** Whether a card is past the end of its expiry month. */
export const isExpired = (month: number, year: number, now: number): boolean => {
  const today = new Date(now);
  return year * 12 + month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
};
