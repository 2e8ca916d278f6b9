import { words } from '../code-meanings.ts';
import type { PublishedCodes } from './published-codes.ts';

/** Checkout.com’s `error_codes` of `/payments`. */
export const checkoutComErrorCodes: PublishedCodes = {
  source: 'checkout.com/docs/resources/codes/error-codes',
  as_of: '2022-07-14; later names out of two public connectors, read on 2026-11-22',
  codes: words(`
    3ds_malfunction 3ds_not_configured 3ds_not_enabled_for_card 3ds_not_supported 3ds_payment_required
    3ds_version_invalid 3ds_version_not_supported action_failure_limit_exceeded address_invalid
    aft_processor_not_matched amount_exceeds_balance amount_invalid amount_limit_exceeded
    api_calls_quota_exceeded billing_descriptor_city_invalid billing_descriptor_city_required
    billing_descriptor_name_invalid billing_descriptor_name_required business_invalid
    business_settings_missing capture_value_greater_than_authorized
    capture_value_greater_than_remaining_authorized card_authorization_failed card_disabled card_expired
    card_expiry_month_invalid card_expiry_month_required card_expiry_year_invalid
    card_expiry_year_required card_holder_invalid card_not_found card_number_invalid
    card_number_required channel_details_invalid channel_url_missing charge_details_invalid city_invalid
    country_address_invalid country_invalid country_phone_code_invalid country_phone_code_length_invalid
    currency_invalid currency_required customer_already_exists customer_email_invalid
    customer_id_invalid customer_not_found customer_number_invalid customer_plan_edit_failed
    customer_plan_id_invalid cvv_invalid email_in_use email_invalid email_required endpoint_invalid
    expiry_date_format_invalid fail_url_invalid first_name_required ip_address_invalid
    issuer_network_unavailable last_name_required metadata_key_invalid
    no_authorization_enabled_processors_available parameter_invalid password_invalid payment_expired
    payment_invalid payment_method_invalid payment_method_not_supported payment_source_required
    payment_type_invalid phone_number_invalid phone_number_length_invalid previous_payment_id_invalid
    processing_error processing_key_required processing_value_required recipient_account_number_invalid
    recipient_account_number_required recipient_dob_required recipient_last_name_required
    recipient_zip_invalid recipient_zip_required recurring_plan_exists recurring_plan_not_exist
    recurring_plan_removal_failed refund_amount_exceeds_balance refund_authorization_declined
    request_invalid request_json_invalid risk_enabled_required server_api_not_allowed
    service_unavailable source_email_invalid source_email_required source_id_invalid
    source_id_or_email_required source_id_required source_id_unknown source_invalid
    source_or_destination_required source_token_invalid source_token_required source_token_type_invalid
    source_token_type_required source_type_required sub_entities_count_invalid success_url_invalid
    success_url_required token_data_invalid token_expired token_in_use token_invalid token_required
    token_type_invalid token_type_required token_used velocity_amount_limit_exceeded
    velocity_count_limit_exceeded void_amount_invalid wallet_id_invalid zip_invalid
  `),
};
