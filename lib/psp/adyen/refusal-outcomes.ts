import type { Decline } from '../../types/outcome.ts';

/**
 * Adyen's `refusalReasonCode` as an outcome. Every published code has its line; any other is `unmapped`, a definite no that never fails over. Codes
 * for card terminals only are `unmapped` on purpose: on the web they mean nothing one could act on. Source: Adyen, "Refusal reasons", an undated page; 50 by a copy of 14 July 2026.
 */
export const refusalOutcome = (code: string | undefined): Decline =>
  (code !== undefined && Object.hasOwn(refusalOutcomes, code) ? refusalOutcomes[code] : undefined) ??
  'unmapped';

export const refusalOutcomes: Readonly<Record<string, Decline>> = {
  '0': 'unmapped', // Unknown
  '2': 'do_not_honor', // Refused
  '3': 'do_not_honor', // Referral
  '4': 'processor_error', // Acquirer Error
  '5': 'card_lost_or_stolen', // Blocked Card
  '6': 'incorrect_card_data', // Expired Card
  '7': 'invalid_request', // Invalid Amount
  '8': 'incorrect_card_data', // Invalid Card Number
  '9': 'issuer_unavailable', // Issuer Unavailable
  '10': 'do_not_honor', // Not supported: by the issuer, not by Adyen, so another PSP meets the same answer
  '11': 'authentication_failed', // 3D Not Authenticated
  '12': 'insufficient_funds', // Not enough balance
  '14': 'fraud_suspected', // Acquirer Fraud
  '15': 'unmapped', // Cancelled
  '16': 'authentication_failed', // Shopper Cancelled
  '17': 'incorrect_card_data', // Invalid Pin
  '18': 'limit_exceeded', // Pin tries exceeded
  '19': 'do_not_honor', // Pin validation not possible
  '20': 'fraud_suspected', // FRAUD
  '21': 'processor_error', // Not Submitted
  '22': 'fraud_suspected', // FRAUD-CANCELLED
  '23': 'do_not_honor', // Transaction Not Permitted
  '24': 'incorrect_card_data', // CVC Declined
  '25': 'card_lost_or_stolen', // Restricted Card
  '26': 'stop_payment', // Revocation Of Auth
  '27': 'do_not_honor', // Declined Non Generic
  '28': 'limit_exceeded', // Withdrawal amount exceeded
  '29': 'limit_exceeded', // Withdrawal count exceeded
  '31': 'fraud_suspected', // Issuer Suspected Fraud
  '32': 'incorrect_card_data', // AVS Declined
  '33': 'authentication_required', // Card requires online pin
  '34': 'card_closed', // No checking account available on Card
  '35': 'card_closed', // No savings account available on Card
  '36': 'authentication_required', // Mobile PIN required
  '37': 'unmapped', // Contactless fallback (terminals)
  '38': 'authentication_required', // Authentication required
  '39': 'authentication_failed', // RReq not received from DS
  '40': 'unmapped', // Current AID is in Penalty Box (terminals)
  '41': 'authentication_required', // CVM Required Restart Payment
  '42': 'authentication_failed', // 3DS Authentication Error
  '43': 'authentication_required', // Online PIN required
  '44': 'unmapped', // Try another interface (terminals)
  '45': 'unmapped', // Chip downgrade mode (terminals)
  '46': 'limit_exceeded', // Blocked by Adyen to prevent excessive retry fees
  '50': 'stop_payment', // Token Revoked: the shopper no longer agrees to be charged
};
