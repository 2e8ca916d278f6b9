import type { Decline } from '../../types/outcome.ts';

/**
 * The outcome of each Stripe code: the `decline_code` of a declined card or, without one, the error's `code`. Sources: Stripe's decline codes of 15
 * April 2026, and the error codes in its Go library. A code that is not listed is `unmapped`.
 */
export const outcomes: Readonly<Record<string, Decline>> = {
  // Decline codes.
  authentication_required: 'authentication_required',
  authentication_not_handled: 'authentication_required',
  approve_with_id: 'do_not_honor',
  call_issuer: 'do_not_honor',
  card_not_supported: 'not_supported',
  card_velocity_exceeded: 'limit_exceeded',
  currency_not_supported: 'not_supported',
  do_not_honor: 'do_not_honor',
  do_not_try_again: 'do_not_honor',
  // The same card and amount moments ago: the issuer's own check, at any PSP.
  duplicate_transaction: 'limit_exceeded',
  expired_card: 'incorrect_card_data',
  fraudulent: 'fraud_suspected',
  generic_decline: 'do_not_honor',
  incorrect_address: 'incorrect_card_data',
  incorrect_cvc: 'incorrect_card_data',
  incorrect_number: 'incorrect_card_data',
  incorrect_pin: 'incorrect_card_data',
  incorrect_zip: 'incorrect_card_data',
  insufficient_funds: 'insufficient_funds',
  invalid_account: 'card_closed',
  invalid_amount: 'limit_exceeded',
  invalid_cvc: 'incorrect_card_data',
  invalid_expiry_month: 'incorrect_card_data',
  invalid_expiry_year: 'incorrect_card_data',
  invalid_number: 'incorrect_card_data',
  invalid_pin: 'incorrect_card_data',
  issuer_not_available: 'issuer_unavailable',
  lost_card: 'card_lost_or_stolen',
  merchant_blacklist: 'fraud_suspected',
  new_account_information_available: 'incorrect_card_data',
  no_action_taken: 'do_not_honor',
  not_permitted: 'do_not_honor',
  offline_pin_required: 'authentication_required',
  online_or_offline_pin_required: 'authentication_required',
  pickup_card: 'card_lost_or_stolen',
  pin_try_exceeded: 'limit_exceeded',
  processing_error: 'processor_error',
  reenter_transaction: 'processor_error',
  restricted_card: 'card_lost_or_stolen',
  revocation_of_all_authorizations: 'stop_payment',
  revocation_of_authorization: 'stop_payment',
  security_violation: 'fraud_suspected',
  service_not_allowed: 'do_not_honor',
  stolen_card: 'card_lost_or_stolen',
  stop_payment_order: 'stop_payment',
  testmode_decline: 'incorrect_card_data',
  live_mode_test_card: 'incorrect_card_data',
  transaction_not_allowed: 'do_not_honor',
  try_again_later: 'do_not_honor',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  mobile_device_authentication_required: 'authentication_required',

  // Error codes of declines without a decline code.
  card_declined: 'do_not_honor',
  card_decline_rate_limit_exceeded: 'limit_exceeded',
  payment_intent_authentication_failure: 'authentication_failed',
  payment_intent_payment_attempt_expired: 'authentication_failed',
  payment_intent_payment_attempt_failed: 'do_not_honor',

  incorrect_postal_code: 'incorrect_card_data',
  postal_code_invalid: 'incorrect_card_data',
  expired_payment_method: 'incorrect_card_data',
  token_already_used: 'incorrect_card_data',
  token_in_use: 'incorrect_card_data',
  email_invalid: 'incorrect_card_data',

  // Error codes of requests that Stripe refuses for this account, its currencies or its limits.
  account_invalid: 'not_supported',
  amount_too_large: 'not_supported',
  amount_too_small: 'not_supported',
  capability_not_active: 'not_supported',
  charge_exceeds_transaction_limit: 'not_supported',
  country_unsupported: 'not_supported',
  invalid_card_type: 'not_supported',
  invalid_charge_amount: 'not_supported',
  livemode_mismatch: 'not_supported',
  payment_intent_incompatible_payment_method: 'not_supported',
  payment_method_configuration_failures: 'not_supported',
  payment_method_currency_mismatch: 'not_supported',
  payment_method_unactivated: 'not_supported',
  payment_method_unsupported_type: 'not_supported',
  platform_account_required: 'not_supported',
  secret_key_required: 'not_supported',
  testmode_charges_only: 'not_supported',
  tls_version_unsupported: 'not_supported',
  token_card_network_invalid: 'not_supported',
};

/**
 * The outcome of each `failure_reason` of a refund. Of a lack of funds it speaks of the account's own balance at Stripe. Source: Stripe, "Refund and
 * cancel payments", failed refunds, an undated page, read in a copy on 29 November 2026.
 */
export const refundFailures: Readonly<Record<string, Decline>> = {
  lost_or_stolen_card: 'card_lost_or_stolen',
  expired_or_canceled_card: 'card_closed',
  charge_for_pending_refund_disputed: 'processor_error',
  insufficient_funds: 'processor_error',
  declined: 'do_not_honor',
  merchant_request: 'unmapped',
  unknown: 'unmapped',
};
