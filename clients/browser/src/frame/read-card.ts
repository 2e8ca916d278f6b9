import { cardNumber } from 'card-validator/dist/card-number.js';
import { cardholderName } from 'card-validator/dist/cardholder-name.js';
import { cvv } from 'card-validator/dist/cvv.js';
import { expirationDate } from 'card-validator/dist/expiration-date.js';
import { mistakes } from '#messages';
import { mayHavePostalCode } from '../../../../lib/types/collect.ts';
import { fieldNames } from '../field-names.ts';
import type { CardBrand, CardNetwork, FieldError, FieldName, SavedCard } from '../types.ts';
import type { Address, ConfirmCard } from './confirm-session.ts';
import { networksOf } from './networks-of.ts';

/** The typed text of each field of this frame. */
export type Values = Readonly<Partial<Record<FieldName, string>>>;

export type SecurityCode = { readonly name: string; readonly size: number };

/** `error`: the field's current mistake; `hopeless`: typing more at its end cannot fix it. */
export type FieldCheck = { readonly error: FieldError | null; readonly hopeless: boolean };

export type CardCheck = {
  readonly fields: Readonly<Partial<Record<FieldName, FieldCheck>>>;
  /** None of the given fields has an error. */
  readonly complete: boolean;
  /** The first error, in the order of the fields. */
  readonly error: FieldError | null;
  readonly brand: CardBrand | null;
  /** The networks that the customer may choose from. */
  readonly networks: readonly CardNetwork[];
  /** The positions of the gaps between the number's digits. */
  readonly gaps: readonly number[];
  /** The name and length of this brand's security code; null before the brand is known. */
  readonly code: SecurityCode | null;
  /** Undefined if a field has an error, or the card needs more fields. */
  readonly card: ConfirmCard | undefined;
  /** The billing address, as far as it was given. */
  readonly address: Address | undefined;
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

/** The security code of a card whose number is not typed. Null: either length. */
export const codeOf = ({ brand }: Pick<SavedCard, 'brand'>): SecurityCode | null =>
  brand && { name: 'CVC', size: brand === 'amex' ? 4 : 3 };

/** Brand and validity of what has been typed so far. `expected`: the security code of a number that is not among the values. */
export const readCard = (values: Values, expected: SecurityCode | null = null): CardCheck => {
  const digits = (values.number ?? '').replace(/\D/g, '');
  const number = cardNumber(digits, { luhnValidateUnionPay: true });
  const code = number.card?.code ?? expected;
  const expiry = expirationDate(values.expiry);
  const checks: Readonly<Record<FieldName, (value: string) => FieldCheck>> = {
    number: () => checkNumber(digits, number),
    expiry: (value) => checkExpiry(value, expiry),
    cvc: (value) => check('cvc', value, cvv(value, code?.size ?? [3, 4])),
    name: checkName,
    country: (value) => check('country', value, settled),
    postal_code: (value) => checkPostalCode(value, values.country),
  };
  const fields: Partial<Record<FieldName, FieldCheck>> = {};
  for (const name of fieldNames) if (values[name] !== undefined) fields[name] = checks[name](values[name]);
  const error = fieldNames.map((name) => fields[name]?.error).find((found) => found) ?? null;
  const brand = brands[number.card?.type ?? ''] ?? null;
  const { cvc, name, country } = values;
  const postal_code = values.postal_code?.trim();
  const isEntered = fields.number && fields.expiry && cvc !== undefined;
  return {
    fields,
    complete: error === null,
    error,
    brand,
    networks: networksOf(digits, brand),
    gaps: number.card?.gaps ?? [4, 8, 12],
    code,
    card:
      error === null && isEntered
        ? {
            number: digits,
            exp_month: Number(expiry.month),
            exp_year: fourDigits(Number(expiry.year)),
            cvc,
            ...(name !== undefined && { name: name.trim() }),
          }
        : undefined,
    address:
      country || postal_code
        ? { ...(country && { country }), ...(postal_code && { postal_code }) }
        : undefined,
  };
};

type Verdict = { readonly isValid: boolean; readonly isPotentiallyValid: boolean };

const check = (field: FieldName, value: string, verdict: Verdict): FieldCheck => {
  if (value === '') return { error: mistake(field, 'missing'), hopeless: false };
  if (verdict.isValid) return { error: null, hopeless: false };
  return verdict.isPotentiallyValid
    ? { error: mistake(field, 'incomplete'), hopeless: false }
    : { error: mistake(field, 'invalid'), hopeless: true };
};

/** A field has texts for the mistakes that can be made in it. */
const mistake = (field: FieldName, code: FieldError['code']): FieldError => {
  const texts: Partial<Record<FieldError['code'], string>> = mistakes[field];
  return { field, code, message: texts[code] ?? '' };
};

const checkName = (value: string): FieldCheck => {
  const name = value.trim();
  const { isValid } = cardholderName(name);
  return check('name', name, { isValid, isPotentiallyValid: isValid });
};

/** A field that is chosen or written freely can only be missing. */
const settled: Verdict = { isValid: true, isPotentiallyValid: true };

const checkPostalCode = (value: string, country: string | undefined): FieldCheck => {
  const code = value.trim();
  return code === '' && !mayHavePostalCode(country || undefined)
    ? { error: null, hopeless: false }
    : check('postal_code', code, settled);
};

/** A number of a card's full length is complete and wrong, although a longer one of the same brand may exist. */
const checkNumber = (digits: string, verdict: ReturnType<typeof cardNumber>): FieldCheck => {
  const whole = verdict.card?.lengths.includes(digits.length) ?? false;
  if (verdict.isValid || !whole) return check('number', digits, verdict);
  return { error: mistake('number', 'invalid'), hopeless: !verdict.isPotentiallyValid };
};

/** A complete but invalid date is in the past, or too far ahead. `20` may still become `2030`. */
const checkExpiry = (value: string, verdict: Verdict): FieldCheck => {
  const plain = check('expiry', value, verdict);
  if (plain.error === null || !/^(0[1-9]|1[0-2]) ?\/ ?(\d\d|\d{4})$/.test(value)) return plain;
  return { error: mistake('expiry', 'expired'), hopeless: !verdict.isPotentiallyValid };
};

const fourDigits = (year: number): number => (year < 100 ? 2000 + year : year);
