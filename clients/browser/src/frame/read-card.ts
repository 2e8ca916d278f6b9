import { cardNumber } from 'card-validator/dist/card-number.js';
import { cardholderName } from 'card-validator/dist/cardholder-name.js';
import { cvv } from 'card-validator/dist/cvv.js';
import { expirationDate } from 'card-validator/dist/expiration-date.js';
import type { CardBrand, FieldError, FieldName } from '../types.ts';
import type { ConfirmCard } from './confirm-session.ts';

export type Values = Readonly<Record<FieldName, string>>;

/** `error`: what is wrong with the field as it stands; `hopeless`: no further typing at its end could mend it. */
export type FieldCheck = { readonly error: FieldError | null; readonly hopeless: boolean };

export type CardCheck = {
  readonly fields: Readonly<Record<FieldName, FieldCheck>>;
  readonly brand: CardBrand | null;
  /** Where the digits of the number are set apart. */
  readonly gaps: readonly number[];
  /** What the security code of this brand is called, and how long it is. */
  readonly code: { readonly name: string; readonly size: number };
  /** Undefined while any field has an error. */
  readonly card: ConfirmCard | undefined;
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

/** Brand and validity of what was typed, as it stands. */
export const readCard = (values: Values): CardCheck => {
  const digits = values.number.replace(/\D/g, '');
  const number = cardNumber(digits, { luhnValidateUnionPay: true });
  const expiry = expirationDate(values.expiry);
  const code = number.card?.code ?? { name: 'CVC', size: 3 };
  const security = cvv(values.cvc, number.card ? code.size : [3, 4]);
  const name = values.name.trim();
  const { isValid: named } = cardholderName(name);
  const fields = {
    number: checkNumber(digits, number),
    expiry: checkExpiry(values.expiry, expiry),
    cvc: check('cvc', values.cvc, security, 'Your security code'),
    name: check('name', name, { isValid: named, isPotentiallyValid: named }, 'The name on your card'),
  };
  const complete = Object.values(fields).every(({ error }) => error === null);
  return {
    fields,
    brand: brands[number.card?.type ?? ''] ?? null,
    gaps: number.card?.gaps ?? [4, 8, 12],
    code,
    card: complete
      ? {
          number: digits,
          exp_month: Number(expiry.month),
          exp_year: fourDigits(Number(expiry.year)),
          cvc: values.cvc,
          name,
        }
      : undefined,
  };
};

type Verdict = { readonly isValid: boolean; readonly isPotentiallyValid: boolean };

const check = (field: FieldName, value: string, verdict: Verdict, what: string): FieldCheck => {
  if (value === '')
    return { error: { field, code: 'missing', message: `${what} is missing.` }, hopeless: false };
  if (verdict.isValid) return { error: null, hopeless: false };
  return verdict.isPotentiallyValid
    ? { error: { field, code: 'incomplete', message: `${what} is incomplete.` }, hopeless: false }
    : { error: { field, code: 'invalid', message: `${what} is not valid.` }, hopeless: true };
};

/** A number as long as a card's can be is complete and wrong, although a longer one of the same brand may exist. */
const checkNumber = (digits: string, verdict: ReturnType<typeof cardNumber>): FieldCheck => {
  const whole = verdict.card?.lengths.includes(digits.length) ?? false;
  if (verdict.isValid || !whole) return check('number', digits, verdict, 'Your card number');
  const { error } = check(
    'number',
    digits,
    { isValid: false, isPotentiallyValid: false },
    'Your card number',
  );
  return { error, hopeless: !verdict.isPotentiallyValid };
};

/** A date that is written out and not valid lies in the past, or too far ahead. `20` may still become `2030`. */
const checkExpiry = (value: string, verdict: Verdict): FieldCheck => {
  const plain = check('expiry', value, verdict, 'The expiry date of your card');
  if (plain.error === null || !/^(0[1-9]|1[0-2]) ?\/ ?(\d\d|\d{4})$/.test(value)) return plain;
  return {
    error: {
      field: 'expiry',
      code: 'expired',
      message: 'Your card has expired, or its date is too far ahead.',
    },
    hopeless: !verdict.isPotentiallyValid,
  };
};

const fourDigits = (year: number): number => (year < 100 ? 2000 + year : year);
