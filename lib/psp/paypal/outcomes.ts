import type { Decline } from '../../types/outcome.ts';
import { findEntry } from '../json.ts';

/**
 * `issue` of a refused call (4xx) about the customer's card, the account's configuration, or an earlier call. `duplicate`: an earlier call of the
 * same payment or refund had an effect, so this refusal says nothing about it. `unknown`: no result yet. Any other issue is a malformed call of ours.
 * Sources: the error lists of orders v2 and payments v2, commit ec4d8f36 of PayPal's specifications, of 3 February 2024; beside them, the lists in
 * PayPal's own modules for PrestaShop (of 26 June 2026) and WooCommerce and the errors of its first payments API, read in public copies on 26 and 28
 * November 2026. `CARD_CLOSED` is in none of these copies.
 */
export const issueOutcomes: Readonly<Record<string, Decline | 'duplicate' | 'unknown'>> = {
  // The card.
  INSTRUMENT_DECLINED: 'do_not_honor',
  PAYMENT_SOURCE_DECLINED_BY_PROCESSOR: 'do_not_honor',
  PAYMENT_SOURCE_CANNOT_BE_USED: 'do_not_honor',
  PAYER_CANNOT_PAY: 'do_not_honor',
  TRANSACTION_REFUSED: 'do_not_honor',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'do_not_honor',
  CREDIT_CARD_REFUSED: 'do_not_honor',
  PAYER_CONSENT_REQUIRED: 'do_not_honor',
  TRANSACTION_REFUSED_PAYEE_PREFERENCE: 'do_not_honor',
  INSUFFICIENT_FUNDS: 'insufficient_funds',
  CARD_CLOSED: 'card_closed',
  CARD_EXPIRED: 'incorrect_card_data',
  CREDIT_CARD_CVV_CHECK_FAILED: 'incorrect_card_data',
  EXPIRED_CREDIT_CARD: 'incorrect_card_data',
  EXPIRED_CREDIT_CARD_TOKEN: 'incorrect_card_data',
  INVALID_ACCOUNT_NUMBER: 'incorrect_card_data',
  INVALID_CITY_STATE_ZIP: 'incorrect_card_data',
  REFERENCED_CARD_EXPIRED: 'incorrect_card_data',
  INVALID_EXPIRY_DATE: 'incorrect_card_data',
  INVALID_SECURITY_CODE: 'incorrect_card_data',
  INVALID_SECURITY_CODE_LENGTH: 'incorrect_card_data',
  CARD_EXPIRATION_YEAR_IS_INVALID: 'incorrect_card_data',
  CREDIT_CARD_NUMBER_IS_INVALID: 'incorrect_card_data',
  CARD_NUMBER_REQUIRED: 'incorrect_card_data',
  CARD_EXPIRY_REQUIRED: 'incorrect_card_data',
  BILLING_ADDRESS_INVALID: 'incorrect_card_data',
  CITY_REQUIRED: 'incorrect_card_data',
  POSTAL_CODE_REQUIRED: 'incorrect_card_data',
  INVALID_POSTAL_CODE: 'incorrect_card_data',
  INVALID_POSTAL_CODE_LENGTH: 'incorrect_card_data',
  INVALID_COUNTRY_CODE: 'incorrect_card_data',
  PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED: 'incorrect_card_data',
  TOKEN_EXPIRED: 'incorrect_card_data',
  TOKEN_ID_NOT_FOUND: 'incorrect_card_data',
  TOKEN_NOT_FOUND: 'incorrect_card_data',
  MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE: 'incorrect_card_data',
  TRANSACTION_LIMIT_EXCEEDED: 'limit_exceeded',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'limit_exceeded',
  TRANSACTION_AMOUNT_EXCEEDS_MONTHLY_MAX_LIMIT: 'limit_exceeded',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'card_closed',
  PAYER_ACCOUNT_RESTRICTED: 'card_lost_or_stolen',
  COMPLIANCE_VIOLATION: 'fraud_suspected',
  PAYEE_BLOCKED_TRANSACTION: 'fraud_suspected',
  // Denied by PayPal itself.
  PAYMENT_DENIED: 'fraud_suspected',
  TRANSACTION_REFUSED_BY_PAYPAL_RISK: 'fraud_suspected',
  TRANSACTION_BLOCKED_BY_PAYEE: 'fraud_suspected',
  PAYER_ACTION_REQUIRED: 'authentication_required',
  // The customer did not return in time.
  ORDER_EXPIRED: 'authentication_failed',
  // Not enabled for this account.
  AUTH_CAPTURE_NOT_ENABLED: 'not_supported',
  CARD_BRAND_NOT_SUPPORTED: 'not_supported',
  CARD_TYPE_NOT_SUPPORTED: 'not_supported',
  COUNTRY_NOT_SUPPORTED_BY_PAYMENT_SOURCE: 'not_supported',
  CURRENCY_NOT_SUPPORTED: 'not_supported',
  CURRENCY_NOT_SUPPORTED_FOR_CARD_TYPE: 'not_supported',
  CURRENCY_NOT_SUPPORTED_FOR_COUNTRY: 'not_supported',
  DOMESTIC_TRANSACTION_REQUIRED: 'not_supported',
  INVALID_CURRENCY_CODE: 'not_supported',
  NOT_ELIGIBLE_FOR_TOKEN_PROCESSING: 'not_supported',
  NOT_ENABLED_FOR_CARD_PROCESSING: 'not_supported',
  NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE: 'not_supported',
  PAYER_COUNTRY_NOT_SUPPORTED: 'not_supported',
  PAYEE_COUNTRY_NOT_SUPPORTED_FOR_PAYMENT_SOURCE: 'not_supported',
  PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING: 'not_supported',
  PAYMENT_ORIGIN_NOT_ENABLED: 'not_supported',
  PAYMENT_SOURCE_NOT_SUPPORTED: 'not_supported',
  PAYMENT_TYPE_NOT_SUPPORTED_FOR_INTENT: 'not_supported',
  UNSUPPORTED_INTENT_FOR_KYC_INCOMPLETE_PAYEE: 'not_supported',
  UNSUPPORTED_INTENT_FOR_PAYMENT_SOURCE: 'not_supported',
  UNSUPPORTED_PAYEE_CURRENCY: 'not_supported',
  // The earlier payment that a merchant-initiated payment refers to.
  INVALID_PREVIOUS_TRANSACTION_REFERENCE: 'not_supported',
  MISSING_PREVIOUS_REFERENCE: 'not_supported',
  PREVIOUS_TRANSACTION_REFERENCE_VOIDED: 'not_supported',
  PREVIOUS_TRANSACTION_REFERENCE_HAS_CHARGEBACK: 'stop_payment',
  INVALID_ACCOUNT_STATUS: 'psp_unavailable',
  INVALID_PAYEE_ACCOUNT: 'psp_unavailable',
  PAYEE_ACCOUNT_INVALID: 'psp_unavailable',
  PAYEE_ACCOUNT_NOT_SUPPORTED: 'psp_unavailable',
  PAYEE_NOT_CONSENTED: 'psp_unavailable',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'psp_unavailable',
  PAYEE_ACCOUNT_NOT_VERIFIED: 'psp_unavailable',
  PAYEE_ACCOUNT_RESTRICTED: 'psp_unavailable',
  PERMISSION_DENIED: 'psp_unavailable',
  PERMISSION_NOT_GRANTED: 'psp_unavailable',
  CANNOT_PROCESS_REFUNDS: 'psp_unavailable',
  CONSENT_NEEDED: 'psp_unavailable',
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED: 'psp_unavailable',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'processor_error',
  // Effects of an earlier call.
  DUPLICATE_INVOICE_ID: 'duplicate',
  DUPLICATE_REQUEST_ID: 'duplicate',
  DUPLICATE_TRANSACTION: 'duplicate',
  MAX_AUTHORIZATION_COUNT_EXCEEDED: 'duplicate',
  ORDER_ALREADY_AUTHORIZED: 'duplicate',
  ORDER_ALREADY_CAPTURED: 'duplicate',
  ORDER_ALREADY_COMPLETED: 'duplicate',
  ORDER_PREVIOUSLY_VOIDED: 'duplicate',
  ORDER_CANNOT_BE_CONFIRMED: 'duplicate',
  ORDER_COMPLETED_OR_VOIDED: 'duplicate',
  ORDER_COMPLETION_IN_PROGRESS: 'duplicate',
  ORDER_IS_PENDING_APPROVAL: 'duplicate',
  PAYMENT_ALREADY_APPROVED: 'duplicate',
  PAYPAL_REQUEST_ID_PREVIOUSLY_USED: 'duplicate',
  PREVIOUS_REQUEST_IN_PROGRESS: 'duplicate',
  // PayPal itself does not know the result.
  INTERNAL_SERVER_ERROR: 'unknown',
  INTERNAL_SERVICE_ERROR: 'unknown',
};

/**
 * PayPal's `processor_response.response_code` of a refused payment as an outcome. Every published code is listed. Any other, or none, is `unmapped`,
 * a definite decline that never fails over. A code that may concern either the card or this account is not counted as the account's: another PSP is
 * tried only if the code clearly allows it. Source: `processor_response` of payments v2, commit ec4d8f36 of PayPal's specifications, of 3 February
 * 2024.
 */
export const responseOutcome = (code: string | undefined): Decline =>
  findEntry(responseOutcomes, code) ?? 'unmapped';

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
