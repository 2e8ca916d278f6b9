import type { Decline } from '../../types/outcome.ts';

/**
 * PayPal's `processor_response.response_code` of a refused payment as an outcome. Every published code is listed. Any other, or none, is `unmapped`,
 * a definite decline that never fails over. A code that may concern either the card or this account is not counted as the account's: another PSP is
 * tried only if the code clearly allows it. Source: `processor_response` of payments v2, commit ec4d8f36 of PayPal's specifications, of 3 February
 * 2024.
 */
export const responseOutcome = (code: string | undefined): Decline =>
  (code !== undefined && Object.hasOwn(responseOutcomes, code) ? responseOutcomes[code] : undefined) ??
  'unmapped';

export const responseOutcomes: Readonly<Record<string, Decline>> = {
  '0000': 'unmapped', // Approved: contradicts the refusal
  '00N7': 'incorrect_card_data', // CVC failed, may be corrected
  '0100': 'do_not_honor', // Referral
  '0390': 'incorrect_card_data', // Account not found
  '0500': 'do_not_honor', // Do not honour
  '0580': 'fraud_suspected', // Unauthorised transaction
  '0800': 'unmapped', // Bad response, reversal required: it is uncertain what the issuer holds
  '0880': 'authentication_failed', // Cryptographic failure
  '0890': 'incorrect_card_data', // Unacceptable PIN
  '0960': 'processor_error', // System malfunction
  '0R00': 'stop_payment', // Cancelled by the cardholder
  '1000': 'unmapped', // Partial authorisation: contradicts the refusal
  '10BR': 'do_not_honor', // Rejected by the issuer
  '1300': 'invalid_request', // Invalid data format
  '1310': 'invalid_request', // Invalid amount
  '1312': 'do_not_honor', // Invalid transaction
  '1317': 'invalid_request', // Invalid capture date
  '1320': 'not_supported', // Invalid currency code
  '1330': 'incorrect_card_data', // Invalid account
  '1335': 'incorrect_card_data', // Invalid account for recurring payments
  '1340': 'processor_error', // Invalid terminal: the acquirer's set-up of this account
  '1350': 'processor_error', // Invalid merchant: the same
  '1352': 'card_closed', // Restricted or inactive account
  '1360': 'invalid_request', // Bad processing code
  '1370': 'processor_error', // Invalid merchant category
  '1380': 'incorrect_card_data', // Invalid expiry
  '1382': 'incorrect_card_data', // Invalid CVC
  '1384': 'do_not_honor', // Invalid life cycle of the transaction
  '1390': 'invalid_request', // Invalid order
  '1393': 'stop_payment', // May not be completed, by law
  '5100': 'do_not_honor', // Generic decline
  '5110': 'incorrect_card_data', // CVC failed
  '5120': 'insufficient_funds', // Insufficient funds
  '5130': 'incorrect_card_data', // Invalid PIN
  '5135': 'limit_exceeded', // PIN tries exceeded
  '5140': 'card_closed', // Card closed
  '5150': 'card_lost_or_stolen', // Pick up card
  '5160': 'fraud_suspected', // Unauthorised user
  '5170': 'incorrect_card_data', // Address check failed
  '5180': 'incorrect_card_data', // Invalid or restricted card
  '5190': 'incorrect_card_data', // Address check, soft
  '5200': 'limit_exceeded', // Duplicate transaction: the issuer's own check, at any PSP
  '5210': 'do_not_honor', // Invalid transaction
  '5400': 'incorrect_card_data', // Expired card
  '5500': 'incorrect_card_data', // Incorrect PIN
  '5650': 'authentication_required', // Strong customer authentication required
  '5700': 'do_not_honor', // Transaction not permitted
  '5710': 'limit_exceeded', // Attempts exceed the limit
  '5800': 'unmapped', // Reversal rejected
  '5900': 'unmapped', // Invalid issue
  '5910': 'do_not_honor', // Issuer not available, described as final
  '5920': 'issuer_unavailable', // Issuer not available
  '5930': 'do_not_honor', // Card not activated
  '5950': 'incorrect_card_data', // A newer card was issued
  '6300': 'incorrect_card_data', // Account not on file
  '7600': 'unmapped', // Approved, not captured: contradicts the refusal
  '7700': 'authentication_failed', // 3-D Secure error
  '7710': 'authentication_failed', // Authentication failed
  '7800': 'incorrect_card_data', // BIN error
  '7900': 'incorrect_card_data', // PIN error
  '8000': 'processor_error', // Processor system error
  '8010': 'processor_error', // Host key error
  '8020': 'processor_error', // Configuration error
  '8030': 'not_supported', // Unsupported operation
  '8100': 'processor_error', // Fatal communication error
  '8110': 'processor_error', // Communication error, may be retried
  '8220': 'processor_error', // System unavailable
  '9100': 'do_not_honor', // Declined, please retry
  '9500': 'fraud_suspected', // Suspected fraud
  '9510': 'fraud_suspected', // Security violation
  '9520': 'card_lost_or_stolen', // Lost or stolen
  '9530': 'card_lost_or_stolen', // Hold the card and call
  '9540': 'do_not_honor', // Refused card
  '9600': 'unmapped', // Unrecognised response code
  PCNR: 'authentication_required', // Contingencies not resolved
  PCVV: 'incorrect_card_data', // CVC failed
  PP06: 'card_closed', // Account closed
  PPRN: 'do_not_honor', // Reattempt not permitted: the advice is never to try again
  PPAD: 'incorrect_card_data', // Billing address
  PPAB: 'card_lost_or_stolen', // Blocked by the issuer
  PPAE: 'not_supported', // American Express is off
  PPAG: 'not_supported', // Adult gaming
  PPAI: 'limit_exceeded', // Amount incompatible
  PPAR: 'unmapped', // Authentication result
  PPAU: 'processor_error', // Merchant category
  PPAV: 'incorrect_card_data', // Address check
  PPAX: 'limit_exceeded', // Amount exceeded
  PPBG: 'unmapped', // Gaming
  PPC2: 'incorrect_card_data', // CVC check
  PPCE: 'not_supported', // Registration incomplete
  PPCO: 'not_supported', // Country
  PPCR: 'unmapped', // Credit error
  PPCT: 'not_supported', // Card type
  PPCU: 'not_supported', // Currency
  PPD3: 'authentication_failed', // 3-D Secure error
  PPDC: 'not_supported', // Currency conversion
  PPDI: 'not_supported', // Diners
  PPDV: 'unmapped', // Authentication message
  PPDT: 'limit_exceeded', // Decline threshold breached
  PPEF: 'incorrect_card_data', // Expired
  PPEL: 'limit_exceeded', // Exceeds the frequency limit
  PPER: 'processor_error', // Internal system error
  PPEX: 'incorrect_card_data', // Expiry date
  PPFE: 'invalid_request', // Funding source exists already
  PPFI: 'incorrect_card_data', // Invalid funding instrument
  PPFR: 'card_lost_or_stolen', // Restricted funding instrument
  PPFV: 'invalid_request', // Field validation failed
  PPGR: 'unmapped', // Gaming refund
  PPH1: 'unmapped', // H1 error
  PPIF: 'invalid_request', // Idempotency failure
  PPII: 'invalid_request', // Invalid input
  PPIM: 'invalid_request', // Id mismatch
  PPIT: 'invalid_request', // Invalid trace id
  PPLR: 'unmapped', // Late reversal
  PPLS: 'unmapped', // Large status code
  PPMB: 'processor_error', // Business rule or data missing
  PPMC: 'unmapped', // Mastercard blocked: by whom is not documented
  PPMD: 'unmapped', // Deprecated
  PPNC: 'not_supported', // Not supported
  PPNL: 'limit_exceeded', // Exceeds the network's frequency limit
  PPNM: 'processor_error', // No merchant id found
  PPNT: 'processor_error', // Network error
  PPPH: 'invalid_request', // No phone for currency conversion
  PPPI: 'not_supported', // Invalid product
  PPPM: 'not_supported', // Invalid payment method
  PPQC: 'not_supported', // Quasi-cash
  PPRE: 'unmapped', // Refund on a pending credit
  PPRF: 'invalid_request', // Status of the parent transaction
  PPRR: 'processor_error', // Merchant not registered
  PPS0: 'unmapped', // Bank authorisation: mismatch
  PPS1: 'unmapped', // Bank authorisation: settled
  PPS2: 'unmapped', // Bank authorisation: voided
  PPS3: 'unmapped', // Bank authorisation: expired
  PPS4: 'invalid_request', // Currency mismatch
  PPS5: 'invalid_request', // Card mismatch
  PPS6: 'invalid_request', // Amount mismatch
  PPSC: 'fraud_suspected', // Score
  PPSD: 'unmapped', // Status description
  PPSE: 'do_not_honor', // Denied by American Express
  PPTE: 'authentication_failed', // Verification token expired
  PPTF: 'invalid_request', // Invalid trace reference
  PPTI: 'invalid_request', // Invalid transaction id
  PPTR: 'authentication_failed', // Verification token revoked
  PPTT: 'not_supported', // Transaction type
  PPTV: 'authentication_failed', // Invalid verification token
  PPUA: 'unmapped', // User not authorised: which user is not documented
  PPUC: 'not_supported', // Currency code
  PPUE: 'not_supported', // Entity
  PPUI: 'not_supported', // Instalments
  PPUP: 'invalid_request', // Point-of-sale flag
  PPUR: 'unmapped', // Unsupported reversal
  PPVC: 'not_supported', // Currency not valid here
  PPVE: 'invalid_request', // Validation error
  PPVT: 'not_supported', // Virtual terminal
};
