import type { CardBrand } from '../../types/card.ts';
import type { CheckResult, Checks } from '../../types/particulars.ts';
import { addressResults } from '../address-results.ts';
import { at, findEntry, textAt } from '../json.ts';
import { particulars } from '../particulars.ts';

/** An order's card: from its payment source, and from the first authorisation or capture. */
export const readParticulars = (order: unknown) => {
  const card = at(order, 'payment_source', 'card');
  const payments = at(order, 'purchase_units', 0, 'payments');
  const payment = at(payments, 'authorizations', 0) ?? at(payments, 'captures', 0);
  const brand = findBrand(textAt(card, 'brand'));
  const [exp_year, exp_month] =
    /^(\d{4})-(\d{2})$/
      .exec(textAt(card, 'expiry') ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  return particulars({
    card: {
      brand,
      last4: textAt(card, 'last_digits'),
      exp_month,
      exp_year,
      funding: textAt(card, 'type'),
      country: textAt(card, 'bin_details', 'bin_country_code'),
    },
    checks: {
      ...addresses(brand, textAt(payment, 'processor_response', 'avs_code')),
      cvc: findEntry(cvvResults, textAt(payment, 'processor_response', 'cvv_code')),
    },
    network_transaction_id: textAt(payment, 'network_transaction_reference', 'id'),
    authentication: {
      liability_shift: findEntry(shifts, textAt(card, 'authentication_result', 'liability_shift')),
    },
  });
};

/** PayPal's own word for a liability shift is "possible". */
const shifts: Readonly<Record<string, boolean>> = { POSSIBLE: true, YES: true, NO: false };

/** The networks' letters, but for Maestro numbers, and for American Express another meaning of some. Source: `avs_code` of orders v2. */
const addresses = (brand: CardBrand | undefined, code: string | undefined): Checks =>
  findEntry(brand === 'amex' ? amex : maestro, code) ?? addressResults(code);

const amex: Readonly<Record<string, Checks>> = {
  E: { address: 'pass', postal_code: 'pass' },
  F: { address: 'pass', postal_code: 'unavailable' },
  W: { address: 'fail', postal_code: 'fail' },
  X: { address: 'fail', postal_code: 'fail' },
};

const maestro: Readonly<Record<string, Checks>> = {
  '0': { address: 'pass', postal_code: 'pass' },
  '1': { address: 'fail', postal_code: 'fail' },
  '3': { address: 'unchecked', postal_code: 'unchecked' },
  '4': { address: 'unavailable', postal_code: 'unavailable' },
};

const cvvResults: Readonly<Record<string, CheckResult>> = {
  E: 'unavailable',
  I: 'unchecked',
  M: 'pass',
  N: 'fail',
  P: 'unchecked',
  S: 'unavailable',
  U: 'unavailable',
  X: 'unavailable',
  '0': 'pass',
  '1': 'fail',
  '2': 'unavailable',
  '3': 'unchecked',
  '4': 'unavailable',
};

/** The brand by PayPal's name. Source: card_brand. */
export const findBrand = (name: string | undefined): CardBrand | undefined => findEntry(brands, name);

const brands: Readonly<Record<string, CardBrand>> = {
  VISA: 'visa',
  ELECTRON: 'visa',
  MASTERCARD: 'mastercard',
  AMEX: 'amex',
  DINERS: 'diners',
  DISCOVER: 'discover',
  JCB: 'jcb',
  MAESTRO: 'maestro',
  CHINA_UNION_PAY: 'unionpay',
};
