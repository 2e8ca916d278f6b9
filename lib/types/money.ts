/** An amount in the currency's ISO 4217 minor unit (integer, 1 … 999999999999) and a lowercase ISO 4217 code. */
export type Money = { readonly amount: number; readonly currency: string };

export const maxAmount = 999_999_999_999;

/** An integer of at least 0 as a decimal with `digits` digits after the point: 1999 and 2 give `19.99`, 1999 and 0 give `1999`. */
export const toDecimal = (value: number, digits: number): string => {
  if (digits === 0) return String(value);
  const text = String(value).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
};
