import { outcomes, refundFailures } from '../../lib/psp/stripe/outcomes.ts';
import { eventsRead } from '../../lib/psp/stripe/webhooks.ts';
import { nameless, words } from './code-meanings.ts';
import type { PspSubject, PublishedCodes } from './psp-subject.ts';

/** Stripe’s decline codes. */
export const stripeDeclineCodes: PublishedCodes = {
  source: 'docs.stripe.com/declines/codes',
  as_of: '2026-04-15',
  codes: words(`
    authentication_required authentication_not_handled approve_with_id call_issuer card_not_supported
    card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction
    expired_card fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number
    incorrect_pin incorrect_zip insufficient_funds invalid_account invalid_amount invalid_cvc
    invalid_expiry_month invalid_expiry_year invalid_number invalid_pin issuer_not_available lost_card
    merchant_blacklist new_account_information_available no_action_taken not_permitted
    offline_pin_required online_or_offline_pin_required pickup_card pin_try_exceeded processing_error
    reenter_transaction restricted_card revocation_of_all_authorizations revocation_of_authorization
    security_violation service_not_allowed stolen_card stop_payment_order testmode_decline
    transaction_not_allowed try_again_later withdrawal_count_limit_exceeded
    mobile_device_authentication_required
  `),
};

/** The `failure_reason` of Stripe’s refunds. */
const stripeRefundFailures: PublishedCodes = {
  source: 'docs.stripe.com/refunds',
  as_of: 'undated, read in a copy on 2026-11-29',
  codes: words(`
    charge_for_pending_refund_disputed declined expired_or_canceled_card insufficient_funds
    lost_or_stolen_card merchant_request unknown
  `),
};

/** The `code` of Stripe’s errors. */
const stripeErrorCodes: PublishedCodes = {
  source: 'stripe/stripe-go, error.go',
  as_of: 'undated, read in a copy on 2026-11-22',
  codes: words(`
    account_closed account_country_invalid_address
    account_error_country_change_requires_additional_steps account_information_mismatch account_invalid
    account_number_invalid account_token_required_for_v2_account acss_debit_session_incomplete
    action_blocked alipay_upgrade_required amount_too_large amount_too_small
    anomalous_money_movement_request api_key_expired application_fees_not_allowed approval_required
    authentication_failure authentication_required balance_insufficient balance_invalid_parameter
    bank_account_bad_routing_numbers bank_account_declined bank_account_exists bank_account_restricted
    bank_account_unusable bank_account_unverified bank_account_verification_failed
    billing_invalid_mandate bitcoin_upgrade_required capability_not_active
    capture_charge_authorization_expired capture_unauthorized_payment card_decline_rate_limit_exceeded
    card_declined cardholder_phone_number_required charge_already_captured charge_already_refunded
    charge_disputed charge_exceeds_source_limit charge_exceeds_transaction_limit
    charge_expired_for_capture charge_invalid_parameter charge_not_refundable clearing_code_unsupported
    country_code_invalid country_unsupported coupon_expired customer_max_payment_methods
    customer_max_subscriptions customer_session_expired customer_tax_location_invalid
    debit_not_authorized email_invalid expired_card expired_payment_method failed_tax_calculation
    financial_account_balance_does_not_support_currency financial_account_capability_not_enabled
    financial_account_capability_restricted financial_connections_account_inactive
    financial_connections_account_pending_account_numbers
    financial_connections_account_unavailable_account_numbers
    financial_connections_no_successful_transaction_refresh forwarding_api_inactive
    forwarding_api_invalid_parameter forwarding_api_retryable_upstream_error
    forwarding_api_upstream_connection_error forwarding_api_upstream_connection_timeout
    forwarding_api_upstream_error idempotency_key_in_use incorrect_address incorrect_cvc
    incorrect_number incorrect_postal_code incorrect_zip india_recurring_payment_mandate_canceled
    instant_payouts_config_disabled instant_payouts_currency_disabled instant_payouts_limit_exceeded
    instant_payouts_unsupported insufficient_funds intent_invalid_state
    intent_verification_method_missing invalid_canceled_subscription_fields invalid_card_type
    invalid_characters invalid_charge_amount invalid_cvc invalid_expiry_month invalid_expiry_year
    invalid_mandate_reference_prefix_format invalid_number invalid_source_usage invalid_tax_location
    invoice_no_customer_line_items invoice_no_payment_method_types invoice_no_subscription_line_items
    invoice_not_editable invoice_on_behalf_of_not_editable invoice_payment_intent_requires_action
    invoice_upcoming_none livemode_mismatch lock_timeout missing no_account
    not_allowed_on_standard_account out_of_inventory ownership_declaration_not_allowed
    parameter_invalid_empty parameter_invalid_integer parameter_invalid_string_blank
    parameter_invalid_string_empty parameter_missing parameter_unknown parameters_exclusive
    payment_intent_action_required payment_intent_authentication_failure
    payment_intent_incompatible_payment_method payment_intent_invalid_parameter
    payment_intent_konbini_rejected_confirmation_number payment_intent_mandate_invalid
    payment_intent_payment_attempt_expired payment_intent_payment_attempt_failed
    payment_intent_rate_limit_exceeded payment_intent_unexpected_state
    payment_method_bank_account_already_verified payment_method_bank_account_blocked
    payment_method_billing_details_address_missing payment_method_configuration_failures
    payment_method_currency_mismatch payment_method_customer_decline payment_method_invalid_parameter
    payment_method_invalid_parameter_testmode payment_method_microdeposit_failed
    payment_method_microdeposit_processing_error
    payment_method_microdeposit_verification_amounts_invalid
    payment_method_microdeposit_verification_amounts_mismatch
    payment_method_microdeposit_verification_attempts_exceeded
    payment_method_microdeposit_verification_descriptor_code_mismatch
    payment_method_microdeposit_verification_timeout payment_method_not_available
    payment_method_provider_decline payment_method_provider_timeout payment_method_restricted
    payment_method_unactivated payment_method_unexpected_state payment_method_unsupported_type
    payout_reconciliation_not_ready payouts_limit_exceeded payouts_not_allowed platform_account_required
    platform_api_key_expired postal_code_invalid processing_error product_inactive
    progressive_onboarding_limit_exceeded rate_limit refer_to_customer refund_disputed_payment
    request_blocked resource_already_exists resource_missing return_intent_already_processed
    routing_number_invalid secret_key_required sepa_unsupported_account
    service_period_coupon_with_metered_tiered_item_unsupported setup_attempt_failed
    setup_intent_authentication_failure setup_intent_invalid_parameter setup_intent_mandate_invalid
    setup_intent_mobile_wallet_unsupported setup_intent_setup_attempt_expired
    setup_intent_unexpected_state shipping_address_invalid shipping_calculation_failed siret_invalid
    sku_inactive state_unsupported status_transition_invalid storer_capability_missing
    storer_capability_not_active stripe_tax_inactive tax_id_invalid tax_id_prohibited
    taxes_calculation_failed terminal_location_country_unsupported terminal_reader_busy
    terminal_reader_hardware_fault terminal_reader_invalid_location_for_activation
    terminal_reader_invalid_location_for_payment terminal_reader_offline terminal_reader_timeout
    testmode_charges_only tls_version_unsupported token_already_used token_card_network_invalid
    token_in_use transfer_source_balance_parameters_mismatch transfers_not_allowed url_invalid
  `),
};

/** Stripe’s decline codes. */
export const stripeCodes: PspSubject['codes'] = {
  published: nameless(stripeDeclineCodes.codes),
  means: {
    do_not_honor: words(`
      approve_with_id call_issuer do_not_honor do_not_try_again generic_decline no_action_taken
      not_permitted service_not_allowed transaction_not_allowed try_again_later
    `),
    insufficient_funds: words('insufficient_funds'),
    limit_exceeded: words(`
      card_velocity_exceeded duplicate_transaction invalid_amount pin_try_exceeded
      withdrawal_count_limit_exceeded
    `),
    incorrect_card_data: words(`
      expired_card incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip
      invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number invalid_pin
      new_account_information_available testmode_decline
    `),
    authentication_required: words(`
      authentication_required authentication_not_handled offline_pin_required
      online_or_offline_pin_required mobile_device_authentication_required
    `),
    card_lost_or_stolen: words('lost_card pickup_card restricted_card stolen_card'),
    card_closed: words('invalid_account'),
    fraud_suspected: words('fraudulent merchant_blacklist security_violation'),
    stop_payment: words('revocation_of_all_authorizations revocation_of_authorization stop_payment_order'),
    issuer_unavailable: words('issuer_not_available'),
    processor_error: words('processing_error reenter_transaction'),
    not_supported: words('card_not_supported currency_not_supported'),
  },
  generic_decline: 'generic_decline',
  insists_on_authentication: 'authentication_required',
  tables: [
    {
      name: 'Stripe, decline codes and error codes',
      lines: outcomes,
      published: [stripeDeclineCodes, stripeErrorCodes],
      without_line: {
        'the status says what it means: 401, 409, 429': words(`
          api_key_expired platform_api_key_expired idempotency_key_in_use lock_timeout rate_limit
          payment_intent_rate_limit_exceeded
        `),
        'the intent beside it says how it stands': words('payment_intent_unexpected_state'),
        'a capture, cancel or refund in the wrong state: it fails as our own mistake': words(`
          capture_charge_authorization_expired capture_unauthorized_payment charge_already_captured
          charge_already_refunded charge_disputed charge_expired_for_capture charge_not_refundable
          refund_disputed_payment balance_insufficient
        `),
        'our own malformed call': words(`
          charge_invalid_parameter missing parameter_invalid_empty parameter_invalid_integer
          parameter_invalid_string_blank parameter_invalid_string_empty parameter_missing parameter_unknown
          parameters_exclusive payment_intent_action_required payment_intent_invalid_parameter
          payment_method_billing_details_address_missing payment_method_invalid_parameter
          payment_method_invalid_parameter_testmode payment_method_unexpected_state resource_already_exists
          resource_missing url_invalid invalid_characters invalid_source_usage
          country_code_invalid state_unsupported status_transition_invalid
        `),
        'what it means for a card is not published': words(`
          action_blocked anomalous_money_movement_request approval_required authentication_failure
          payment_method_not_available payment_method_restricted request_blocked
        `),
        'of other products and of payment methods that are never asked for': words(`
          account_closed account_country_invalid_address account_error_country_change_requires_additional_steps
          account_information_mismatch account_number_invalid account_token_required_for_v2_account
          acss_debit_session_incomplete alipay_upgrade_required application_fees_not_allowed
          balance_invalid_parameter bank_account_bad_routing_numbers bank_account_declined bank_account_exists
          bank_account_restricted bank_account_unusable bank_account_unverified
          bank_account_verification_failed billing_invalid_mandate bitcoin_upgrade_required
          cardholder_phone_number_required charge_exceeds_source_limit clearing_code_unsupported
          coupon_expired customer_max_payment_methods customer_max_subscriptions customer_session_expired
          customer_tax_location_invalid debit_not_authorized failed_tax_calculation
          financial_account_balance_does_not_support_currency financial_account_capability_not_enabled
          financial_account_capability_restricted financial_connections_account_inactive
          financial_connections_account_pending_account_numbers
          financial_connections_account_unavailable_account_numbers
          financial_connections_no_successful_transaction_refresh forwarding_api_inactive
          forwarding_api_invalid_parameter forwarding_api_retryable_upstream_error
          forwarding_api_upstream_connection_error forwarding_api_upstream_connection_timeout
          forwarding_api_upstream_error india_recurring_payment_mandate_canceled
          instant_payouts_config_disabled instant_payouts_currency_disabled instant_payouts_limit_exceeded
          instant_payouts_unsupported intent_invalid_state intent_verification_method_missing
          invalid_canceled_subscription_fields invalid_mandate_reference_prefix_format invalid_tax_location
          invoice_no_customer_line_items invoice_no_payment_method_types invoice_no_subscription_line_items
          invoice_not_editable invoice_on_behalf_of_not_editable invoice_payment_intent_requires_action
          invoice_upcoming_none no_account not_allowed_on_standard_account out_of_inventory
          ownership_declaration_not_allowed payment_intent_konbini_rejected_confirmation_number
          payment_intent_mandate_invalid payment_method_bank_account_already_verified
          payment_method_bank_account_blocked payment_method_customer_decline
          payment_method_microdeposit_failed payment_method_microdeposit_processing_error
          payment_method_microdeposit_verification_amounts_invalid
          payment_method_microdeposit_verification_amounts_mismatch
          payment_method_microdeposit_verification_attempts_exceeded
          payment_method_microdeposit_verification_descriptor_code_mismatch
          payment_method_microdeposit_verification_timeout payment_method_provider_decline
          payment_method_provider_timeout payout_reconciliation_not_ready payouts_limit_exceeded
          payouts_not_allowed product_inactive progressive_onboarding_limit_exceeded refer_to_customer
          return_intent_already_processed routing_number_invalid sepa_unsupported_account
          service_period_coupon_with_metered_tiered_item_unsupported setup_attempt_failed
          setup_intent_authentication_failure setup_intent_invalid_parameter setup_intent_mandate_invalid
          setup_intent_mobile_wallet_unsupported setup_intent_setup_attempt_expired
          setup_intent_unexpected_state shipping_address_invalid shipping_calculation_failed siret_invalid
          sku_inactive storer_capability_missing storer_capability_not_active stripe_tax_inactive
          tax_id_invalid tax_id_prohibited taxes_calculation_failed terminal_location_country_unsupported
          terminal_reader_busy terminal_reader_hardware_fault terminal_reader_invalid_location_for_activation
          terminal_reader_invalid_location_for_payment terminal_reader_offline terminal_reader_timeout
          transfer_source_balance_parameters_mismatch transfers_not_allowed
        `),
      },
      unpublished: {
        'in the answers of live accounts to a test card': ['live_mode_test_card'],
      },
    },
    { name: 'Stripe’s refunds that failed', lines: refundFailures, published: [stripeRefundFailures] },
  ],
};

/** Stripe’s events of charges, payment intents and refunds. */
export const stripeEventNames: PspSubject['event_names'] = {
  read: eventsRead,
  needed: { '': eventsRead },
  published: {
    source: 'github.com/stripe/stripe-node/blob/master/types/EventTypes.d.ts',
    as_of: 'commit 0a579b04',
    codes: words(`
      charge.captured charge.dispute.closed charge.dispute.created charge.dispute.funds_reinstated
      charge.dispute.funds_withdrawn charge.dispute.updated charge.expired charge.failed charge.pending
      charge.refund.updated charge.refunded charge.succeeded charge.updated
      payment_intent.amount_capturable_updated payment_intent.canceled payment_intent.created
      payment_intent.partially_funded payment_intent.payment_failed payment_intent.processing
      payment_intent.requires_action payment_intent.succeeded refund.created refund.failed refund.updated
    `),
  },
  unread: {
    'the payment intent’s own event tells it': words(`
      charge.captured charge.expired charge.failed charge.pending charge.succeeded charge.updated
      payment_intent.created payment_intent.processing
    `),
    'the refund’s own event tells it': words('charge.refunded'),
    'the dispute’s own events tell it': words(
      'charge.dispute.funds_reinstated charge.dispute.funds_withdrawn',
    ),
    'of payments by bank transfer': words('payment_intent.partially_funded'),
  },
};
