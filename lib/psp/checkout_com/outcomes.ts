import type { Decline } from '../../types/outcome.ts';
import { findEntry } from '../json.ts';

/**
 * Checkout.com's `response_code` of a declined payment or action as an outcome. Every published code of a card payment is listed. Of the others, the
 * range of the risk engine (4xxxx) is fraud, and `200NN` is read by its last two characters, but never as an outcome that may lead to another PSP.
 * "Soft" (20xxx) and "hard" (30xxx) say too little, so the rest is `unmapped`, a definite decline that never fails over. `duplicate` is no result
 * yet: the same payment is in progress or was made before.
 */
export const responseOutcome = (code: string | undefined): Decline | 'duplicate' => {
  if (code === undefined) return 'unmapped';
  const listed = findEntry(responseOutcomes, code) ?? isoOutcome(code);
  return listed ?? (/^4\d{4}$/.test(code) ? 'fraud_suspected' : 'unmapped');
};

/**
 * Source: Checkout.com, "API response codes", of 3 December 2025, read in a copy. A comment gives Checkout.com's name for the code where the outcome
 * needs it.
 */
export const responseOutcomes: Readonly<Record<string, Decline | 'duplicate'>> = {
  '20001': 'do_not_honor', // Refer to card issuer
  '20002': 'do_not_honor', // Refer to card issuer, special conditions
  '20003': 'processor_error', // Invalid merchant: the acquirer's set-up of this account
  '20004': 'card_lost_or_stolen', // Card should be captured
  '20005': 'do_not_honor', // Do not honour
  '20006': 'invalid_request', // Error or invalid request parameters
  '20009': 'duplicate', // Request in progress
  '20012': 'do_not_honor', // Invalid transaction
  '20013': 'invalid_request', // Invalid amount
  '20014': 'incorrect_card_data', // Invalid account or card number
  '20015': 'incorrect_card_data', // Not through the debit network, or no such issuer
  '20016': 'do_not_honor', // Card not initialised
  '20017': 'stop_payment', // Customer cancellation
  '20018': 'stop_payment', // Customer dispute
  '20019': 'processor_error', // Re-enter transaction
  '20020': 'unmapped', // Invalid response: it is uncertain what the issuer holds
  '20021': 'unmapped', // No action taken, a prior transaction was not backed out
  '20022': 'processor_error', // Suspected malfunction
  '20023': 'invalid_request', // Unacceptable transaction fee
  '20024': 'unmapped', // File update (to 20029): responses to calls that we never make
  '20025': 'incorrect_card_data', // Unable to locate record, account number missing
  '20026': 'unmapped',
  '20027': 'unmapped',
  '20028': 'unmapped',
  '20029': 'unmapped',
  '20030': 'invalid_request', // Format error
  '20031': 'not_supported', // Bank not supported by the switch
  '20032': 'unmapped', // Completed partially: contradicts the refusal
  '20033': 'invalid_request', // Previous scheme transaction id invalid
  '20038': 'limit_exceeded', // PIN tries exceeded
  '20039': 'card_closed', // No credit account
  '20040': 'do_not_honor', // Requested function not supported: by the issuer
  '20042': 'card_closed', // No universal account
  '20044': 'card_closed', // No investment account
  '20045': 'unmapped', // No fallback from the chip (terminals)
  '20046': 'do_not_honor', // Bank decline
  '20051': 'insufficient_funds',
  '20052': 'card_closed', // No current account
  '20053': 'card_closed', // No savings account
  '20054': 'incorrect_card_data', // Expired card
  '20055': 'incorrect_card_data', // Incorrect PIN
  '20056': 'incorrect_card_data', // No card record
  '20057': 'do_not_honor', // Transaction not permitted to cardholder
  '20058': 'not_supported', // Transaction not permitted to terminal: the account's fault
  '20059': 'fraud_suspected',
  '20060': 'do_not_honor', // Card acceptor contact acquirer
  '20061': 'limit_exceeded', // Activity amount limit exceeded
  '20062': 'card_lost_or_stolen', // Restricted card
  '20063': 'fraud_suspected', // Security violation
  '20064': 'fraud_suspected', // Does not fulfil a money laundering requirement
  '20065': 'limit_exceeded', // Exceeds withdrawal frequency limit
  '20066': 'fraud_suspected', // Call acquirer security
  '20067': 'card_lost_or_stolen', // Pick up card
  '20068': 'issuer_unavailable', // Response received too late
  '20072': 'do_not_honor', // Account not yet activated
  '20075': 'limit_exceeded', // PIN tries exceeded
  '20078': 'do_not_honor', // Blocked, first use
  '20081': 'not_supported', // Card is for local use only
  '20082': 'incorrect_card_data', // Negative CVV results
  '20083': 'card_closed', // No accounts
  '20084': 'unmapped', // No PBF: a file of the issuer
  '20085': 'unmapped', // PBF update error
  '20086': 'unmapped', // ATM malfunction
  '20087': 'incorrect_card_data', // Bad track data (CVV or expiry)
  '20088': 'processor_error', // Unable to process
  '20089': 'processor_error', // Administration error
  '20090': 'issuer_unavailable', // Cut-off in progress
  '20091': 'issuer_unavailable', // Issuer unavailable or switch inoperative
  '20092': 'issuer_unavailable', // Destination cannot be found for routing
  '20093': 'stop_payment', // May not be completed, by law
  '20094': 'duplicate', // Duplicate transmission: the one before it may have been authorised
  '20095': 'unmapped', // Reconcile error
  '20096': 'processor_error', // System malfunction
  '20097': 'unmapped', // Reconciliation totals reset
  '20098': 'processor_error', // MAC error: between acquirer and network
  '20099': 'unmapped', // Other or unidentified
  '20100': 'incorrect_card_data', // Invalid expiry date
  '20101': 'incorrect_card_data', // Token is incorrect or invalid
  '20102': 'not_supported', // Invalid merchant or wallet id
  '20103': 'not_supported', // Card type or payment method not supported
  '20104': 'processor_error', // Gateway reject, invalid transaction: a technical issue, try again
  '20105': 'processor_error', // Gateway reject, violation: the same
  '20106': 'not_supported', // Unsupported currency
  '20107': 'incorrect_card_data', // Billing address is missing
  '20108': 'incorrect_card_data', // Newer card data exist
  '20109': 'unmapped', // Already reversed, or more captured than authorised
  '20110': 'unmapped', // Authorization completed
  '20111': 'unmapped', // Already reversed
  '20112': 'not_supported', // Merchant not enabled for 3-D Secure by Mastercard
  '20113': 'invalid_request', // Invalid property
  '20114': 'incorrect_card_data', // Token is incorrect
  '20115': 'invalid_request', // Invalid lifetime
  '20116': 'invalid_request', // Invalid encoding
  '20117': 'invalid_request', // Invalid API version
  '20118': 'duplicate', // Transaction pending
  '20119': 'invalid_request', // Invalid batch data
  '20120': 'invalid_request', // Invalid customer
  '20121': 'not_supported', // Limit of the merchant exceeded
  '20122': 'not_supported', // Instalments not supported
  '20123': 'incorrect_card_data', // Postal code or address missing
  '20124': 'incorrect_card_data', // CVV missing
  '20150': 'authentication_failed', // Card not enabled for 3-D Secure
  '20151': 'authentication_failed', // Cardholder failed authentication
  '20152': 'authentication_failed', // Not completed within 15 minutes
  '20153': 'authentication_failed', // 3-D Secure system malfunction
  '20154': 'authentication_required',
  '20155': 'authentication_failed', // Invalid result
  '20156': 'not_supported', // Function not supported by the acquirer
  '20157': 'not_supported', // Invalid merchant configuration
  '20158': 'unmapped', // Too late for a refund
  '20159': 'authentication_failed', // Malfunction at the issuer's side
  '20179': 'do_not_honor', // Lifecycle
  '20182': 'do_not_honor', // Policy
  '20183': 'fraud_suspected', // Security
  '20193': 'invalid_request', // Invalid country code
  '20197': 'not_supported', // Terminal number not registered
  '2005C': 'do_not_honor', // Not supported or blocked by the issuer
  '2006P': 'do_not_honor', // Cardholder not identified
  '2009G': 'stop_payment', // Blocked by the cardholder
  '200A4': 'unmapped', // With defect, contact issuer
  '200A5': 'unmapped', // The original transactions are rejected
  '200A6': 'unmapped', // The issuer did not respond to UnionPay: it is uncertain what it holds
  '200E0': 'unmapped', // Unauthorised access: by whom is not documented
  '200E2': 'unmapped', // Signature verification failure: whose is not documented
  '200E3': 'processor_error', // System busy
  '200N0': 'unmapped', // Force stand-in
  '200N7': 'incorrect_card_data', // CVV2 failure
  '200O5': 'authentication_required', // PIN required
  '200P1': 'limit_exceeded', // Over daily limit
  '200P9': 'limit_exceeded', // Enter a lesser value
  '200R1': 'stop_payment', // For this authorization
  '200R3': 'stop_payment', // For all authorizations
  '200S4': 'unmapped', // PTLF full
  '200T2': 'invalid_request', // Invalid transaction date
  '200T3': 'not_supported', // Card not supported
  '200T5': 'unmapped', // CAF status
  '30004': 'card_lost_or_stolen', // Pick up card, no fraud
  '30007': 'card_lost_or_stolen', // Pick up card, special conditions
  '30015': 'incorrect_card_data', // No such issuer
  '30016': 'do_not_honor', // Payouts (to 30019) that the issuer does not allow
  '30017': 'do_not_honor',
  '30018': 'do_not_honor',
  '30019': 'do_not_honor',
  '30020': 'invalid_request', // Invalid amount
  '30021': 'limit_exceeded', // Total amount limit reached
  '30022': 'limit_exceeded', // Total transaction count limit reached
  '30033': 'card_lost_or_stolen', // Expired card, pick up
  '30034': 'fraud_suspected', // Suspected fraud, pick up
  '30035': 'card_lost_or_stolen', // Contact acquirer, pick up
  '30036': 'card_lost_or_stolen', // Restricted card, pick up
  '30037': 'fraud_suspected', // Call acquirer security, pick up
  '30038': 'limit_exceeded', // PIN tries exceeded, pick up
  '30041': 'card_lost_or_stolen', // Lost card
  '30043': 'card_lost_or_stolen', // Stolen card
  '30044': 'fraud_suspected', // Anonymous prepaid card beyond what money laundering law allows
  '30045': 'do_not_honor', // Payout of a kind that is not allowed
  '30046': 'card_closed', // Closed account
  '40104': 'incorrect_card_data', // CVV failed: the customer can correct it, as with the next two
  '40108': 'incorrect_card_data', // Post code failed
  '40111': 'incorrect_card_data', // Address failed
  '44301': 'authentication_required', // By the risk engine: try again with 3-D Secure
  '50003': 'processor_error', // Our balance is too low for a refund
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

/** Outcomes that never lead to another PSP: a guess from two digits justifies no more. */
type Final = Exclude<
  Decline,
  | 'not_sent'
  | 'psp_unavailable'
  | 'rate_limited'
  | 'processor_error'
  | 'issuer_unavailable'
  | 'not_supported'
  | 'do_not_honor'
>;

/**
 * The meaning of the last two characters of an unpublished `200NN`, where Checkout.com puts the issuer's ISO 8583 response code. Undefined for a code
 * without a certain meaning. Source: ISO 8583-1:1987, table of response codes, and Visa’s additions 70, 1A and R0.
 */
const isoOutcome = (code: string): Final | undefined => {
  const iso = /^200([0-9A-Z]{2})$/.exec(code)?.[1];
  return findEntry(isoOutcomes, iso);
};

const isoOutcomes: Readonly<Record<string, Final>> = {
  '07': 'card_lost_or_stolen', // Pick up card, special conditions
  '34': 'fraud_suspected', // Suspected fraud, pick up
  '35': 'card_lost_or_stolen', // Contact acquirer, pick up
  '36': 'card_lost_or_stolen', // Restricted card, pick up
  '37': 'fraud_suspected', // Call acquirer security, pick up
  '41': 'card_lost_or_stolen', // Lost card
  '43': 'card_lost_or_stolen', // Stolen card
  '70': 'authentication_required', // PIN data required
  '1A': 'authentication_required', // Additional customer authentication required
  R0: 'stop_payment', // Stop payment order
};

/**
 * The meaning of one of the `error_codes` of a 400, 404 or 422 about the customer's card, an unreachable issuer, or this account's configuration:
 * such a call is refused before it is processed. Undefined for any other code: a malformed call of ours.
 */
export const errorOutcome = (code: string): Decline | undefined =>
  // `visa_scheme_not_configured`, `3ds_not_configured`, …
  findEntry(errorOutcomes, code) ?? (code.endsWith('_not_configured') ? 'not_supported' : undefined);

/** Source: Checkout.com, "Error codes", of 14 July 2022, and later names from two public connectors. */
export const errorOutcomes: Readonly<Record<string, Decline>> = {
  card_number_invalid: 'incorrect_card_data',
  card_number_required: 'incorrect_card_data',
  card_expired: 'incorrect_card_data',
  card_expiry_month_invalid: 'incorrect_card_data',
  card_expiry_month_required: 'incorrect_card_data',
  card_expiry_year_invalid: 'incorrect_card_data',
  card_expiry_year_required: 'incorrect_card_data',
  expiry_date_format_invalid: 'incorrect_card_data',
  card_holder_invalid: 'incorrect_card_data',
  cvv_invalid: 'incorrect_card_data',
  cvv_required: 'incorrect_card_data',
  zip_invalid: 'incorrect_card_data',
  // What the customer entered besides the card.
  address_invalid: 'incorrect_card_data',
  city_invalid: 'incorrect_card_data',
  country_address_invalid: 'incorrect_card_data',
  country_invalid: 'incorrect_card_data',
  country_phone_code_invalid: 'incorrect_card_data',
  country_phone_code_length_invalid: 'incorrect_card_data',
  customer_email_invalid: 'incorrect_card_data',
  email_invalid: 'incorrect_card_data',
  phone_number_invalid: 'incorrect_card_data',
  phone_number_length_invalid: 'incorrect_card_data',
  source_email_invalid: 'incorrect_card_data',
  card_not_found: 'incorrect_card_data',
  token_expired: 'incorrect_card_data',
  token_invalid: 'incorrect_card_data',
  token_used: 'incorrect_card_data',
  token_in_use: 'incorrect_card_data',
  source_id_invalid: 'incorrect_card_data',
  source_id_unknown: 'incorrect_card_data',
  source_token_invalid: 'incorrect_card_data',
  card_disabled: 'card_closed',
  card_authorization_failed: 'do_not_honor',
  refund_authorization_declined: 'do_not_honor',
  amount_exceeds_balance: 'insufficient_funds',
  amount_limit_exceeded: 'limit_exceeded',
  velocity_amount_limit_exceeded: 'limit_exceeded',
  velocity_count_limit_exceeded: 'limit_exceeded',
  issuer_network_unavailable: 'issuer_unavailable',
  api_calls_quota_exceeded: 'rate_limited',
  currency_invalid: 'not_supported',
  payment_method_not_supported: 'not_supported',
  payment_type_not_supported: 'not_supported',
  previous_payment_id_invalid: 'not_supported',
  aft_processor_not_matched: 'not_supported',
  no_authorization_enabled_processors_available: 'not_supported',
  processing_channel_id_required: 'not_supported',
  business_invalid: 'not_supported',
  business_settings_missing: 'not_supported',
  channel_details_invalid: 'not_supported',
  channel_url_missing: 'not_supported',
  server_api_not_allowed: 'not_supported',
  '3ds_not_supported': 'not_supported',
  '3ds_malfunction': 'authentication_failed',
  '3ds_not_enabled_for_card': 'authentication_failed',
  '3ds_payment_required': 'authentication_required',
};
