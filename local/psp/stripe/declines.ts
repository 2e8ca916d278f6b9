import { defined } from '../../../lib/types/defined.ts';
import type { StripeError } from './stripe-books.ts';

/** Decline codes that Stripe also gives as the error's own `code`; the others come under `card_declined`. */
const ownCode = new Set([
  'authentication_required',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'incorrect_zip',
  'invalid_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'processing_error',
]);

const advice: Readonly<Record<string, string>> = {
  insufficient_funds: 'try_again_later',
  card_velocity_exceeded: 'try_again_later',
  issuer_not_available: 'try_again_later',
  processing_error: 'try_again_later',
  lost_card: 'do_not_try_again',
  stolen_card: 'do_not_try_again',
  pickup_card: 'do_not_try_again',
  restricted_card: 'do_not_try_again',
  do_not_try_again: 'do_not_try_again',
  revocation_of_authorization: 'do_not_try_again',
  stop_payment_order: 'do_not_try_again',
  expired_card: 'confirm_card_data',
  incorrect_cvc: 'confirm_card_data',
  incorrect_number: 'confirm_card_data',
};

/** ISO 8583 responses, as the network gave them. */
const network: Readonly<Record<string, string>> = {
  generic_decline: '05',
  do_not_honor: '05',
  insufficient_funds: '51',
  lost_card: '41',
  stolen_card: '43',
  expired_card: '54',
  card_velocity_exceeded: '65',
  processing_error: '96',
  issuer_not_available: '91',
};

/** The card error of a decline code. */
export const declineError = (decline: string, charge: string, method: string): StripeError => {
  const advised = advice[decline];
  const networkCode = network[decline];
  return {
    type: 'card_error',
    code: ownCode.has(decline) ? decline : 'card_declined',
    decline_code: decline,
    message: `The card was declined: ${decline}.`,
    ...defined({ advice_code: advised, network_decline_code: networkCode }),
    charge,
    method,
  };
};
