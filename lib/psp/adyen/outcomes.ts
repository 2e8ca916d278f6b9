import type { Decline } from '../../types/outcome.ts';
import { findEntry } from '../json.ts';

/** Codes that mean that Adyen does not know the result, whatever the status. */
export const openCodes: readonly string[] = ['000', '701', '703', '903', '904'];

/** Codes about an address, phone or e-mail that Adyen does not need. Source: as below. */
export const detailCodes: readonly string[] = [
  ...['104', '117', '118', '124', '131', '132', '133', '134', '135'],
  ...['147', '148', '149', '150', '151', '181', '200'],
];

/** Codes about the account's configuration. With the type `configuration`, Adyen refuses before it asks an acquirer, even if the status is 500. */
export const notSetUp: readonly string[] = [
  ...['905', '905_1', '905_2', '905_3', '907'],
  ...[
    '950',
    '951',
    '952',
    '953',
    '954',
    '955',
    '956',
    '957',
    '958',
    '959',
    '960',
    '961',
    '962',
    '966',
    '967',
  ],
];

/**
 * `errorCode` of 4xx responses about the customer's data or the account's configuration; any other is a malformed call of ours. Source: Adyen, "Error
 * codes", an undated page, read in a copy on 22 November 2026.
 */
export const errorOutcomes: Readonly<Record<string, Decline>> = {
  '101': 'incorrect_card_data', // Invalid card number
  '102': 'incorrect_card_data', // Unable to determine variant
  '103': 'incorrect_card_data', // CVC is not the right length
  '104': 'incorrect_card_data', // Billing address problem
  '117': 'incorrect_card_data', // Billing address invalid
  '118': 'incorrect_card_data', // Delivery address invalid
  '124': 'incorrect_card_data', // Phone invalid
  '128': 'incorrect_card_data', // Holder's name missing
  '129': 'incorrect_card_data', // Expiry date invalid
  '131': 'incorrect_card_data', // Billing address without its city
  '132': 'incorrect_card_data', // Street
  '133': 'incorrect_card_data', // House number
  '134': 'incorrect_card_data', // Country
  '135': 'incorrect_card_data', // State
  '140': 'incorrect_card_data', // Expiry month
  '141': 'incorrect_card_data', // Expiry year
  '147': 'incorrect_card_data', // Delivery address without its city
  '148': 'incorrect_card_data', // Street
  '149': 'incorrect_card_data', // House number
  '150': 'incorrect_card_data', // Country
  '151': 'incorrect_card_data', // State
  '153': 'incorrect_card_data', // Invalid CVC
  '181': 'incorrect_card_data', // E-mail invalid
  '193': 'incorrect_card_data', // No such range of card numbers
  '194': 'incorrect_card_data', // Billing address missing
  '200': 'incorrect_card_data', // Country code invalid
  '800': 'incorrect_card_data', // Stored details not found
  '803': 'incorrect_card_data', // Stored details not found
  '820': 'incorrect_card_data', // CVC missing
  '916': 'limit_exceeded', // Above the limit of this type of card
  '010': 'not_supported', // Not allowed
  '107': 'not_supported', // Recurring is not enabled
  '138': 'not_supported', // Unsupported currency
  '173': 'not_supported', // No key to decrypt with
  '195': 'not_supported', // No account with this key
  '199': 'not_supported', // No key configured
  '901': 'not_supported', // Invalid merchant account
  '912': 'not_supported', // Not for this variant
  '931': 'not_supported', // No such merchant
  ...Object.fromEntries(notSetUp.map((code) => [code, 'not_supported'] as const)),
};

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
  findEntry(refusalReasons, code)?.[1] ?? 'unmapped';

/** The code of a reason given by name, as in events: `Not enough balance`, or `12 : Not enough balance`. */
export const refusalCode = (text: string | undefined): string | undefined => {
  const named = text?.replace(/^\d{1,2} : /, '');
  return Object.keys(refusalReasons).find((code) => refusalReasons[code]?.[0] === named);
};
