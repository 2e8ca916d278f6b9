import type { CardBrand } from '../../types/card.ts';
import type { CheckResult } from '../../types/particulars.ts';
import { findEntry, textAt } from '../json.ts';
import { particulars } from '../particulars.ts';
import { tokenKind } from './psp-token.ts';

/**
 * From the `additionalData` of a response or notification; the account's settings decide which entries there are. The last four digits and the
 * authorisation code are included by default.
 */
export const readParticulars = (json: unknown) => {
  const data = (name: string) => textAt(json, 'additionalData', name);
  const [exp_month, exp_year] =
    /^(\d{1,2})\/(\d{4})$/
      .exec(data('expiryDate') ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  const [address, postal_code] = findEntry(avsResults, data('avsResult')?.split(' ')[0]) ?? [];
  return particulars({
    card: {
      brand: brandOf(
        data('cardPaymentMethod') ??
          data('paymentMethod') ??
          textAt(json, 'paymentMethod', 'brand') ??
          textAt(json, 'paymentMethod'),
      ),
      last4: data('cardSummary'),
      exp_month,
      exp_year,
      funding: fundingOf(data('fundingSource')),
      country: data('cardIssuingCountry') ?? data('issuerCountry'),
    },
    checks: {
      address,
      postal_code,
      cvc: findEntry(cvcResults, data('cvcResult')?.split(' ')[0]),
    },
    network_transaction_id: data('networkTxReference'),
    authorization_code: data('authCode'),
    authentication: {
      liability_shift: findEntry(booleans, data('liabilityShift')),
      eci: data('eci'),
      version: data('threeDSVersion'),
    },
    mandate: mandateOf(data('tokenization.storedPaymentMethodId'), data('tokenization.shopperReference')),
  });
};

/** The card details that Adyen stored, and the shopper who owns them, as a `psp_token`. */
const mandateOf = (storedPaymentMethodId: string | undefined, shopperReference: string | undefined) => {
  if (storedPaymentMethodId === undefined || shopperReference === undefined) return undefined;
  const token = JSON.stringify({ storedPaymentMethodId, shopperReference });
  return tokenKind(token) === 'stored' ? token : undefined;
};

const booleans: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Adyen's brand names, some with a suffix for the product (`mcdebit`). */
const brandOf = (name: string | undefined): CardBrand | undefined =>
  brands.find(([adyens]) => name?.startsWith(adyens))?.[1];

const brands: readonly (readonly [string, CardBrand])[] = [
  ['visa', 'visa'],
  ['mc', 'mastercard'],
  ['amex', 'amex'],
  ['discover', 'discover'],
  ['diners', 'diners'],
  ['jcb', 'jcb'],
  ['cup', 'unionpay'],
  ['maestro', 'maestro'],
];

/** `PREPAID_RELOADABLE` and the like are prepaid; `DEFFERED_DEBIT` is debit. */
const fundingOf = (source: string | undefined): string | undefined => {
  if (source?.startsWith('PREPAID')) return 'prepaid';
  return source === 'DEFFERED_DEBIT' ? 'debit' : source;
};

/** "1 Matches", "2 Doesn't match", then the reasons for no result; 0 is unknown. */
const cvcResults: Readonly<Record<string, CheckResult>> = {
  '1': 'pass',
  '2': 'fail',
  '3': 'unchecked',
  '4': 'unchecked',
  '5': 'unavailable',
  '6': 'unchecked',
};

type Results = readonly [address: CheckResult, postal_code: CheckResult];

/** By the leading number of the AVS result ("7 Both postal code and address match"); 0 is unknown. */
const avsResults: Readonly<Record<string, Results>> = {
  '1': ['pass', 'fail'],
  '2': ['fail', 'fail'],
  '3': ['unavailable', 'unavailable'],
  '4': ['unavailable', 'unavailable'],
  '5': ['unchecked', 'unchecked'],
  '6': ['fail', 'pass'],
  '7': ['pass', 'pass'],
  '8': ['unchecked', 'unavailable'],
  '9': ['pass', 'unavailable'],
  '10': ['fail', 'unavailable'],
  '11': ['unavailable', 'unchecked'],
  '12': ['pass', 'unchecked'],
  '13': ['fail', 'unchecked'],
  '14': ['unavailable', 'pass'],
  '15': ['unchecked', 'pass'],
  '16': ['unavailable', 'fail'],
  '17': ['unchecked', 'fail'],
  '18': ['unchecked', 'unchecked'],
  // These include the cardholder's name, which we do not use: it matches up to 22, and fails from 23 on.
  '19': ['unavailable', 'pass'],
  '20': ['pass', 'pass'],
  '21': ['pass', 'unavailable'],
  '22': ['unavailable', 'unavailable'],
  '23': ['unavailable', 'pass'],
  '24': ['pass', 'pass'],
  '25': ['pass', 'unavailable'],
  '26': ['fail', 'fail'],
};
