import { describe, expect, test } from '@jest/globals';
import { errorOutcomes as adyenErrors, openCodes } from '../../lib/psp/adyen/error-outcomes.ts';
import { refusalOutcomes } from '../../lib/psp/adyen/refusal-outcomes.ts';
import {
  errorOutcomes as checkoutErrors,
  responseOutcomes as checkoutResponses,
} from '../../lib/psp/checkout_com/outcomes.ts';
import { issueOutcomes } from '../../lib/psp/paypal/issue-outcomes.ts';
import { responseOutcomes as paypalResponses } from '../../lib/psp/paypal/response-outcomes.ts';
import { errorOutcomes as squareErrors } from '../../lib/psp/square/error-outcomes.ts';
import { outcomes as stripeOutcomes } from '../../lib/psp/stripe/outcomes.ts';
import { readReference, readSpec } from '../tools/specs.ts';
import { words } from './code-meanings.ts';
import { adyenErrorCodes } from './published/adyen-error-codes.ts';
import { adyenRefusalReasons } from './published/adyen-refusal-reasons.ts';
import { checkoutComErrorCodes } from './published/checkout-com-error-codes.ts';
import { checkoutComResponseCodes } from './published/checkout-com-response-codes.ts';
import { paypalIssues } from './published/paypal-issues.ts';
import { paypalResponseCodes } from './published/paypal-response-codes.ts';
import type { PublishedCodes } from './published/published-codes.ts';
import { squareErrorCodes } from './published/square-error-codes.ts';
import { stripeDeclineCodes } from './published/stripe-decline-codes.ts';
import { stripeErrorCodes } from './published/stripe-error-codes.ts';

/** An adapter's table beside what its PSP publishes. Codes stand under the reason why they have no line, or why they have one all the same. */
type Table = {
  readonly name: string;
  readonly lines: Readonly<Record<string, string>>;
  readonly published: readonly PublishedCodes[];
  readonly without_line?: Readonly<Record<string, readonly string[]>>;
  readonly unpublished?: Readonly<Record<string, readonly string[]>>;
};

const tables: readonly Table[] = [
  {
    name: 'Stripe, decline codes and error codes',
    lines: stripeOutcomes,
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
        resource_missing url_invalid invalid_characters invalid_source_usage email_invalid token_in_use
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
      '`failure_reason` of a refund, which the description of the Refund object lists': words(`
        lost_or_stolen_card expired_or_canceled_card charge_for_pending_refund_disputed declined
        merchant_request unknown
      `),
    },
  },
  {
    name: 'Adyen, refusal reasons',
    lines: refusalOutcomes,
    published: [{ ...adyenRefusalReasons, codes: Object.keys(adyenRefusalReasons.called) }],
  },
  {
    name: 'Adyen, error codes',
    lines: adyenErrors,
    published: [adyenErrorCodes],
    without_line: {
      'Adyen itself does not know': openCodes,
      'the first call under the same key decides': ['704'],
      'somebody may have changed what a customer brought back from 3-D Secure':
        words('105 106 172 921_1 921_2'),
      'our own malformed call': words(`
        100 109 118 119 120 121 122 124 130 136 137 144 145 146 147 148 149 150 151 152 154 157 158 159 164
        166 167 168 170 171 174 175 180 181 182 184 185 186 187 188 189 190 191 192 196 198 200 205 217 218
        700 702 902 906 908 918 919 920 927 929 930 29_001 29_100
      `),
      'of other products and of payment methods that are never asked for': words(`
        108 110 111 112 113 114 115 116 125 126 127 139 142 143 155 156 160 161 162 163 165 183 203
        600 601 602 603 604 605 606 607 608 609 690 691 692 693 694 695 801 802 804 805 806 807
        905_4 905_5 905_6 922 923 926 928 963 964 965 1000 1001 1002 2000
      `),
    },
    unpublished: { 'in the answers of live accounts, beside 905': ['905_1', '905_3'] },
  },
  {
    name: 'Checkout.com, response codes',
    lines: checkoutResponses,
    published: [checkoutComResponseCodes],
    without_line: {
      'the range of the risk engine is fraud': words(`
        40101 40201 40202 40203 40204 40205
        41101 41201 41202 41203 41204 41205 41206 41301
        42101 42201 42202 42203 42204 42206 42301
        43101 43102 43201 43202 43203 43204 43205 43206 43301
      `),
      'payouts are never asked for': checkoutComResponseCodes.codes.filter(
        (code) => code.startsWith('5') && code !== '50003',
      ),
    },
    unpublished: { 'published with the test cards only': ['40108'] },
  },
  {
    name: 'Checkout.com, error codes',
    lines: checkoutErrors,
    published: [checkoutComErrorCodes],
    without_line: {
      'Checkout.com itself does not know': words('processing_error service_unavailable'),
      'whatever ends in `_not_configured` is the account': words('3ds_not_configured'),
      'a capture, void or refund in the wrong state: it fails as our own mistake': words(`
        action_failure_limit_exceeded capture_value_greater_than_authorized
        capture_value_greater_than_remaining_authorized refund_amount_exceeds_balance
        refund_authorization_declined void_amount_invalid
      `),
      'our own malformed call': words(`
        3ds_version_invalid 3ds_version_not_supported address_invalid amount_invalid api_calls_quota_exceeded
        billing_descriptor_city_invalid billing_descriptor_city_required billing_descriptor_name_invalid
        billing_descriptor_name_required charge_details_invalid city_invalid country_address_invalid
        country_invalid country_phone_code_invalid country_phone_code_length_invalid currency_required
        customer_already_exists customer_email_invalid customer_id_invalid customer_not_found
        customer_number_invalid email_in_use email_invalid email_required endpoint_invalid fail_url_invalid
        first_name_required ip_address_invalid last_name_required metadata_key_invalid parameter_invalid
        password_invalid payment_expired payment_invalid payment_method_invalid payment_source_required
        payment_type_invalid phone_number_invalid phone_number_length_invalid
        processing_key_required processing_value_required request_invalid request_json_invalid
        risk_enabled_required source_email_invalid source_email_required source_id_or_email_required
        source_id_required source_invalid source_or_destination_required source_token_required
        source_token_type_invalid source_token_type_required source_type_required sub_entities_count_invalid
        success_url_invalid success_url_required token_data_invalid token_required token_type_invalid
        token_type_required wallet_id_invalid
      `),
      'of other products': words(`
        customer_plan_edit_failed customer_plan_id_invalid recipient_account_number_invalid
        recipient_account_number_required recipient_dob_required recipient_last_name_required
        recipient_zip_invalid recipient_zip_required recurring_plan_exists recurring_plan_not_exist
        recurring_plan_removal_failed
      `),
    },
    unpublished: {
      'seen in the answers of live accounts, by the names of fields of the specification': words(
        'cvv_required payment_type_not_supported processing_channel_id_required',
      ),
    },
  },
  { name: 'PayPal, response codes', lines: paypalResponses, published: [paypalResponseCodes] },
  {
    name: 'PayPal, issues',
    lines: issueOutcomes,
    published: [paypalIssues],
    without_line: {
      'a capture, void or refund in the wrong state: the order is looked at': words(`
        AUTHORIZATION_ALREADY_CAPTURED AUTHORIZATION_DENIED AUTHORIZATION_EXPIRED AUTHORIZATION_VOIDED
        AUTH_CAPTURE_CURRENCY_MISMATCH AUTH_CURRENCY_MISMATCH CANNOT_BE_VOIDED CAPTURE_FULLY_REFUNDED
        CURRENCY_MISMATCH MAX_CAPTURE_AMOUNT_EXCEEDED MAX_CAPTURE_COUNT_EXCEEDED
        MAX_NUMBER_OF_REFUNDS_EXCEEDED PARTIAL_REFUND_NOT_ALLOWED PENDING_CAPTURE PREVIOUSLY_CAPTURED
        PREVIOUSLY_VOIDED REAUTHORIZATION_NOT_SUPPORTED REFUND_AMOUNT_EXCEEDED REFUND_AMOUNT_TOO_LOW
        REFUND_CAPTURE_CURRENCY_MISMATCH REFUND_IS_RESTRICTED REFUND_NOT_ALLOWED
        REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK REFUND_TIME_LIMIT_EXCEEDED TRANSACTION_DISPUTED
      `),
      'an order that took nothing and will take nothing': words('ORDER_EXPIRED ORDER_NOT_APPROVED'),
      'our own malformed call': words(`
        ACTION_DOES_NOT_MATCH_INTENT AMOUNT_CANNOT_BE_SPECIFIED AMOUNT_CHANGE_NOT_ALLOWED AMOUNT_MISMATCH
        AMOUNT_NOT_PATCHABLE AUTHORIZATION_AMOUNT_EXCEEDED AUTHORIZATION_CURRENCY_MISMATCH
        CANCEL_URL_REQUIRED CANNOT_BE_NEGATIVE CANNOT_BE_ZERO_OR_NEGATIVE CRYPTOGRAM_REQUIRED
        DECIMALS_NOT_SUPPORTED DECIMAL_PRECISION DECLINED_DUE_TO_RELATED_TXN DEVICE_DATA_NOT_AVAILABLE
        DUPLICATE_REFERENCE_ID EMV_DATA_REQUIRED FIELD_NOT_PATCHABLE IDENTIFIER_NOT_FOUND
        INCOMPATIBLE_PARAMETER_VALUE INVALID_ARRAY_MAX_ITEMS INVALID_ARRAY_MIN_ITEMS
        INVALID_JSON_POINTER_FORMAT INVALID_PARAMETER INVALID_PARAMETER_SYNTAX INVALID_PARAMETER_VALUE
        INVALID_PATCH_OPERATION INVALID_PAYER_ID INVALID_PICKUP_ADDRESS
        INVALID_RESOURCE_ID INVALID_STRING_LENGTH
        INVALID_STRING_MAX_LENGTH ITEM_CATEGORY_NOT_SUPPORTED_BY_PAYMENT_SOURCE ITEM_TOTAL_MISMATCH
        ITEM_TOTAL_REQUIRED MALFORMED_REQUEST_JSON MAX_VALUE_EXCEEDED MISSING_CRYPTOGRAM
        MISSING_PICKUP_ADDRESS MISSING_REQUIRED_PARAMETER
        MULTIPLE_ITEM_CATEGORIES MULTIPLE_SHIPPING_ADDRESS_NOT_SUPPORTED MULTIPLE_SHIPPING_OPTION_SELECTED
        MULTIPLE_SHIPPING_TYPE_NOT_SUPPORTED MULTI_CURRENCY_ORDER NOT_PATCHABLE NOT_SUPPORTED
        NO_PAYMENT_SOURCE_PROVIDED ONE_OF_PARAMETERS_REQUIRED ONE_OF_THE_PARAMETERS_REQUIRED
        ONLY_ONE_BANK_SOURCE_ALLOWED ONLY_ONE_PAYMENT_SOURCE_ALLOWED ORDER_CANNOT_BE_SAVED
        ORDER_COMPLETE_ON_PAYMENT_APPROVAL PATCH_PATH_REQUIRED PATCH_VALUE_REQUIRED PAYMENT_SOURCE_MISMATCH
        PAYPAL_REQUEST_ID_REQUIRED PREFERRED_PAYMENT_SOURCE_MISMATCH
        PREFERRED_SHIPPING_OPTION_AMOUNT_MISMATCH
        REFERENCE_ID_NOT_FOUND REFERENCE_ID_REQUIRED
        REQUIRED_PARAMETER_FOR_CUSTOMER_INITIATED_PAYMENT REQUIRED_PARAMETER_FOR_PAYMENT_SOURCE
        RETURN_URL_REQUIRED SAVE_ORDER_NOT_SUPPORTED SHIPPING_ADDRESS_INVALID
        SHIPPING_OPTIONS_NOT_SUPPORTED SHIPPING_OPTION_NOT_SELECTED SHIPPING_TYPE_NOT_SUPPORTED_FOR_CLIENT
        TAX_TOTAL_MISMATCH TAX_TOTAL_REQUIRED UNSUPPORTED_INTENT UNSUPPORTED_PATCH_PARAMETER_VALUE
        UNSUPPORTED_PAYMENT_INSTRUCTION UNSUPPORTED_PROCESSING_INSTRUCTION UNSUPPORTED_SHIPPING_TYPE
        VAULT_INSTRUCTION_DUPLICATED VAULT_INSTRUCTION_REQUIRED
      `),
      'of other products and of payment methods that are never asked for': words(`
        AGREEMENT_ALREADY_CANCELLED ALIAS_DECLINED_BY_PROCESSOR APPLE_PAY_AMOUNT_MISMATCH
        BANK_NOT_SUPPORTED_FOR_VERIFICATION BILLING_AGREEMENT_ID_MISMATCH BILLING_AGREEMENT_NOT_FOUND
        BLIK_ONE_CLICK_MISSING_REQUIRED_PARAMETER CURRENCY_NOT_SUPPORTED_FOR_BANK
        DONATION_ITEMS_NOT_SUPPORTED GOOGLE_PAY_GATEWAY_MERCHANT_ID_MISMATCH IBAN_COUNTRY_NOT_SUPPORTED
        INVALID_FX_RATE_ID INVALID_GOOGLE_PAY_TOKEN INVALID_IBAN INVALID_PAYEE_PRICING_TIER_ID
        INVALID_PLATFORM_FEES_ACCOUNT INVALID_PLATFORM_FEES_AMOUNT
        MERCHANT_INITIATED_WITH_AUTHENTICATION_RESULTS MERCHANT_INITIATED_WITH_MULTIPLE_PURCHASE_UNITS
        MERCHANT_INITIATED_WITH_SECURITY_CODE NOT_ELIGIBLE_FOR_PAYPAL_TRANSACTION_ID_PROCESSING
        NOT_ELIGIBLE_FOR_PNREF_PROCESSING NOT_ENABLED_FOR_APPLE_PAY NOT_ENABLED_FOR_BANK_PROCESSING
        NOT_ENABLED_FOR_GOOGLE_PAY PAYEE_FX_RATE_ID_CURRENCY_MISMATCH PAYEE_FX_RATE_ID_EXPIRED
        PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING PAYEE_PRICING_TIER_ID_NOT_ENABLED
        PAYPAL_TRANSACTION_ID_EXPIRED PAYPAL_TRANSACTION_ID_NOT_FOUND PERMISSION_DENIED_FOR_DONATION_ITEMS
        PLATFORM_FEES_NOT_SUPPORTED PLATFORM_FEE_EXCEEDED PLATFORM_FEE_NOT_ENABLED
        PLATFORM_FEE_PAYEE_CANNOT_BE_SAME_AS_PAYER PNREF_EXPIRED PNREF_NOT_FOUND SETUP_ERROR_FOR_BANK
      `),
    },
  },
  { name: 'Square, error codes', lines: squareErrors, published: [squareErrorCodes] },
];

const codesIn = (groups: Readonly<Record<string, readonly string[]>> = {}): readonly string[] =>
  Object.values(groups).flat();
const sorted = (codes: Iterable<string>): readonly string[] => [...new Set(codes)].sort();

describe.each(tables)('$name', ({ lines, published, without_line, unpublished }) => {
  const listed = published.flatMap(({ codes }) => codes);

  test('say where they were published, and when', () => {
    for (const { source, as_of } of published) {
      expect(source).toMatch(/^[\w.-]+\/[\w./-]+/);
      expect(as_of).toMatch(/\d{4}-\d\d-\d\d|commit [\da-f]{8}|undated/);
    }
  });

  test('every published code has a line, or a reason to have none', () => {
    const answered = new Set([...Object.keys(lines), ...codesIn(without_line)]);
    expect(sorted(listed.filter((code) => !answered.has(code)))).toEqual([]);
  });

  test('every line is of a published code, or says why it is not', () => {
    const known = new Set([...listed, ...codesIn(unpublished)]);
    expect(sorted(Object.keys(lines).filter((code) => !known.has(code)))).toEqual([]);
  });

  test('no reason outlives its code', () => {
    const told = new Set(listed);
    for (const code of codesIn(without_line))
      expect({ code, line: Object.hasOwn(lines, code), published: told.has(code) }).toEqual({
        code,
        line: false,
        published: true,
      });
    for (const code of codesIn(unpublished))
      expect({ code, line: Object.hasOwn(lines, code), published: told.has(code) }).toEqual({
        code,
        line: true,
        published: false,
      });
    const reasons = [...codesIn(without_line), ...codesIn(unpublished)];
    expect(sorted(reasons)).toEqual(reasons.toSorted());
  });
});

describe('the kept lists are those of the documents', () => {
  const facts = readReference('decline-codes.json') as
    | (Readonly<
        Record<
          'stripe' | 'adyen' | 'checkoutcom',
          { readonly codes: readonly Readonly<Record<string, string>>[] }
        >
      > & { readonly paypal: { readonly response_code: readonly string[] } })
    | undefined;
  const documents = ['paypal-orders', 'paypal-payments', 'square'].map((name) =>
    readSpec(`${name}.openapi.json`),
  );
  const atHand = facts === undefined || documents.includes(undefined) ? test.skip : test;

  atHand('decline codes', () => {
    const codes = (psp: 'stripe' | 'checkoutcom') => facts?.[psp].codes.map(({ code = '' }) => code) ?? [];
    expect(stripeDeclineCodes.codes).toEqual(codes('stripe'));
    expect(Object.entries(adyenRefusalReasons.called)).toEqual(
      facts?.adyen.codes.map(({ refusalReasonCode, refusalReason }) => [refusalReasonCode, refusalReason]),
    );
    expect(paypalResponseCodes.codes).toEqual(facts?.paypal.response_code);
    // A part of the whole, and one code of the test cards.
    const whole = [...checkoutComResponseCodes.codes, '40108'];
    expect(codes('checkoutcom').filter((code) => !code.startsWith('10') && !whole.includes(code))).toEqual(
      [],
    );
  });

  atHand('errors of PayPal and Square', () => {
    const [orders, payments, square] = documents;
    expect(sorted([...issuesIn(orders), ...issuesIn(payments)])).toEqual(paypalIssues.codes);
    const { ErrorCode } = (square as Schemas).components.schemas;
    expect(squareErrorCodes.codes).toEqual(ErrorCode?.enum);
  });
});

type Schemas = {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly enum: readonly string[] }>> };
};

/** Every `issue` in a document of PayPal's: as an example, or as the values that the field may have. */
const issuesIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { issue } = value as { readonly issue?: string | { readonly enum?: readonly string[] } };
  const here = typeof issue === 'string' ? [issue] : (issue?.enum ?? []);
  return [...here, ...Object.values(value).flatMap(issuesIn)];
};
