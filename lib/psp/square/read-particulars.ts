import type { CardBrand } from '../../types/card.ts';
import type { CheckResult } from '../../types/particulars.ts';
import { at, findEntry, integerAt, textAt } from '../json.ts';
import { particulars } from '../particulars.ts';
/** A Payment's card. Square has one result for the whole address, and reports neither the network transaction id nor 3-D Secure. */
export const readParticulars = (payment: unknown) => {
  const details = at(payment, 'card_details');
  const card = at(details, 'card');
  const address = findEntry(results, textAt(details, 'avs_status')?.slice('AVS_'.length));
  return particulars({
    card: {
      brand: findEntry(brands, textAt(card, 'card_brand')),
      last4: textAt(card, 'last_4'),
      exp_month: integerAt(card, 'exp_month'),
      exp_year: integerAt(card, 'exp_year'),
      funding: textAt(card, 'prepaid_type') === 'PREPAID' ? 'prepaid' : textAt(card, 'card_type'),
    },
    checks: {
      address,
      postal_code: address,
      cvc: findEntry(results, textAt(details, 'cvv_status')?.slice('CVV_'.length)),
    },
    authorization_code: textAt(details, 'auth_result_code'),
  });
};

const results: Readonly<Record<string, CheckResult>> = {
  ACCEPTED: 'pass',
  REJECTED: 'fail',
  NOT_CHECKED: 'unchecked',
};

const brands: Readonly<Record<string, CardBrand>> = {
  VISA: 'visa',
  MASTERCARD: 'mastercard',
  AMERICAN_EXPRESS: 'amex',
  DISCOVER: 'discover',
  DISCOVER_DINERS: 'diners',
  JCB: 'jcb',
  CHINA_UNIONPAY: 'unionpay',
};
