import type { CardBrand } from '../../types/card.ts';
import { type CheckResult, checkResults } from '../../types/particulars.ts';
import { at, findEntry, integerAt, textAt } from '../json.ts';
import { particulars } from '../particulars.ts';
import type { PaymentIntent } from './payment.ts';

/** From the intent and, about the card, from its charge. ECI and the network transaction id need a later API version than the pinned one. */
export const readParticulars = ({
  charge_in_full: charge,
  mandate,
}: Pick<PaymentIntent, 'charge_in_full' | 'mandate'>) => {
  const card = at(charge, 'payment_method_details', 'card');
  const secure = at(card, 'three_d_secure');
  return particulars({
    card: {
      brand: findEntry(brands, textAt(card, 'brand')),
      last4: textAt(card, 'last4'),
      exp_month: integerAt(card, 'exp_month'),
      exp_year: integerAt(card, 'exp_year'),
      funding: textAt(card, 'funding'),
      country: textAt(card, 'country'),
    },
    checks: {
      address: readCheck(card, 'address_line1_check'),
      postal_code: readCheck(card, 'address_postal_code_check'),
      cvc: readCheck(card, 'cvc_check'),
    },
    network_transaction_id: textAt(card, 'network_transaction_id'),
    authorization_code: textAt(card, 'authorization_code'),
    authentication: {
      liability_shift: findEntry(shifts, textAt(secure, 'result')),
      eci: textAt(secure, 'electronic_commerce_indicator'),
      version: textAt(secure, 'version'),
    },
    mandate,
  });
};

/** Stripe uses the same words. */
const readCheck = (card: unknown, name: string): CheckResult | undefined =>
  checkResults.find((result) => result === textAt(card, 'checks', name));

const brands: Readonly<Record<string, CardBrand>> = {
  amex: 'amex',
  diners: 'diners',
  discover: 'discover',
  jcb: 'jcb',
  mastercard: 'mastercard',
  unionpay: 'unionpay',
  visa: 'visa',
};

/** An authentication shifts the liability, and so does an attempt that the network acknowledged; an exemption does not. */
const shifts: Readonly<Record<string, boolean>> = {
  authenticated: true,
  attempt_acknowledged: true,
  exempted: false,
  failed: false,
  not_supported: false,
  processing_error: false,
};
