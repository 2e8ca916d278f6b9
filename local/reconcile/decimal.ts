import { exponentOf } from '../../lib/types/currency.ts';

/** A decimal text in minor units of a currency (`19.90`, `-0.05`), exactly. Throws for anything else, or for a part of a minor unit. */
export const minorUnits = (text: string, currency: string): number => {
  const amount = roundedMinorUnits(text, currency);
  const digits = exponentOf(currency) ?? 2;
  if (!new RegExp(`^[+-]?\\d+(\\.\\d{0,${digits}}0*)?$`).test(text))
    throw new Error(`"${text}" is not an amount in ${currency.toUpperCase()}.`);
  return amount;
};

/** The same, rounded half away from zero: PSPs bill fees in parts of a cent. */
export const roundedMinorUnits = (text: string, currency: string): number => {
  const digits = exponentOf(currency);
  if (digits === undefined) throw new Error(`"${currency}" is not an ISO 4217 currency.`);
  const [, sign, whole = '', part = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`"${text}" is not an amount in ${currency.toUpperCase()}.`);
  const units = Number(`${whole}${part.padEnd(digits, '0').slice(0, digits)}`);
  const rounded = units + (Number(part[digits] ?? '0') >= 5 ? 1 : 0);
  return sign === '-' ? 0 - rounded : rounded;
};

/** Minor units as a decimal text. */
export const decimal = (amount: number, currency: string): string => {
  const digits = exponentOf(currency) ?? 2;
  return (amount / 10 ** digits).toFixed(digits);
};
