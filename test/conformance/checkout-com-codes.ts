import { errorOutcomes, responseOutcomes } from '../../lib/psp/checkout_com/outcomes.ts';
import { eventsRead } from '../../lib/psp/checkout_com/webhooks.ts';
import { nameless, words } from './code-meanings.ts';
import type { PspSubject, PublishedCodes } from './psp-subject.ts';

/** Checkout.com’s `error_codes` of `/payments`. */
const checkoutComErrorCodes: PublishedCodes = {
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

/** Checkout.com’s `response_code` of declined payments, actions and payouts. */
export const checkoutComResponseCodes: PublishedCodes = {
  source: 'checkout.com/docs/resources/codes/api-response-codes',
  as_of: '2025-12-03, read in a copy; payouts (50xxx) from the list of July 2026',
  codes: words(`
    20001 20002 20003 20004 20005 20006 20009 20012 20013 20014 20015 20016 20017 20018 20019 20020
    20021 20022 20023 20024 20025 20026 20027 20028 20029 20030 20031 20032 20033 20038 20039 20040
    20042 20044 20045 20046 20051 20052 20053 20054 20055 20056 20057 20058 20059 20060 20061 20062
    20063 20064 20065 20066 20067 20068 20072 20075 20078 20081 20082 20083 20084 20085 20086 20087
    20088 20089 20090 20091 20092 20093 20094 20095 20096 20097 20098 20099 20197 2005C 2006P 2009G
    200A4 200A5 200A6 200E0 200E2 200E3 200N0 200N7 200O5 200P1 200P9 200R1 200R3 200S4 200T2 200T3
    200T5 20100 20101 20102 20103 20104 20105 20106 20107 20108 20109 20110 20111 20112 20113 20114
    20115 20116 20117 20118 20119 20120 20121 20122 20123 20124 20150 20151 20152 20153 20154 20155
    20156 20157 20158 20159 20179 20182 20183 20193 30004 30007 30015 30016 30017 30018 30019 30020
    30021 30022 30033 30034 30035 30036 30037 30038 30041 30043 30044 30045 30046 40101 40201 40202
    40203 40204 40205 41101 41201 41202 41203 41204 41205 41206 41301 42101 42201 42202 42203 42204
    42206 42301 43101 43102 43201 43202 43203 43204 43205 43206 43301 44301 50001 50002 50003 50005
    50020 50021 50022 50023 50025 50026 50027 50030 50070 50100 50101 50102 50103 50104 50105 50106
    50150 50180 50200 50240 50260 50280 50399 50401 50402 50403 50404 50405 50406 50407 50408 50409
    50410 50441 50451 50452 50453 50454 50466 50471 50481 50490 50491 50492 50494 50499 50501 50511
    50512 50513 50514 50515 50517 50531 50599
  `),
};

/** Checkout.com’s response codes of card payments; those of payouts (50xxx) are no answer to one. */
export const checkoutComCodes: PspSubject['codes'] = {
  published: nameless(checkoutComResponseCodes.codes.filter((code) => !code.startsWith('5'))),
  means: {
    do_not_honor: words(`
      20001 20002 20005 20012 20016 20040 20046 20057 20060 20072 20078 20179 20182 2005C 2006P
      30016 30017 30018 30019 30045
    `),
    insufficient_funds: words('20051'),
    limit_exceeded: words('20038 20061 20065 20075 200P1 200P9 30021 30022 30038'),
    incorrect_card_data: words(`
      20014 20015 20025 20054 20055 20056 20082 20087 20100 20101 20107 20108 20114 20123 20124 200N7 30015
    `),
    authentication_required: words('20154 200O5 44301'),
    authentication_failed: words('20150 20151 20152 20153 20155 20159'),
    card_lost_or_stolen: words('20004 20062 20067 30004 30007 30033 30035 30036 30041 30043'),
    card_closed: words('20039 20042 20044 20052 20053 20083 30046'),
    fraud_suspected: words(`
      20059 20063 20064 20066 20183 30034 30037 30044
      40101 40201 40202 40203 40204 40205
      41101 41201 41202 41203 41204 41205 41206 41301
      42101 42201 42202 42203 42204 42206 42301
      43101 43102 43201 43202 43203 43204 43205 43206 43301
    `),
    stop_payment: words('20017 20018 20093 2009G 200R1 200R3'),
    issuer_unavailable: words('20068 20090 20091 20092'),
    processor_error: words('20003 20019 20022 20088 20089 20096 20098 20104 20105 200E3'),
    not_supported: words(`
      20031 20058 20081 20102 20103 20106 20112 20121 20122 20156 20157 20197 200T3
    `),
    invalid_request: words(
      '20006 20013 20023 20030 20033 20113 20115 20116 20117 20119 20120 20193 200T2 30020',
    ),
    unmapped: words(`
      20020 20021 20024 20026 20027 20028 20029 20032 20045 20084 20085 20086 20095 20097 20099 20109 20110
      20111 20158 200A4 200A5 200A6 200E0 200E2 200N0 200S4 200T5
    `),
    duplicate: words('20009 20094 20118'),
  },
  generic_decline: '20005',
  insists_on_authentication: '20154',
  tables: [
    {
      name: 'Checkout.com, response codes',
      lines: responseOutcomes,
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
      unpublished: {
        'published with the test cards only': ['40108'],
        'known to activemerchant/active_merchant, commit ca45b1b0': ['40104', '40111'],
      },
    },
    {
      name: 'Checkout.com, error codes',
      lines: errorOutcomes,
      published: [checkoutComErrorCodes],
      without_line: {
        'Checkout.com itself does not know': words('processing_error service_unavailable'),
        'whatever ends in `_not_configured` is the account': words('3ds_not_configured'),
        'a capture, void or refund in the wrong state: it fails as our own mistake': words(`
          action_failure_limit_exceeded capture_value_greater_than_authorized
          capture_value_greater_than_remaining_authorized refund_amount_exceeds_balance void_amount_invalid
        `),
        'our own malformed call': words(`
          3ds_version_invalid 3ds_version_not_supported amount_invalid
          billing_descriptor_city_invalid billing_descriptor_city_required billing_descriptor_name_invalid
          billing_descriptor_name_required charge_details_invalid    
                currency_required
          customer_already_exists customer_id_invalid customer_not_found
          customer_number_invalid email_in_use email_required endpoint_invalid fail_url_invalid
          first_name_required ip_address_invalid last_name_required metadata_key_invalid parameter_invalid
          password_invalid payment_expired payment_invalid payment_method_invalid payment_source_required
          payment_type_invalid    
          processing_key_required processing_value_required request_invalid request_json_invalid
          risk_enabled_required source_email_required source_id_or_email_required
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
  ],
};

/** Checkout.com’s events of the gateway and of disputes. */
export const checkoutComEventNames: PspSubject['event_names'] = {
  read: [...eventsRead.gateway, ...eventsRead.dispute],
  needed: eventsRead,
  published: {
    source: 'checkout.com/docs/developer-resources/event-notifications/event-types',
    as_of:
      'page last updated 2025-12-17; read in part, and of single events on pages of 2022-04-29 to 2025-09-03; the rest by an undated copy of what GET /workflows/event-types answers',
    codes: words(`
      card_verified card_verification_declined payment_approved payment_authentication_failed
      payment_authorized payment_authorization_incremented payment_authorization_increment_declined
      payment_canceled payment_captured payment_capture_declined payment_capture_pending payment_declined
      payment_expired payment_paid payment_pending payment_refunded payment_refund_declined
      payment_refund_pending payment_retry_scheduled payment_returned payment_voided payment_void_declined
      request_for_information_received dispute_received dispute_resolved dispute_canceled
      dispute_evidence_required dispute_accepted dispute_expired dispute_evidence_submitted
      dispute_evidence_acknowledged_by_scheme dispute_won dispute_lost
      dispute_arbitration_evidence_submitted dispute_arbitration_sent_to_scheme dispute_arbitration_won
      dispute_arbitration_lost
    `),
  },
  unread: {
    'never asked for': words(`
      card_verified card_verification_declined payment_authorization_incremented
      payment_authorization_increment_declined
    `),
    'the approval’s own event tells it': words('payment_authorized'),
    'another event follows with the outcome': words('payment_capture_pending payment_refund_pending'),
    'of payouts, and of payment methods that are never asked for': words('payment_paid payment_returned'),
  },
};
