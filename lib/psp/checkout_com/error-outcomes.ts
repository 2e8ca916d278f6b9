import type { Decline } from '../../types/outcome.ts';

/**
 * `error_codes` of a 422 about the customer's card, the account's setup, or an unreachable issuer. Any other is a malformed call of our own. Source:
 * Checkout.com's list of error codes.
 */
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
  card_not_found: 'incorrect_card_data',
  token_expired: 'incorrect_card_data',
  token_invalid: 'incorrect_card_data',
  token_used: 'incorrect_card_data',
  token_in_use: 'incorrect_card_data',
  card_disabled: 'card_closed',
  card_authorization_failed: 'do_not_honor',
  amount_exceeds_balance: 'insufficient_funds',
  issuer_network_unavailable: 'issuer_unavailable',
  currency_invalid: 'not_supported',
  payment_method_not_supported: 'not_supported',
  '3ds_malfunction': 'authentication_failed',
  '3ds_not_enabled_for_card': 'authentication_failed',
  '3ds_payment_required': 'authentication_required',
};
