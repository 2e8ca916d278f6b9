import type { Decline } from '../../types/outcome.ts';

/**
 * Checkout.com's `response_code` of a declined payment or action as an outcome. Every published code has its line. Of the others, the risk engine's
 * range (4xxxx) is fraud; "soft" (20xxx) and "hard" (30xxx) do not say enough, so those are `unmapped`, a definite no that never fails over.
 * `duplicate` (a request in progress) is not an answer yet.
 */
export const responseOutcome = (code: string | undefined): Decline | 'duplicate' => {
  if (code === undefined) return 'unmapped';
  if (Object.hasOwn(responseOutcomes, code)) return responseOutcomes[code] ?? 'unmapped';
  return /^4\d{4}$/.test(code) ? 'fraud_suspected' : 'unmapped';
};

const responseOutcomes: Readonly<Record<string, Decline | 'duplicate'>> = {
  '20001': 'do_not_honor', // Refer to card issuer
  '20002': 'do_not_honor', // Refer to card issuer, special conditions
  '20003': 'processor_error', // Invalid merchant: how the acquirer knows this account
  '20005': 'do_not_honor', // Do not honour
  '20006': 'invalid_request', // Error or invalid request parameters
  '20009': 'duplicate', // Request in progress
  '20012': 'do_not_honor', // Invalid transaction
  '20013': 'invalid_request', // Invalid amount
  '20014': 'incorrect_card_data', // Invalid account or card number
  '20015': 'incorrect_card_data', // No such issuer
  '20051': 'insufficient_funds', // Insufficient funds
  '20054': 'incorrect_card_data', // Expired card
  '20057': 'do_not_honor', // Transaction not permitted to cardholder
  '20059': 'fraud_suspected', // Suspected fraud
  '20061': 'limit_exceeded', // Activity amount limit exceeded
  '20062': 'card_lost_or_stolen', // Restricted card
  '20063': 'fraud_suspected', // Security violation
  '20068': 'issuer_unavailable', // Response received too late
  '20078': 'do_not_honor', // Blocked, first use
  '20087': 'incorrect_card_data', // Bad track data (CVV or expiry)
  '20150': 'authentication_failed', // Card not 3-D Secure enabled
  '20151': 'authentication_failed', // Cardholder failed 3-D Secure authentication (from memory: not in the published subset)
  '20153': 'authentication_failed', // 3-D Secure system malfunction
  '20154': 'authentication_required', // 3-D Secure authentication required
  '20179': 'do_not_honor', // Lifecycle
  '20182': 'do_not_honor', // Policy
  '20183': 'fraud_suspected', // Security
  '200R1': 'stop_payment', // Stop payment order for this authorization
  '200R3': 'stop_payment', // Stop payment order for all authorizations
  '30033': 'card_lost_or_stolen', // Expired card, pick up
  '40101': 'fraud_suspected', // Blocked due to risk
  '40108': 'incorrect_card_data', // Post code failed: the customer can correct it
};

/**
 * Approving codes. `partial`: less than the amount was approved. `held`: approved and flagged, so nothing is captured until a person captures or
 * voids it.
 */
export const approvals: Readonly<Record<string, 'full' | 'partial' | 'held'>> = {
  '10000': 'full',
  '10008': 'full', // Honor with ID
  '10010': 'partial', // Partial value approved
  '10011': 'full', // VIP
  '10076': 'full', // Country club
  '10077': 'full', // Local banks
  '10081': 'full', // Commercial
  '10100': 'held', // Flagged as potentially risky
  '10200': 'full', // Deferred capture
};
