import type { CardBrand } from '../../types/card.ts';
import type { CheckResult } from '../../types/particulars.ts';
import { addressResults } from '../address-results.ts';
import { at, booleanAt, findEntry, integerAt, textAt } from '../json.ts';
import { particulars } from '../particulars.ts';
import { tokenKind } from './psp-token.ts';
/** A payment's card and authentication. Sources: PaymentResponse and PaymentDetails. */
export const readParticulars = (payment: unknown) => {
  const source = at(payment, 'source');
  const secure = at(payment, '3ds');
  return particulars({
    card: {
      brand: findEntry(brands, textAt(source, 'scheme')?.toUpperCase()),
      // Events spell this field and the ECI differently.
      last4: textAt(source, 'last4') ?? textAt(source, 'last_4'),
      exp_month: integerAt(source, 'expiry_month'),
      exp_year: integerAt(source, 'expiry_year'),
      funding: fundingOf(textAt(source, 'card_type')),
      country: textAt(source, 'issuer_country'),
    },
    checks: {
      ...addressResults(textAt(source, 'avs_check')),
      cvc: findEntry(cvvResults, textAt(source, 'cvv_check')),
    },
    network_transaction_id: textAt(payment, 'scheme_id'),
    authorization_code: textAt(payment, 'auth_code'),
    authentication:
      secure === undefined
        ? {}
        : {
            liability_shift: shiftsLiability(secure),
            eci: textAt(payment, 'eci') ?? textAt(secure, 'eci'),
            version: textAt(secure, 'version'),
          },
    mandate: sourceId(textAt(source, 'id')),
  });
};

/** A stored source, as a `psp_token`. */
const sourceId = (id: string | undefined): string | undefined =>
  id !== undefined && tokenKind(id) === 'stored' ? id : undefined;

/** The result of an authentication that was only attempted is not reported. A payment that continued without 3-D Secure shifted no liability. */
const shiftsLiability = (secure: unknown): boolean | undefined => {
  if (booleanAt(secure, 'downgraded') === true) return false;
  return findEntry(authenticated, textAt(secure, 'authentication_response'));
};

const authenticated: Readonly<Record<string, boolean>> = { Y: true, A: true, N: false, U: false, R: false };

const fundingOf = (type: string | undefined): string | undefined =>
  type?.toLowerCase() === 'deferred debit' ? 'debit' : type;

const brands: Readonly<Record<string, CardBrand>> = {
  VISA: 'visa',
  MASTERCARD: 'mastercard',
  'AMERICAN EXPRESS': 'amex',
  AMEX: 'amex',
  DISCOVER: 'discover',
  'DINERS CLUB INTERNATIONAL': 'diners',
  DINERS: 'diners',
  JCB: 'jcb',
  MAESTRO: 'maestro',
};

const cvvResults: Readonly<Record<string, CheckResult>> = {
  Y: 'pass',
  D: 'fail',
  N: 'unchecked',
  P: 'unchecked',
  U: 'unavailable',
  X: 'unavailable',
};
