import type { Decline } from '../../types/outcome.ts';
import { lookedUp } from '../json.ts';

/**
 * Adyen's `refusalReasonCode`, Adyen's name for it, and its outcome. Every published code is listed. Any other is `unmapped`, a definite decline that
 * never fails over. Codes for card terminals only are `unmapped` on purpose: online, no action follows from them. Source: Adyen, "Refusal reasons",
 * an undated page; 50 by a copy of 14 July 2026.
 */
export const refusalReasons: Readonly<Record<string, readonly [called: string, outcome: Decline]>> = {
  '0': ['Unknown', 'unmapped'],
  '2': ['Refused', 'do_not_honor'],
  '3': ['Referral', 'do_not_honor'],
  '4': ['Acquirer Error', 'processor_error'],
  '5': ['Blocked Card', 'card_lost_or_stolen'],
  '6': ['Expired Card', 'incorrect_card_data'],
  '7': ['Invalid Amount', 'invalid_request'],
  '8': ['Invalid Card Number', 'incorrect_card_data'],
  '9': ['Issuer Unavailable', 'issuer_unavailable'],
  // The issuer does not support it, so another PSP would get the same response.
  '10': ['Not supported', 'do_not_honor'],
  '11': ['3D Not Authenticated', 'authentication_failed'],
  '12': ['Not enough balance', 'insufficient_funds'],
  '14': ['Acquirer Fraud', 'fraud_suspected'],
  '15': ['Cancelled', 'unmapped'],
  '16': ['Shopper Cancelled', 'authentication_failed'],
  '17': ['Invalid Pin', 'incorrect_card_data'],
  '18': ['Pin tries exceeded', 'limit_exceeded'],
  '19': ['Pin validation not possible', 'do_not_honor'],
  '20': ['FRAUD', 'fraud_suspected'],
  '21': ['Not Submitted', 'processor_error'],
  '22': ['FRAUD-CANCELLED', 'fraud_suspected'],
  '23': ['Transaction Not Permitted', 'do_not_honor'],
  '24': ['CVC Declined', 'incorrect_card_data'],
  '25': ['Restricted Card', 'card_lost_or_stolen'],
  '26': ['Revocation Of Auth', 'stop_payment'],
  '27': ['Declined Non Generic', 'do_not_honor'],
  '28': ['Withdrawal amount exceeded', 'limit_exceeded'],
  '29': ['Withdrawal count exceeded', 'limit_exceeded'],
  '31': ['Issuer Suspected Fraud', 'fraud_suspected'],
  '32': ['AVS Declined', 'incorrect_card_data'],
  '33': ['Card requires online pin', 'authentication_required'],
  '34': ['No checking account available on Card', 'card_closed'],
  '35': ['No savings account available on Card', 'card_closed'],
  '36': ['Mobile PIN required', 'authentication_required'],
  // Terminals.
  '37': ['Contactless fallback', 'unmapped'],
  '38': ['Authentication required', 'authentication_required'],
  '39': ['RReq not received from DS', 'authentication_failed'],
  // Terminals.
  '40': ['Current AID is in Penalty Box.', 'unmapped'],
  '41': ['CVM Required Restart Payment', 'authentication_required'],
  '42': ['3DS Authentication Error', 'authentication_failed'],
  '43': ['Online PIN required', 'authentication_required'],
  // Terminals.
  '44': ['Try another interface', 'unmapped'],
  // Terminals.
  '45': ['Chip downgrade mode', 'unmapped'],
  // By Adyen, to prevent excessive retry fees.
  '46': ['Transaction blocked by Adyen to prevent excessive retry fees', 'limit_exceeded'],
  // The shopper no longer agrees to be charged.
  '50': ['Token Revoked', 'stop_payment'],
};

export const refusalOutcome = (code: string | undefined): Decline =>
  lookedUp(refusalReasons, code)?.[1] ?? 'unmapped';

/** The code of a reason given by name, as in events: `Not enough balance`, or `12 : Not enough balance`. */
export const refusalCode = (text: string | undefined): string | undefined => {
  const named = text?.replace(/^\d{1,2} : /, '');
  return Object.keys(refusalReasons).find((code) => refusalReasons[code]?.[0] === named);
};
