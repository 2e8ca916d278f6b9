import type { Decline } from '../../types/outcome.ts';

/**
 * What a code among the `error_codes` of a 400, 404 or 422 means, if it speaks of the customer's card, of an issuer out of reach, or of how this account
 * is set up: that is refused before anything is done. Undefined for any other, which is a malformed call of our own.
 */
export const errorOutcome = (code: string): Decline | undefined => {
  if (Object.hasOwn(errorOutcomes, code)) return errorOutcomes[code];
  // `visa_scheme_not_configured`, `3ds_not_configured`, …
  return code.endsWith('_not_configured') ? 'not_supported' : undefined;
};

/** Source: Checkout.com, "Error codes", of 14 July 2022, and names that came later, of two public connectors. */
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
  source_id_invalid: 'incorrect_card_data',
  source_id_unknown: 'incorrect_card_data',
  source_token_invalid: 'incorrect_card_data',
  card_disabled: 'card_closed',
  card_authorization_failed: 'do_not_honor',
  amount_exceeds_balance: 'insufficient_funds',
  amount_limit_exceeded: 'limit_exceeded',
  velocity_amount_limit_exceeded: 'limit_exceeded',
  velocity_count_limit_exceeded: 'limit_exceeded',
  issuer_network_unavailable: 'issuer_unavailable',
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
