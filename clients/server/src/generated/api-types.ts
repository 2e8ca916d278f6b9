// Made from docs/openapi.yaml by `npm run openapi`. Do not edit.

/** Lowercase ISO 4217 code of a currency in circulation. */
export type Currency =
  | 'aed'
  | 'afn'
  | 'all'
  | 'amd'
  | 'aoa'
  | 'ars'
  | 'aud'
  | 'awg'
  | 'azn'
  | 'bam'
  | 'bbd'
  | 'bdt'
  | 'bhd'
  | 'bif'
  | 'bmd'
  | 'bnd'
  | 'bob'
  | 'brl'
  | 'bsd'
  | 'btn'
  | 'bwp'
  | 'byn'
  | 'bzd'
  | 'cad'
  | 'cdf'
  | 'chf'
  | 'clp'
  | 'cny'
  | 'cop'
  | 'crc'
  | 'cup'
  | 'cve'
  | 'czk'
  | 'djf'
  | 'dkk'
  | 'dop'
  | 'dzd'
  | 'egp'
  | 'ern'
  | 'etb'
  | 'eur'
  | 'fjd'
  | 'fkp'
  | 'gbp'
  | 'gel'
  | 'ghs'
  | 'gip'
  | 'gmd'
  | 'gnf'
  | 'gtq'
  | 'gyd'
  | 'hkd'
  | 'hnl'
  | 'htg'
  | 'huf'
  | 'idr'
  | 'ils'
  | 'inr'
  | 'iqd'
  | 'irr'
  | 'isk'
  | 'jmd'
  | 'jod'
  | 'jpy'
  | 'kes'
  | 'kgs'
  | 'khr'
  | 'kmf'
  | 'kpw'
  | 'krw'
  | 'kwd'
  | 'kyd'
  | 'kzt'
  | 'lak'
  | 'lbp'
  | 'lkr'
  | 'lrd'
  | 'lsl'
  | 'lyd'
  | 'mad'
  | 'mdl'
  | 'mga'
  | 'mkd'
  | 'mmk'
  | 'mnt'
  | 'mop'
  | 'mru'
  | 'mur'
  | 'mvr'
  | 'mwk'
  | 'mxn'
  | 'myr'
  | 'mzn'
  | 'nad'
  | 'ngn'
  | 'nio'
  | 'nok'
  | 'npr'
  | 'nzd'
  | 'omr'
  | 'pab'
  | 'pen'
  | 'pgk'
  | 'php'
  | 'pkr'
  | 'pln'
  | 'pyg'
  | 'qar'
  | 'ron'
  | 'rsd'
  | 'rub'
  | 'rwf'
  | 'sar'
  | 'sbd'
  | 'scr'
  | 'sdg'
  | 'sek'
  | 'sgd'
  | 'shp'
  | 'sle'
  | 'sos'
  | 'srd'
  | 'ssp'
  | 'stn'
  | 'svc'
  | 'syp'
  | 'szl'
  | 'thb'
  | 'tjs'
  | 'tmt'
  | 'tnd'
  | 'top'
  | 'try'
  | 'ttd'
  | 'twd'
  | 'tzs'
  | 'uah'
  | 'ugx'
  | 'usd'
  | 'uyu'
  | 'uzs'
  | 'ves'
  | 'vnd'
  | 'vuv'
  | 'wst'
  | 'xaf'
  | 'xcd'
  | 'xcg'
  | 'xof'
  | 'xpf'
  | 'yer'
  | 'zar'
  | 'zmw'
  | 'zwg';

/** Uppercase ISO 3166-1 alpha-2 code. */
export type Country =
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AO'
  | 'AQ'
  | 'AR'
  | 'AS'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FM'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GU'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MH'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MP'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PR'
  | 'PS'
  | 'PT'
  | 'PW'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VI'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW'
  | 'XK';

/** A definite no, in categories that are the same for every PSP. No money was taken and none will be. */
export type DeclineCode =
  | 'not_sent'
  | 'psp_unavailable'
  | 'rate_limited'
  | 'processor_error'
  | 'issuer_unavailable'
  | 'not_supported'
  | 'do_not_honor'
  | 'insufficient_funds'
  | 'limit_exceeded'
  | 'incorrect_card_data'
  | 'authentication_required'
  | 'authentication_failed'
  | 'card_lost_or_stolen'
  | 'card_closed'
  | 'fraud_suspected'
  | 'stop_payment'
  | 'invalid_request'
  | 'unmapped';

/** The outcome of an attempt: `approved`, `captured`, `requires_action`; a decline; `unknown` and `duplicate`, which are resolved later; or `canceled` or `absent`, found by a look-up. */
export type Outcome =
  | 'approved'
  | 'captured'
  | 'requires_action'
  | 'not_sent'
  | 'psp_unavailable'
  | 'rate_limited'
  | 'processor_error'
  | 'issuer_unavailable'
  | 'not_supported'
  | 'do_not_honor'
  | 'insufficient_funds'
  | 'limit_exceeded'
  | 'incorrect_card_data'
  | 'authentication_required'
  | 'authentication_failed'
  | 'card_lost_or_stolen'
  | 'card_closed'
  | 'fraud_suspected'
  | 'stop_payment'
  | 'invalid_request'
  | 'unmapped'
  | 'duplicate'
  | 'unknown'
  | 'canceled'
  | 'absent';

/** A PSP account and its share. */
export type RoutingTarget = {
  /** The id of the account. */
  readonly psp: string;
  /** Its share among the weights of the rule; 0 means failover only. At least one must be above 0. */
  readonly weight: number;
};

/** Targets for payments that meet a condition. */
export type RoutingOverride = {
  /** The condition. */
  readonly when: OverrideCondition;
  /** The targets that replace the rule’s. */
  readonly targets: readonly RoutingTarget[];
};

/** All given conditions must hold. */
export type OverrideCondition = {
  /** One of these currencies. */
  readonly currency?: readonly Currency[];
  /** Within these bounds, in the currency's minor unit. */
  readonly amount?: {
    /** At least. */
    readonly gte?: number;
    /** More than. */
    readonly gt?: number;
    /** At most. */
    readonly lte?: number;
    /** Less than. */
    readonly lt?: number;
  };
  /** One of these countries. */
  readonly country?: readonly Country[];
  /** One of these brands. The brand is known only at confirm, so the session gets a plan for each. */
  readonly card_brand?: readonly (
    | 'visa'
    | 'mastercard'
    | 'amex'
    | 'discover'
    | 'diners'
    | 'jcb'
    | 'unionpay'
    | 'maestro'
  )[];
};

/** A payment, with its route and the outcome of each attempt. */
export type CheckoutSession = {
  /** The id of the session. */
  readonly id: string;
  /** Always `checkout.session`. */
  readonly object: 'checkout.session';
  /** In the currency's ISO 4217 minor unit: 2599 is 25.99 EUR, and 2599 JPY. */
  readonly amount: number;
  /** Lowercase ISO 4217 code. */
  readonly currency: Currency;
  /** `open`: it can be paid. `complete`: the payment is held, made or released. `expired`: `expires_at` passed without payment, or you expired it. */
  readonly status: 'open' | 'complete' | 'expired';
  /** The session token. It lets a browser read and confirm this one session, and nothing else. Null once its signing key is gone, and for an API key without `checkout:write`. Never log it. */
  readonly client_secret: string | null;
  /** The page of this service where the customer can pay, with a session token behind `#`, which reaches no server: send the customer there, and never log it. With `saved_cards`, it is a token that neither shows nor charges stored cards. Null where no page is set up or no cards are taken, in lists, and for an API key without `checkout:write`. */
  readonly url: string | null;
  /** Unix seconds. */
  readonly created: number;
  /** `unpaid`: no attempt succeeded. `requires_action`: the customer must act, see `next_action`. `processing`: the outcome is not known yet; read the session again later. `authorized`: the money is held. `paid`: it is captured. `canceled`: the hold was released. */
  readonly payment_status: 'unpaid' | 'requires_action' | 'processing' | 'authorized' | 'paid' | 'canceled';
  /** `automatic` takes the money at once; `manual` holds it until you capture. */
  readonly capture_method: 'automatic' | 'manual';
  /** The routing rule that decided the plan. */
  readonly routing_rule: string;
  /** Where the customer goes after authentication. */
  readonly success_url: string;
  /** Where the customer goes if the payment failed. If null, to `success_url` too. A payment on the hosted page goes back to that page. */
  readonly cancel_url: string | null;
  /** What is paid for. The hosted page shows it. */
  readonly description: string | null;
  /** The country the session was routed by. */
  readonly country: Country | null;
  /** The parts of the billing address that a card payment requires, and that the hosted fields ask for. */
  readonly collect: readonly ('country' | 'postal_code')[];
  /** The wallets that can pay, and where. Null if none can; no wallet button is shown then. */
  readonly wallets: SessionWallets | null;
  /** Unix seconds. A session with an open attempt does not expire. */
  readonly expires_at: number;
  /** Whether real money moves. */
  readonly livemode: boolean;
  /** The charge of the open attempt, or of the one that succeeded. */
  readonly charge: string | null;
  /** What the customer must do; null if there is nothing to do. */
  readonly next_action: NextAction | null;
  /** Why the last confirm ended without a payment; null if it did not. */
  readonly last_payment_error: LastPaymentError | null;
  /** Your own order id. */
  readonly reference: string | null;
  /** Whether only one of the sessions with this `reference`, or of this payment link, can be paid. */
  readonly pay_once: boolean;
  /** The payment link that it was begun with; null without one. */
  readonly payment_link: string | null;
  /** The customer's email address. */
  readonly customer_email: string | null;
  /** Who pays, as you know them. */
  readonly customer: SessionCustomer | null;
  /** Who pays, as given at creation. */
  readonly billing_details: SessionBillingDetails | null;
  /** Where the goods are sent. */
  readonly shipping: SessionShipping | null;
  /** What the customer's statement shows, at PSPs that accept it. */
  readonly statement_descriptor: string | null;
  /** Why strong authentication can be skipped, as you requested. */
  readonly exemption: 'low_value' | 'tra' | 'secure_corporate' | 'trusted_beneficiary' | null;
  /** Whether the payment element offers the stored cards of the customer. */
  readonly saved_cards: boolean;
  /** What the card is stored for once the payment is authorised; null if it is not stored. */
  readonly setup: 'off_session' | 'on_session' | null;
  /** Your own data, as you gave it. */
  readonly metadata: { readonly [key: string]: string };
  /** The decision made at creation, with its reasons, and the attempts since. */
  readonly routing: RoutingDecision;
  /** What is probably a mistake. Only in the answer to the call that creates the session, and missing if there is nothing. */
  readonly warnings?: readonly SessionWarning[];
};

/** Who pays, as you know them. */
export type SessionCustomer = {
  /** Your own id. */
  readonly id: string | null;
  /** Email address. */
  readonly email: string | null;
  /** Telephone number. */
  readonly phone: string | null;
};

/** Who pays. */
export type SessionBillingDetails = {
  /** Full name. */
  readonly name: string | null;
  /** Email address. */
  readonly email: string | null;
  /** Telephone number. */
  readonly phone: string | null;
  /** Postal address. */
  readonly address: PostalAddress;
};

/** Where the goods are sent. */
export type SessionShipping = {
  /** The recipient. */
  readonly name: string | null;
  /** Telephone number. */
  readonly phone: string | null;
  /** Postal address. */
  readonly address: PostalAddress;
};

/** A postal address. */
export type PostalAddress = {
  /** Street and number. */
  readonly line1: string | null;
  /** Additional address line. */
  readonly line2: string | null;
  /** City. */
  readonly city: string | null;
  /** State, county or province. */
  readonly state: string | null;
  /** Postal code. */
  readonly postal_code: string | null;
  /** Uppercase ISO 3166-1 alpha-2 code. */
  readonly country: Country | null;
};

/** The wallets that can pay, and where. */
export type SessionWallets = {
  /** The PSP account that is tried first. A token must be encrypted for it. */
  readonly psp: string;
  /** The wallets whose encrypted tokens it accepts. */
  readonly types: readonly ('applepay' | 'googlepay')[];
};

/** Where a card is collected without passing through this service. */
export type SessionVault = {
  /** The vault's origin: `POST {url}/v1/cards` takes a card and returns `token` and `receipt`. With the security code of a stored card instead, it returns `token`. */
  readonly url: string;
  /** The bearer token for it, valid for 30 minutes, this session and at most five cards. Each read returns a new one. */
  readonly grant: string;
  /** The stored cards of the customer, newest first, at most ten: those in the vault that have not expired. Empty unless the session was created with `saved_cards`, and for the token of its `url`. */
  readonly saved_cards: readonly SavedCard[];
};

/** A stored card of the customer. */
export type SavedCard = {
  /** The id of the payment method. */
  readonly id: string;
  /** The brand; null if it is not known. */
  readonly brand:
    | 'visa'
    | 'mastercard'
    | 'amex'
    | 'discover'
    | 'diners'
    | 'jcb'
    | 'unionpay'
    | 'maestro'
    | null;
  /** The last four digits. */
  readonly last4: string;
  /** The month of expiry. */
  readonly exp_month: number;
  /** The year of expiry, four digits. */
  readonly exp_year: number;
};

/** What is probably a mistake, though the session was created. */
export type SessionWarning = {
  /** `reference_in_use`: another session with this `reference` is open, authorized or paid, among its twenty newest. Sessions of the last second may be missed, so this prevents nothing: `pay_once` does. */
  readonly code: 'reference_in_use';
  /** The same in words, with the id of the other session. */
  readonly message: string;
  /** The field that it is about. */
  readonly param: 'reference';
};

/** What the customer must do before the payment can continue. */
export type NextAction = {
  /** Always `redirect_to_url`. */
  readonly type: 'redirect_to_url';
  /** Where to send the customer. */
  readonly redirect_to_url: {
    /** Open this in the whole window. The PSP sends the customer back. */
    readonly url: string;
    /** True after a confirm with `return_mode: frame`, where the PSP documents that its page may be shown in a frame; absent otherwise. */
    readonly frame?: true;
  };
};

/** Why a confirm ended without a payment. */
export type LastPaymentError = {
  /** The category of the last decline, the same for every PSP. */
  readonly decline_code: DeclineCode;
  /** For people. */
  readonly message: string;
};

/** How the payment was routed. */
export type RoutingDecision = {
  /** The rule that decided. */
  readonly rule: string;
  /** The version of that rule. */
  readonly version: number;
  /** During a rollout: whether the live rule planned the payment (`control`), or the version that is being rolled out (`candidate`). */
  readonly arm?: 'control' | 'candidate';
  /** Which of its overrides matched, counted from 0; null if its own targets applied. */
  readonly override: number | null;
  /** The PSP accounts that can take this payment, in the order in which they are tried. */
  readonly plan: readonly string[];
  /** The targets of the rule that cannot take it, and why. */
  readonly skipped: readonly SkippedPsp[];
  /** The PSP accounts that can take it, in the order of the rule, each with the weight it was drawn with. Together with the session’s id it gives the same `plan` again. Sessions from earlier releases have none. */
  readonly draw?: readonly (readonly [string, number])[];
  /** The plan for each card brand that an override names. */
  readonly plan_by_brand?: {
    /** The plan for a card of this brand. */
    readonly visa?: BrandPlan;
    /** The plan for a card of this brand. */
    readonly mastercard?: BrandPlan;
    /** The plan for a card of this brand. */
    readonly amex?: BrandPlan;
    /** The plan for a card of this brand. */
    readonly discover?: BrandPlan;
    /** The plan for a card of this brand. */
    readonly diners?: BrandPlan;
    /** The plan for a card of this brand. */
    readonly jcb?: BrandPlan;
    /** The plan for a card of this brand. */
    readonly unionpay?: BrandPlan;
    /** The plan for a card of this brand. */
    readonly maestro?: BrandPlan;
  };
  /** The PSP accounts that take wallets, in the order in which they are tried with one, drawn apart from `plan`. Absent if `plan` decides: the rule says `wallets: first`, none with a weight takes wallets, or the session is from an earlier release. */
  readonly wallet_plan?: readonly string[];
  /** What PSP health changed. Null if the rule does not steer, or if no verdict was available: the rule’s own weights then apply. */
  readonly health: RoutingHealth | null;
  /** PSPs of the plan that were not tried, for a reason known only at confirm. */
  readonly passed_over?: readonly SkippedPsp[];
  /** Every try at a PSP, oldest first. */
  readonly attempts: readonly Attempt[];
};

/** The plan for one card brand. */
export type BrandPlan = {
  /** Which override of the rule matched, counted from 0, or null. */
  readonly override: number | null;
  /** The PSP accounts in the order in which they are tried. */
  readonly plan: readonly string[];
  /** The targets that cannot take this payment, and why. */
  readonly skipped: readonly SkippedPsp[];
  /** The PSP accounts that can take it, each with the weight it was drawn with. */
  readonly draw?: readonly (readonly [string, number])[];
};

/** A PSP account that was not used. */
export type SkippedPsp = {
  /** The id of the account. */
  readonly psp: string;
  /** Why not. */
  readonly reason:
    | 'currency_not_supported'
    | 'amount_not_representable'
    | 'amount_too_small'
    | 'amount_too_large'
    | 'not_configured'
    | 'psp_closed'
    | 'brand_not_supported'
    | 'manual_capture_not_supported'
    | 'card_not_supported'
    | 'token_not_supported'
    | 'wallet_not_supported'
    | 'cvc_released'
    | 'merchant_initiated_not_supported'
    | 'network_transaction_id_missing';
};

/** The verdict under which the payment was planned. */
export type RoutingHealth = {
  /** The version of the verdict. */
  readonly version: number;
  /** The PSP accounts drawn with a different weight than the rule’s. */
  readonly adjusted: readonly AdjustedWeight[];
};

/** A PSP account that sessions were steered away from. */
export type AdjustedWeight = {
  /** The id of the account. */
  readonly psp: string;
  /** Its weight in the rule. */
  readonly weight: number;
  /** The weight it was drawn with. */
  readonly to: number;
  /** `technical`: it failed more often than the others. `approval`: it approved less. */
  readonly reason: 'technical' | 'approval';
  /** The number of outcomes behind it. */
  readonly n: number;
};

/** How PSPs are doing, and what rules that steer do about it. */
export type HealthVerdict = {
  /** Always `routing.health`. */
  readonly object: 'routing.health';
  /** Rises when a state or a weight changes. A session’s `routing.health.version` is the one under which it was planned. */
  readonly version: number;
  /** The end of the counted time, in Unix seconds; null until something is counted. */
  readonly computed_at: number | null;
  /** One entry for each PSP account and currency. */
  readonly strata: readonly HealthStratum[];
};

/** One PSP account in one currency. */
export type HealthStratum = {
  /** The id of the account. */
  readonly psp: string;
  /** Lowercase ISO 4217 code; null for all currencies that are too rare to judge on their own. */
  readonly currency: Currency | null;
  /** Always null: the brand is not known when a session is planned. */
  readonly brand: null;
  /** `suspect`: it fell, but others may have fallen too. `sick`: rules that steer leave it a small part of its weight. `recovering`: half of it. */
  readonly state: 'healthy' | 'suspect' | 'sick' | 'recovering';
  /** `technical`: it does not work. `approval`: it approves less. The signal with the most evidence, which the figures measure. */
  readonly signal: 'technical' | 'approval';
  /** The share of good outcomes since it fell, or since its last step back; otherwise its baseline. */
  readonly rate: number;
  /** The share over about three hours before. */
  readonly baseline: number;
  /** The 95 % interval of `rate`. */
  readonly interval: readonly [number, number];
  /** The number of outcomes since it fell. */
  readonly n: number;
  /** How much likelier a fall is than no fall (natural logarithm); while its weight is reduced, how much likelier a recovery is. */
  readonly evidence: number;
  /** The part of its weight that it keeps in rules that steer, within their limits. */
  readonly weight_factor: number;
  /** The earliest time of its next step back, in Unix seconds; null at full weight. */
  readonly until: number | null;
};

/** One try at one PSP. */
export type Attempt = {
  /** The id of the charge. The PSP gets it as our reference. */
  readonly charge: string;
  /** The PSP account. */
  readonly psp: string;
  /** The outcome; null while it is in progress. */
  readonly outcome: Outcome | null;
  /** The PSP's own code, if it gave one. */
  readonly code: string | null;
  /** Unix milliseconds. */
  readonly started: number;
  /** How long its PSP took to answer, or was waited for; null while that is in progress. It does not change later. */
  readonly latency_ms: number | null;
  /** How long it took until the outcome was known, however that was learned; null while it is not. With an answer at once, the same as `latency_ms`. */
  readonly settled_ms: number | null;
  /** Present only if money arrived after this attempt was abandoned. True: it was returned. False: it is being returned. */
  readonly reversed?: boolean;
};

/** One attempt to take a payment at one PSP account, and everything that happened to it. */
export type Charge = {
  /** The id of the charge. The PSP gets it as our reference. */
  readonly id: string;
  /** Always `charge`. */
  readonly object: 'charge';
  /** The checkout session it belongs to. */
  readonly session: string;
  /** Your own order id, from the session. Null if it has none, or was never paid and is deleted. */
  readonly reference: string | null;
  /** The customer’s email address, from the session, likewise. */
  readonly customer_email: string | null;
  /** The PSP account that holds it. Captures, cancels and refunds go there, whatever the rules say now. */
  readonly psp: string;
  /** Its id at the PSP, once known. */
  readonly psp_reference: string | null;
  /** In the currency's ISO 4217 minor unit. The requested amount. */
  readonly amount: number;
  /** In the currency's ISO 4217 minor unit. What the PSP says was taken, whoever asked for it. */
  readonly amount_captured: number;
  /** In the currency's ISO 4217 minor unit. What was refunded, or is on its way. */
  readonly amount_refunded: number;
  /** In the currency's ISO 4217 minor unit. What can be refunded now: captured, neither refunded nor disputed. */
  readonly amount_refundable: number;
  /** In the currency's ISO 4217 minor unit. What open disputes hold and lost ones have taken. */
  readonly amount_disputed: number;
  /** Lowercase ISO 4217 code. */
  readonly currency: Currency;
  /** `pending`: the outcome is not known yet. `requires_action`: the customer is authenticating. `authorized`: held. `capturing`, `canceling`: in progress. `captured`, `canceled`: ended; only news from the PSP changes it again. `failed`: final; money that still arrives is returned, see `reversal`. `needs_review`: the outcome could not be found out; a person must decide. */
  readonly status:
    | 'pending'
    | 'requires_action'
    | 'authorized'
    | 'capturing'
    | 'captured'
    | 'canceling'
    | 'canceled'
    | 'failed'
    | 'needs_review';
  /** What the PSP said; null while the outcome is not known. */
  readonly outcome: Outcome | null;
  /** The PSP's own code, if it gave one. */
  readonly code: string | null;
  /** What the network or the PSP advises about another try of this card; null if nothing. A merchant-initiated confirm before `until` is refused. */
  readonly advice: Advice | null;
  /** The card, as far as it is known; null for a token until the PSP describes its card. */
  readonly card: ChargedCard | null;
  /** What the issuer said about address, postal code and security code; null if it reported nothing. */
  readonly checks: Checks | null;
  /** The card network's own id of the payment, if the PSP reports it. */
  readonly network_transaction_id: string | null;
  /** The issuer's code for its approval, if the PSP reports it. */
  readonly authorization_code: string | null;
  /** The result of 3-D Secure; null if the PSP reported none. */
  readonly authentication: Authentication | null;
  /** Whether the money is taken at once or held. */
  readonly capture_method: 'automatic' | 'manual';
  /** Whether real money moves. */
  readonly livemode: boolean;
  /** Its refunds, oldest first. If there are very many, the oldest failed ones are only in `GET /v1/refunds?charge=…`. */
  readonly refunds: readonly Refund[];
  /** Every chargeback and inquiry, oldest first. */
  readonly disputes: readonly Dispute[];
  /** The last capture requested here; null if there was none. */
  readonly capture: ChargeOperation | null;
  /** The last cancel requested here; null if there was none. */
  readonly cancel: ChargeOperation | null;
  /** How money is returned that arrived after the attempt was abandoned. Present only in that case. */
  readonly reversal?: {
    /** The id of the reversal. The PSP gets it as our reference. */
    readonly id: string;
    /** Voided, or refunded if it was captured. */
    readonly by: 'cancel' | 'refund';
    /** In the currency's ISO 4217 minor unit. The amount to return. */
    readonly amount: number;
    /** `done` once the PSP has confirmed it. */
    readonly status: 'open' | 'sent' | 'accepted' | 'done';
    /** When it was last sent, else when it began. Unix seconds. */
    readonly at: number;
    /** The refunds that have returned it so far. */
    readonly returned: readonly Returned[];
  };
  /** Everything unfinished on this charge: the attempt, a capture, a cancel, a refund, a reversal. */
  readonly open: readonly OpenOperation[];
  /** Whether it was captured, released or refunded at the PSP instead of through this service. */
  readonly external: boolean;
  /** Other payments that the PSP has under this charge’s reference, each recorded as a charge of its own. Empty but in that rare case. */
  readonly other_payments: readonly OtherPayment[];
  /** The charge whose reference this payment bears, if this is one of its `other_payments`. No session counts it as its own. */
  readonly other_payment_of: string | null;
  /** Decisions that people made about it, oldest first. */
  readonly decisions: readonly Decision[];
  /** How its attempt went, oldest first; empty if it was simply answered. If there are more than 20, those of one kind in the middle are merged. */
  readonly steps: readonly Step[];
  /** Rises with every change of the charge. */
  readonly revision: number;
  /** When its captured amount last rose, in Unix seconds. Null if nothing was captured, or before this was kept. */
  readonly captured_at: number | null;
  /** Unix seconds. */
  readonly created: number;
};

/** Advice that came with a decline. */
export type Advice = {
  /** `never_again`: the card is not tried again. `wait`: not now. `correct_data`: newer or other card data may be approved. */
  readonly kind: 'never_again' | 'wait' | 'correct_data';
  /** With `wait`: the end of the wait, in Unix seconds. Absent if nobody said how long. */
  readonly until?: number;
};

/** The card that was charged. */
export type ChargedCard = {
  /** Its brand. */
  readonly brand:
    | 'visa'
    | 'mastercard'
    | 'amex'
    | 'discover'
    | 'diners'
    | 'jcb'
    | 'unionpay'
    | 'maestro'
    | null;
  /** The first six digits of its number, only for a card from the vault. */
  readonly bin: string | null;
  /** The last four digits of its number. */
  readonly last4: string | null;
  /** The month of expiry. */
  readonly exp_month: number | null;
  /** The year of expiry, four digits. */
  readonly exp_year: number | null;
  /** `credit`, `debit`, `prepaid` or `charge`. */
  readonly funding: 'credit' | 'debit' | 'prepaid' | 'charge' | null;
  /** The country of its issuer, ISO 3166-1 alpha-2. */
  readonly country: string | null;
};

/** `pass`, `fail`, `unavailable` (the issuer could not tell) or `unchecked` (the issuer was not asked). */
export type Checks = {
  /** For the street. */
  readonly address: 'pass' | 'fail' | 'unavailable' | 'unchecked' | null;
  /** For the postal code. */
  readonly postal_code: 'pass' | 'fail' | 'unavailable' | 'unchecked' | null;
  /** For the security code. */
  readonly cvc: 'pass' | 'fail' | 'unavailable' | 'unchecked' | null;
};

/** 3-D Secure as the PSP reports it. */
export type Authentication = {
  /** Whether the issuer is liable for fraud. */
  readonly liability_shift: boolean | null;
  /** The network's electronic commerce indicator, two digits. */
  readonly eci: string | null;
  /** The version of the protocol, for example `2.2.0`. */
  readonly version: string | null;
};

/** A capture or a cancel. */
export type ChargeOperation = {
  /** The id. The PSP gets it as our reference. */
  readonly id: string;
  /** In the currency's ISO 4217 minor unit. The amount to capture or release. */
  readonly amount: number;
  /** `open`: recorded, perhaps sent. `accepted`: waiting for the PSP’s result. `done`, `failed`: ended. A capture that was `done` becomes `failed` if the PSP withdraws it. */
  readonly status: 'open' | 'accepted' | 'done' | 'failed';
};

/** One step of an attempt that was not simply answered. */
export type Step = {
  /** Unix milliseconds. */
  readonly at_ms: number;
  /** `sent`: the call that takes the money. `no_answer`: none came. `resent`: the same call again, under the same key. `asked`: the PSP was asked what it has. `reported`: an answer or an event said how it ended. `returned`: the customer came back from authentication. `canceled`: the PSP was asked to cancel it by our reference, so that it takes no money any more. `decided`: a person said how it ended. */
  readonly what: 'sent' | 'no_answer' | 'resent' | 'asked' | 'reported' | 'returned' | 'canceled' | 'decided';
  /** What came of it: an outcome, a decision, or why there was no answer. Absent if it did not change how the attempt ends. */
  readonly code?: string;
  /** `confirm`, `recovery`, `webhook`, or the id of the API key or person that asked for it. */
  readonly by?: string;
  /** How many steps of this kind it stands for, if more than one. */
  readonly count?: number;
};

/** Something unfinished on a charge. */
export type OpenOperation = {
  /** The id of the capture, cancel, refund or reversal; for the attempt itself, the id of the charge. */
  readonly operation: string;
  /** What it is. */
  readonly kind: 'attempt' | 'capture' | 'cancel' | 'reversal' | 'refund';
  /** Unix seconds. */
  readonly since: number;
  /** Whether recovery has used up its schedule, so that a person must decide. */
  readonly needs_review: boolean;
  /** When recovery looks at it again, in Unix seconds; null if a person must decide. */
  readonly next_look: number | null;
};

/** Another payment under the reference of a charge. */
export type OtherPayment = {
  /** Its id at the PSP. */
  readonly psp_reference: string;
  /** The charge that records it. Refund or cancel that charge, or name `psp_reference` beside this one. */
  readonly charge: string;
};

/** Late money that a refund has returned. */
export type Returned = {
  /** Our reference of the refund; null if it is known by the PSP’s id. */
  readonly id: string | null;
  /** The PSP’s id of the refund; null if the PSP gave none. */
  readonly psp_reference: string | null;
  /** In the currency's ISO 4217 minor unit. */
  readonly amount: number;
};

/** What a person decided. */
export type Decision = {
  /** The decided item: an id that was in `open`. */
  readonly operation: string;
  /** The outcome that was decided. */
  readonly outcome: 'captured' | 'canceled' | 'failed' | 'succeeded' | 'absent';
  /** In the currency's ISO 4217 minor unit. Null if none was given. */
  readonly amount: number | null;
  /** Why. */
  readonly note: string;
  /** The API key of the person who decided: the first characters of its hash, as in the list of keys. */
  readonly by: string;
  /** Unix seconds. */
  readonly at: number;
};

/** Money refunded, or on its way. */
export type Refund = {
  /** The id of the refund. */
  readonly id: string;
  /** Always `refund`. */
  readonly object: 'refund';
  /** In the currency's ISO 4217 minor unit. */
  readonly amount: number;
  /** Lowercase ISO 4217 code. */
  readonly currency: Currency;
  /** The refunded charge. */
  readonly charge: string;
  /** The PSP account that refunds it. */
  readonly psp: string;
  /** `pending`: accepted, or the PSP’s answer is not known yet. `succeeded`: done, though a PSP may still report a failure later. `failed`: the amount can be refunded again. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** The reason you gave. */
  readonly reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  /** Why it failed. */
  readonly failure_reason: DeclineCode | null;
  /** Its id at the PSP, once known. */
  readonly psp_reference: string | null;
  /** Whether it was made at the PSP instead of through this service. Its `id` then begins with `ext_`. */
  readonly external: boolean;
  /** Whether its outcome could not be found out, so that a person must decide. */
  readonly needs_review: boolean;
  /** Unix seconds. */
  readonly created: number;
  /** Your own data, as you gave it. */
  readonly metadata: { readonly [key: string]: string };
};

/** A chargeback or an inquiry from the cardholder’s bank. You answer it at the PSP. */
export type Dispute = {
  /** The id of the dispute. */
  readonly id: string;
  /** Always `dispute`. */
  readonly object: 'dispute';
  /** The charge it is about. */
  readonly charge: string;
  /** The PSP account that holds the charge. */
  readonly psp: string;
  /** Its id at the PSP. */
  readonly psp_reference: string;
  /** In the currency's ISO 4217 minor unit. In the charge's currency. If the PSP named another currency: everything that was left of the charge. */
  readonly amount: number;
  /** Lowercase ISO 4217 code. */
  readonly currency: Currency;
  /** Why, in words that all PSPs share; `general` if the PSP’s code is no more specific, null if it gave none. */
  readonly reason:
    | 'fraudulent'
    | 'unrecognized'
    | 'duplicate'
    | 'incorrect_amount'
    | 'product_not_received'
    | 'product_unacceptable'
    | 'subscription_canceled'
    | 'credit_not_processed'
    | 'processing_error'
    | 'general'
    | null;
  /** The code from the PSP or the card network, if there is one. */
  readonly psp_reason: string | null;
  /** `inquiry`: the bank asks, and no money has moved. `dispute`: a chargeback. `arbitration`: the network decides. */
  readonly stage: 'inquiry' | 'dispute' | 'arbitration';
  /** `open`: its amount can be refunded only with `allow_disputed`. `won`, `closed` (it ended without a decision): the amount can be refunded again. `lost`: the money is gone. It can be reopened. */
  readonly status: 'open' | 'won' | 'lost' | 'closed';
  /** The deadline for your answer at the PSP, in Unix seconds, if the PSP reports one. */
  readonly respond_by: number | null;
  /** When it was first reported. Unix seconds. */
  readonly created: number;
};

/** A PSP account as a target of rules. */
export type RoutingPsp = {
  /** The id of the account. */
  readonly id: string;
  /** Always `routing.psp`. */
  readonly object: 'routing.psp';
  /** `open`: the rules decide. `closed`: it gets no new attempt, in force within 20 seconds. */
  readonly state: 'open' | 'closed';
  /** Rises by 1 with each change; 0 for an account that was never changed. */
  readonly revision: number;
  /** Why it was changed last; null if never. */
  readonly note: string | null;
  /** The id of the API key that changed it last; null if never. */
  readonly by: string | null;
  /** When that was, in Unix seconds; null if never. */
  readonly changed: number | null;
};

/** The configured PSP accounts. */
export type RoutingPspList = {
  /** Always `list`. */
  readonly object: 'list';
  /** One entry for each account. */
  readonly data: readonly RoutingPsp[];
};

/** A live rule. */
export type RoutingRule = {
  /** The name by which sessions choose the rule: a-z, 0-9, `_` and `-`. */
  readonly name: string;
  /** The PSP accounts that get payments, in proportion to their weights. */
  readonly targets: readonly RoutingTarget[];
  /** When another PSP is tried, and how long each may take. */
  readonly failover: Failover;
  /** Whether new sessions are steered away from a sick PSP. */
  readonly health: HealthPolicy;
  /** Where Apple Pay and Google Pay may pay: at `any` of the PSPs that takes them and has a weight, drawn apart from the cards, or only if the `first` of the plan does. Default `any`. */
  readonly wallets?: 'any' | 'first';
  /** Other targets for payments that meet a condition. The first match counts. */
  readonly overrides: readonly RoutingOverride[];
  /** Always `routing.rule`. */
  readonly object: 'routing.rule';
  /** The version in which this rule last changed. */
  readonly version: number;
  /** When that was, in Unix seconds. */
  readonly created: number;
  /** A newer version that plans part of its sessions. Only during a rollout. */
  readonly candidate?: RoutingCandidate;
};

/** The live rules. */
export type RoutingRuleList = {
  /** Always `list`. */
  readonly object: 'list';
  /** One entry for each rule, by name. */
  readonly data: readonly RoutingRule[];
};

/** The rule as it is then live or, in a dry run, would be. */
export type PublishedRoutingRule = {
  /** The name by which sessions choose the rule: a-z, 0-9, `_` and `-`. */
  readonly name: string;
  /** The PSP accounts that get payments, in proportion to their weights. */
  readonly targets: readonly RoutingTarget[];
  /** When another PSP is tried, and how long each may take. */
  readonly failover: Failover;
  /** Whether new sessions are steered away from a sick PSP. */
  readonly health: HealthPolicy;
  /** Where Apple Pay and Google Pay may pay: at `any` of the PSPs that takes them and has a weight, drawn apart from the cards, or only if the `first` of the plan does. Default `any`. */
  readonly wallets?: 'any' | 'first';
  /** Other targets for payments that meet a condition. The first match counts. */
  readonly overrides: readonly RoutingOverride[];
  /** Always `routing.rule`. */
  readonly object: 'routing.rule';
  /** The version in which this rule last changed. */
  readonly version: number;
  /** When that was, in Unix seconds. */
  readonly created: number;
  /** The version that is being rolled out next to it, if any. */
  readonly candidate?: RoutingCandidate;
  /** False if the rule equals the live one; nothing was published then. */
  readonly changed: boolean;
  /** `published`, or `draft` if another API key has to approve it first. Not in the answer to a dry run. */
  readonly state?: 'draft' | 'published';
  /** Present in the answer to a dry run. */
  readonly dry_run?: true;
  /** The rule it replaces, or null. Only in the answer to a dry run. */
  readonly previous?: RoutingRule | null;
  /** What it would have done to recent sessions, if requested. */
  readonly backtest?: Backtest;
  /** How the rule goes live; null for a draft, and in a dry run that would start a deployment. */
  readonly deployment: Deployment | null;
};

/** A rule that is deleted. */
export type DeletedRoutingRule = {
  /** Always `routing.rule`. */
  readonly object: 'routing.rule';
  /** The version in which this rule last changed. */
  readonly version: number;
  /** When that was, in Unix seconds. */
  readonly created: number;
  /** The name of the rule. */
  readonly name: string;
  /** Always true. */
  readonly deleted: true;
  /** Always true. */
  readonly changed: boolean;
  /** `published`, or `draft` if another API key has to approve it first. */
  readonly state: 'draft' | 'published';
  /** How the rules without it go live; null for a draft. */
  readonly deployment: Deployment | null;
};

/** A version that is being rolled out. */
export type RoutingCandidate = {
  /** The rule as this version has it. */
  readonly rule: CandidateRule;
  /** Its share of the sessions, in percent. */
  readonly percent: number;
  /** Decides, together with a session's id, which of the two versions plans it. It is the same for all steps. */
  readonly salt: string;
};

/** A version of a rule that is being rolled out. */
export type CandidateRule = {
  /** The name by which sessions choose the rule: a-z, 0-9, `_` and `-`. */
  readonly name: string;
  /** The PSP accounts that get payments, in proportion to their weights. */
  readonly targets: readonly RoutingTarget[];
  /** When another PSP is tried, and how long each may take. */
  readonly failover: Failover;
  /** Whether new sessions are steered away from a sick PSP. */
  readonly health: HealthPolicy;
  /** Where Apple Pay and Google Pay may pay: at `any` of the PSPs that takes them and has a weight, drawn apart from the cards, or only if the `first` of the plan does. Default `any`. */
  readonly wallets?: 'any' | 'first';
  /** Other targets for payments that meet a condition. The first match counts. */
  readonly overrides: readonly RoutingOverride[];
  /** Always `routing.rule`. */
  readonly object: 'routing.rule';
  /** The version in which this rule last changed. */
  readonly version: number;
  /** When that was, in Unix seconds. */
  readonly created: number;
};

/** A page of sessions. */
export type CheckoutSessionList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The sessions. Their `client_secret` is not shown in lists. */
  readonly data: readonly CheckoutSession[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** A page of charges. */
export type ChargeList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The charges. */
  readonly data: readonly Charge[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** A page of refunds, newest first. */
export type RefundList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The refunds. */
  readonly data: readonly Refund[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** One thing that happened to one object. It has one id, however often it is delivered. */
export type Event = {
  /** The id of the event. */
  readonly id: string;
  /** Always `event`. */
  readonly object: 'event';
  /** What happened. */
  readonly type:
    | 'checkout.session.paid'
    | 'checkout.session.authorized'
    | 'checkout.session.processing'
    | 'checkout.session.requires_action'
    | 'checkout.session.payment_failed'
    | 'checkout.session.canceled'
    | 'checkout.session.expired'
    | 'charge.captured'
    | 'charge.capture_failed'
    | 'charge.canceled'
    | 'charge.needs_review'
    | 'charge.reversed'
    | 'charge.external_change'
    | 'refund.pending'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'routing.rule.published'
    | 'routing.rollout.stopped'
    | 'routing.health.changed'
    | 'webhook_endpoint.test';
  /** When it happened, in Unix seconds. */
  readonly created: number;
  /** Whether real money moves. */
  readonly livemode: boolean;
  /** The object it happened to, with enough to branch on. Read the object for more. */
  readonly data: EventData;
};

/** The object as the event left it. It has the fields of its kind of object. */
export type EventData = {
  /** The id of the object. For PSP health, the account and the currency: `stripe/eur`. */
  readonly id: string;
  /** What kind of object it is. */
  readonly object:
    | 'checkout.session'
    | 'charge'
    | 'refund'
    | 'dispute'
    | 'routing.rule'
    | 'routing.health'
    | 'webhook_endpoint';
  /** The object's revision. Of two events about one object, the one with the higher `seq` is newer. The numbers have gaps. */
  readonly seq: number;
  /** The status of a charge, refund or dispute; the state of a PSP. */
  readonly status?: string;
  /** The payment status of a session. */
  readonly payment_status?: string;
  /** In the currency's ISO 4217 minor unit. */
  readonly amount?: number;
  /** In the currency's ISO 4217 minor unit. For a charge: everything captured so far, before refunds. */
  readonly amount_captured?: number;
  /** Lowercase ISO 4217 code. */
  readonly currency?: string;
  /** For a session: your own order id. */
  readonly reference?: string;
  /** The session it belongs to. */
  readonly session?: string;
  /** The charge it belongs to; for a session, the charge of the attempt. */
  readonly charge?: string;
  /** The PSP account. */
  readonly psp?: string;
  /** Why, if there is a reason: a decline category, how a hold ended, what needs review. */
  readonly reason?: string;
};

/** A page of events, newest first. */
export type EventList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The events. */
  readonly data: readonly Event[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** Who did what to which object. */
export type AuditEntry = {
  /** The id of the entry. */
  readonly id: string;
  /** Always `audit_entry`. */
  readonly object: 'audit_entry';
  /** Who did it. */
  readonly actor: AuditActor;
  /** What was requested. Events report the result. */
  readonly action:
    | 'api_key.create'
    | 'api_key.revoke'
    | 'api_key.rotate'
    | 'charge.capture'
    | 'charge.cancel'
    | 'charge.decide'
    | 'charge.note'
    | 'charge.refresh'
    | 'charge.refund'
    | 'checkout_session.expire'
    | 'export.create'
    | 'payment_link.create'
    | 'payment_link.delete'
    | 'payment_method.create'
    | 'payment_method.delete'
    | 'routing_psp.close'
    | 'routing_psp.open'
    | 'routing_rule.approve'
    | 'routing_rule.delete'
    | 'routing_rule.draft'
    | 'routing_rule.publish'
    | 'routing_rule.roll_back'
    | 'routing_rule.roll_out'
    | 'webhook_endpoint.create'
    | 'webhook_endpoint.delete'
    | 'webhook_endpoint.disable'
    | 'webhook_endpoint.rotate'
    | 'webhook_endpoint.update';
  /** The id of the session, charge, refund, payment link, payment method, webhook endpoint, export or API key, or the name of the rule or PSP account. */
  readonly target: string;
  /** The call: the `request-id` of its answer. Null if it was not an API call. */
  readonly request_id: string | null;
  /** Unix seconds. */
  readonly created: number;
};

/** Who did it. */
export type AuditActor = {
  /** `api_key`: a program. `user`: a person at a command line. `system`: this service itself. */
  readonly type: 'api_key' | 'user' | 'system';
  /** The id of the API key, as in your list of keys (it does not reveal the key); the name of the person in AWS; or the part of the service. */
  readonly id: string;
};

/** A page of the audit trail, newest first. */
export type AuditEntryList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The entries. */
  readonly data: readonly AuditEntry[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** A page of disputes, newest first. */
export type DisputeList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The disputes. */
  readonly data: readonly Dispute[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** An address at which a customer pays. */
export type PaymentLink = {
  /** The id of the link. Whoever has it can see what its page shows, and begin to pay it. */
  readonly id: string;
  /** Always `payment_link`. */
  readonly object: 'payment_link';
  /** In the currency's ISO 4217 minor unit: 2599 is 25.99 EUR, and 2599 JPY. */
  readonly amount: number;
  /** Lowercase ISO 4217 code. */
  readonly currency: Currency;
  /** What is paid for. Its page shows it. */
  readonly description: string | null;
  /** Whether it begins sessions: it has neither ended nor been deleted. */
  readonly active: boolean;
  /** When it ends, in Unix seconds; null if it does not. */
  readonly expires_at: number | null;
  /** Whether real money moves. */
  readonly livemode: boolean;
  /** Whether it can be paid only once. */
  readonly pay_once: boolean;
  /** The address of its page. Send it to the customer. Null where no hosted page is set up any more. */
  readonly url: string | null;
  /** Your own order id, which each of its sessions has. */
  readonly reference: string | null;
  /** The rule that decides which PSPs are tried. */
  readonly routing_rule: string;
  /** Your own data, which each of its sessions has. */
  readonly metadata: { readonly [key: string]: string };
  /** Unix seconds. */
  readonly created: number;
  /** When it was deleted, in Unix seconds; null if it was not. */
  readonly deleted_at: number | null;
};

/** A page of payment links, newest first. */
export type PaymentLinkList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The links. */
  readonly data: readonly PaymentLink[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** A deleted payment link. */
export type DeletedPaymentLink = {
  /** The id of the link. */
  readonly id: string;
  /** Always `payment_link`. */
  readonly object: 'payment_link';
  /** Always true. */
  readonly deleted: true;
};

/** A customer's card, stored to be charged again. */
export type PaymentMethod = {
  /** The id of the payment method. */
  readonly id: string;
  /** Always `payment_method`. */
  readonly object: 'payment_method';
  /** Always `card`. */
  readonly type: 'card';
  /** Your own id of the customer. */
  readonly customer: string;
  /** The card, as far as it is known. */
  readonly card: ChargedCard;
  /** The PSP accounts that issued their own token for it. Others charge it through the vault. */
  readonly psps: readonly string[];
  /** Unix seconds. */
  readonly created: number;
};

/** What somebody wrote about a charge. */
export type Note = {
  /** The id of the note. */
  readonly id: string;
  /** Always `note`. */
  readonly object: 'note';
  /** As it was sent. */
  readonly text: string;
  /** The id of the API key that added it. */
  readonly by: string;
  /** Unix seconds. */
  readonly created: number;
};

/** A page of notes, newest first. */
export type NoteList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The notes. */
  readonly data: readonly Note[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** A page of payment methods, newest first. */
export type PaymentMethodList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The payment methods. */
  readonly data: readonly PaymentMethod[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** A deleted payment method. */
export type DeletedPaymentMethod = {
  /** The id of the payment method. */
  readonly id: string;
  /** Always `payment_method`. */
  readonly object: 'payment_method';
  /** Always true. */
  readonly deleted: true;
};

/** A rule, in the form in which it can be published again. */
export type RoutingRuleContent = {
  /** The name by which sessions choose the rule: a-z, 0-9, `_` and `-`. */
  readonly name: string;
  /** The PSP accounts that get payments, in proportion to their weights. */
  readonly targets: readonly RoutingTarget[];
  /** When another PSP is tried, and how long each may take. */
  readonly failover: Failover;
  /** Whether new sessions are steered away from a sick PSP. */
  readonly health: HealthPolicy;
  /** Where Apple Pay and Google Pay may pay: at `any` of the PSPs that takes them and has a weight, drawn apart from the cards, or only if the `first` of the plan does. Default `any`. */
  readonly wallets?: 'any' | 'first';
  /** Other targets for payments that meet a condition. The first match counts. */
  readonly overrides: readonly RoutingOverride[];
};

/** One version of a rule. */
export type RoutingRuleVersion = {
  /** Always `routing.rule_version`. */
  readonly object: 'routing.rule_version';
  /** The name of the rule. */
  readonly rule: string;
  /** Its number. Each rule has its own count. */
  readonly version: number;
  /** `draft`: not live. `published`: live within 30 seconds; during a rollout, for part of the sessions. `superseded`: replaced by a later one. `rolled_back`: withdrawn by a rollback, by the guard or the end of its rollout, or by AppConfig after an alarm. */
  readonly state: 'draft' | 'published' | 'superseded' | 'rolled_back';
  /** The rule, in the form in which it can be published again; null if the version deletes the rule. */
  readonly document: RoutingRuleContent | null;
  /** Who wrote it; null for a version that is older than version keeping. */
  readonly author: RuleAuthor | null;
  /** Who approved it, if approval was required. */
  readonly approved: RuleApproval | null;
  /** Why it was written, in the author’s words. */
  readonly note: string | null;
  /** The last backtest of exactly this content that had ended when it was published, without ids of sessions. Null if there was none in the 30 days before. */
  readonly backtest: Backtest | null;
  /** When it was written, in Unix seconds. */
  readonly created: number;
  /** What it changed in the version that was live when it was written. */
  readonly diff: readonly RuleDifference[];
  /** Its rollout in steps, if it has one. */
  readonly rollout?: Rollout;
};

/** Versions of a rule. */
export type RoutingRuleVersionList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The versions, newest first. */
  readonly data: readonly RoutingRuleVersion[];
  /** Whether there are older ones. */
  readonly has_more: boolean;
};

/** A replay of a rule’s recent sessions under a proposed rule. */
export type Backtest = {
  /** Always `routing.backtest`. */
  readonly object: 'routing.backtest';
  /** Its id. */
  readonly id: string;
  /** `running`: in progress. `done`: complete. `refused`: over, but too little is known to say how many payments would be approved. */
  readonly state: 'running' | 'done' | 'refused';
  /** The name of the rule. */
  readonly rule: string;
  /** How many sessions were requested. */
  readonly asked: number;
  /** How many were replayed so far. At most ten times the requested number are examined. */
  readonly sessions: number;
  /** The effective sample size: how many unweighted first attempts say as much about approval as these. */
  readonly effective: number;
  /** Where sessions started, and where they would have started, by override of the proposed rule. */
  readonly shares: readonly BacktestShare[];
  /** Sessions that would have started at another PSP. */
  readonly moved: MovedSessions;
  /** Sessions that no PSP could have taken. */
  readonly no_psp: number;
  /** Overrides of the proposed rule, by index, that matched no session. */
  readonly dead_overrides: readonly number[];
  /** The share of first attempts that would be approved; null if unknown. */
  readonly approval: ExpectedApproval | null;
  /** Why it is unknown. `sample_too_small`: `effective` is under 1,000. `psp_not_seen`: over 1 % would go to a PSP that took no such session. `not_as_drawn`: over 1 % of first attempts did not go to the PSP that was drawn. `ended_early`: not all sessions could be replayed; begin another. */
  readonly approval_refused: 'sample_too_small' | 'psp_not_seen' | 'not_as_drawn' | 'ended_early' | null;
};

/** The share of one PSP under one override. */
export type BacktestShare = {
  /** The PSP account. */
  readonly psp: string;
  /** The index of the override in the proposed rule; null for the targets of the rule itself. */
  readonly override: number | null;
  /** Sessions of this override that started at this PSP, as a share of all sessions: 0 to 1. */
  readonly before: number;
  /** The share that would have started there. */
  readonly after: number;
};

/** Sessions that would have started at another PSP. */
export type MovedSessions = {
  /** How many. */
  readonly count: number;
  /** At most ten of these sessions. */
  readonly examples: readonly MovedSession[];
};

/** A session that would have started at another PSP. */
export type MovedSession = {
  /** Its id; null if the API key lacks the scope `checkout:read`. */
  readonly session: string | null;
  /** The PSP where it started; null if there was none. */
  readonly from: string | null;
  /** The PSP where it would have started; null if there is none. */
  readonly to: string | null;
  /** The index of the override of the proposed rule that applies; null if none does. */
  readonly override: number | null;
};

/** The share of first attempts that would be approved. */
export type ExpectedApproval = {
  /** 0 to 1. */
  readonly estimate: number;
  /** The 95 % confidence interval. */
  readonly interval: readonly [number, number];
};

/** The rollout of a version in steps. */
export type Rollout = {
  /** Share of the sessions: 0 once it was withdrawn, 100 once it is complete. Before it starts, the first share. */
  readonly percent: number;
  /** The remaining steps. */
  readonly then: readonly number[];
  /** How many seconds each step lasts; null without steps. */
  readonly after_s: number | null;
  /** What withdraws it automatically; null without a guard. */
  readonly guard: RolloutGuard | null;
  /** When `percent` went live, in Unix seconds; null before it starts. */
  readonly since: number | null;
  /** What set `percent`; null before it starts. */
  readonly changed: RolloutChange | null;
};

/** A change of a rollout’s share. */
export type RolloutChange = {
  /** `asked`: a call. `step`: the next step was due. `guard`: the guard withdrew it. `rollback`: a rollback replaced it. `reverted`: AppConfig withdrew it after an alarm. */
  readonly cause: 'asked' | 'step' | 'guard' | 'rollback' | 'reverted';
  /** The id of the API key; null if it happened automatically. */
  readonly key: string | null;
  /** When, in Unix seconds. */
  readonly at: number;
};

/** Withdraws a version automatically if fewer first attempts are approved, once the difference is statistically clear. */
export type RolloutGuard = {
  /** By how many percentage points fewer than with the live rule, over the same time. */
  readonly approval_drop_pp: number;
  /** The counts so far, about a minute behind. */
  readonly observed?: GuardObserved;
};

/** What the guard has seen. */
export type GuardObserved = {
  /** The live rule. */
  readonly control: GuardedArm;
  /** The version that is being rolled out. */
  readonly candidate: GuardedArm;
  /** How much likelier it is that the candidate is worse than that it is as good (natural logarithm). It is withdrawn at 4.6, odds of 100 to 1. */
  readonly evidence: number;
};

/** First card attempts of one arm. */
export type GuardedArm = {
  /** The attempts that count: approved, declined by the issuer or failed at the PSP. Outcomes about the card itself do not count. */
  readonly attempts: number;
  /** The approved ones among them. */
  readonly approved: number;
};

/** A field that differs between two versions. */
export type RuleDifference = {
  /** Where it is, for example `overrides[0].when.currency`. */
  readonly path: string;
  /** The old value; null if there was none. */
  readonly before: unknown;
  /** The new value; null if there is none. */
  readonly after: unknown;
};

/** Who wrote a version. */
export type RuleAuthor = {
  /** The id of the API key, as in the list of keys. */
  readonly key: string;
  /** The person, if known. */
  readonly user: string | null;
};

/** Who approved a version. */
export type RuleApproval = {
  /** The id of the API key. */
  readonly key: string;
  /** When, in Unix seconds. */
  readonly at: number;
};

/** When another PSP is tried, and how long each may take. */
export type Failover = {
  /** Definite outcomes after which the next PSP is tried. `not_sent` always allows it; an unknown outcome never does. */
  readonly on: readonly (
    | 'not_sent'
    | 'psp_unavailable'
    | 'rate_limited'
    | 'processor_error'
    | 'issuer_unavailable'
    | 'not_supported'
    | 'do_not_honor'
  )[];
  /** The maximum number of PSPs that a confirm tries. Default: `3`. */
  readonly max_attempts: number;
  /** How long one PSP may take. Default: `8000`. */
  readonly attempt_timeout_ms: number;
};

/** Whether new sessions are steered away from a sick PSP. */
export type HealthPolicy = {
  /** `observe`: its sessions count for PSP health. `steer`: they are also steered away from a sick PSP. `off`: neither. Default: `observe`. */
  readonly mode: 'off' | 'observe' | 'steer';
  /** At most how many percentage points of its sessions may be steered elsewhere. Default: `50`. */
  readonly max_shift: number;
  /** The percentage points of its sessions that a sick PSP keeps at least, if it had that many. Default: `0`. */
  readonly min_share: number;
};

/** The deployment of a rule. */
export type Deployment = {
  /** `deploying`: live everywhere within 30 seconds. `active`: live. */
  readonly state: 'deploying' | 'active';
  /** The number of the deployment. */
  readonly number: number;
};

/** An address that gets events. */
export type WebhookEndpoint = {
  /** The id of the endpoint. */
  readonly id: string;
  /** Always `webhook_endpoint`. */
  readonly object: 'webhook_endpoint';
  /** Where events are sent. */
  readonly url: string;
  /** The event types that are sent; `*` is every type. */
  readonly events: readonly (
    | '*'
    | 'checkout.session.paid'
    | 'checkout.session.authorized'
    | 'checkout.session.processing'
    | 'checkout.session.requires_action'
    | 'checkout.session.payment_failed'
    | 'checkout.session.canceled'
    | 'checkout.session.expired'
    | 'charge.captured'
    | 'charge.capture_failed'
    | 'charge.canceled'
    | 'charge.needs_review'
    | 'charge.reversed'
    | 'charge.external_change'
    | 'refund.pending'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'routing.rule.published'
    | 'routing.rollout.stopped'
    | 'routing.health.changed'
    | 'webhook_endpoint.test'
  )[];
  /** Your own text; null if there is none. */
  readonly description: string | null;
  /** Whether events are sent. */
  readonly status: 'enabled' | 'disabled';
  /** `requested`: you disabled it. `failing`: nothing sent to it succeeded for five days. */
  readonly disabled_reason: 'requested' | 'failing' | null;
  /** Whether it gets events about real money. */
  readonly livemode: boolean;
  /** Unix seconds. */
  readonly created: number;
};

/** An endpoint with the secret that signs its events. */
export type WebhookEndpointWithSecret = {
  /** The id of the endpoint. */
  readonly id: string;
  /** Always `webhook_endpoint`. */
  readonly object: 'webhook_endpoint';
  /** Store it now: it is never shown again. Null in a repeat under the same `Idempotency-Key` with another API key. */
  readonly secret: string | null;
  /** Where events are sent. */
  readonly url: string;
  /** The event types that are sent; `*` is every type. */
  readonly events: readonly (
    | '*'
    | 'checkout.session.paid'
    | 'checkout.session.authorized'
    | 'checkout.session.processing'
    | 'checkout.session.requires_action'
    | 'checkout.session.payment_failed'
    | 'checkout.session.canceled'
    | 'checkout.session.expired'
    | 'charge.captured'
    | 'charge.capture_failed'
    | 'charge.canceled'
    | 'charge.needs_review'
    | 'charge.reversed'
    | 'charge.external_change'
    | 'refund.pending'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'routing.rule.published'
    | 'routing.rollout.stopped'
    | 'routing.health.changed'
    | 'webhook_endpoint.test'
  )[];
  /** Your own text; null if there is none. */
  readonly description: string | null;
  /** Whether events are sent. */
  readonly status: 'enabled' | 'disabled';
  /** `requested`: you disabled it. `failing`: nothing sent to it succeeded for five days. */
  readonly disabled_reason: 'requested' | 'failing' | null;
  /** Whether it gets events about real money. */
  readonly livemode: boolean;
  /** Unix seconds. */
  readonly created: number;
};

/** Every endpoint. */
export type WebhookEndpointList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The endpoints, newest first. */
  readonly data: readonly WebhookEndpoint[];
};

/** A deleted endpoint. */
export type DeletedWebhookEndpoint = {
  /** The id of the endpoint. */
  readonly id: string;
  /** Always `webhook_endpoint`. */
  readonly object: 'webhook_endpoint';
  /** Always true. */
  readonly deleted: true;
};

/** An API key. */
export type ApiKey = {
  /** The id of the key. A rotation does not change it. */
  readonly id: string;
  /** Always `api_key`. */
  readonly object: 'api_key';
  /** Who uses it; null if nobody said. */
  readonly name: string | null;
  /** What it may do. */
  readonly scopes: readonly (
    | 'checkout:write'
    | 'checkout:read'
    | 'charges:read'
    | 'charges:write'
    | 'charges:decide'
    | 'refunds:write'
    | 'notes:write'
    | 'routing:read'
    | 'routing:write'
    | 'routing:approve'
    | 'events:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'disputes:read'
    | 'payment_methods:read'
    | 'payment_methods:write'
    | 'audit:read'
    | 'stats:read'
    | 'exports:write'
    | 'keys:write'
  )[];
  /** When it was created, in Unix seconds. */
  readonly created: number;
  /** Who created it; null if nobody knows. */
  readonly created_by: AuditActor | null;
  /** When it ends, in Unix seconds; null if it never does. */
  readonly expires_at: number | null;
};

/** An API key with its secret. */
export type ApiKeyWithSecret = {
  /** The id of the key. A rotation does not change it. */
  readonly id: string;
  /** Always `api_key`. */
  readonly object: 'api_key';
  /** What callers send as their token. It is shown this once; null in the answer to a repeat. */
  readonly secret: string | null;
  /** Who uses it; null if nobody said. */
  readonly name: string | null;
  /** What it may do. */
  readonly scopes: readonly (
    | 'checkout:write'
    | 'checkout:read'
    | 'charges:read'
    | 'charges:write'
    | 'charges:decide'
    | 'refunds:write'
    | 'notes:write'
    | 'routing:read'
    | 'routing:write'
    | 'routing:approve'
    | 'events:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'disputes:read'
    | 'payment_methods:read'
    | 'payment_methods:write'
    | 'audit:read'
    | 'stats:read'
    | 'exports:write'
    | 'keys:write'
  )[];
  /** When it was created, in Unix seconds. */
  readonly created: number;
  /** Who created it; null if nobody knows. */
  readonly created_by: AuditActor | null;
  /** When it ends, in Unix seconds; null if it never does. */
  readonly expires_at: number | null;
};

/** A page of API keys, newest first. */
export type ApiKeyList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The keys. */
  readonly data: readonly ApiKey[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** A deleted API key. */
export type DeletedApiKey = {
  /** The id of the key. */
  readonly id: string;
  /** Always `api_key`. */
  readonly object: 'api_key';
  /** Always true. */
  readonly deleted: true;
};

/** Who calls. */
export type Caller = {
  /** Always `caller`. */
  readonly object: 'caller';
  /** `api_key`, or `session` for the `client_secret` of a checkout session. */
  readonly kind: 'api_key' | 'user' | 'session';
  /** The name of the API key; null if it has none, and for a session. */
  readonly name: string | null;
  /** Always null: neither a key nor a session has a role. */
  readonly role: 'viewer' | 'support' | 'operator' | 'admin' | null;
  /** What the API key may do; empty for a session, which can read and confirm itself. */
  readonly scopes: readonly (
    | 'checkout:write'
    | 'checkout:read'
    | 'charges:read'
    | 'charges:write'
    | 'charges:decide'
    | 'refunds:write'
    | 'notes:write'
    | 'routing:read'
    | 'routing:write'
    | 'routing:approve'
    | 'events:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'disputes:read'
    | 'payment_methods:read'
    | 'payment_methods:write'
    | 'audit:read'
    | 'stats:read'
    | 'exports:write'
    | 'keys:write'
  )[];
  /** Whether payments here move real money. */
  readonly livemode: boolean;
  /** The environment that answers; `local` on your own machine. */
  readonly environment: string;
};

/** A file of what happened in a time. */
export type Export = {
  /** Its id. */
  readonly id: string;
  /** Always `export`. */
  readonly object: 'export';
  /** What the file lists. */
  readonly what: 'charges' | 'movements' | 'refunds' | 'disputes';
  /** The begin of its time. Unix seconds. */
  readonly from: number;
  /** The end of its time, which is not part of it. Unix seconds. */
  readonly to: number;
  /** The zone of the times in the file. */
  readonly time_zone: string;
  /** Its format. */
  readonly format: 'csv' | 'json';
  /** `running`: read it again later. `done`: `url` leads to the file. `failed`: there will be no file; request another export, under another idempotency key. */
  readonly status: 'running' | 'done' | 'failed';
  /** Why it has failed. `too_long`: it did not fit into fifteen minutes: ask for a shorter time. `ended_early`: three attempts ended early. `not_started`: no attempt could be started for fifteen minutes. Null unless it has failed. */
  readonly failure: 'too_long' | 'ended_early' | 'not_started' | null;
  /** How many rows have been written. */
  readonly rows: number;
  /** What became known before this is in the file, unless the recording of changes is behind, for which an alarm rings. Unix seconds. */
  readonly complete_until: number;
  /** A link to the file, which anybody who has it can read for at most 15 minutes. Each call makes a new one. Null until it is `done`, and again after 7 days. */
  readonly url: string | null;
  /** When it was requested. Unix seconds. */
  readonly created: number;
};

/** Numbers of a time. */
export type Stats = {
  /** Always `stats`. */
  readonly object: 'stats';
  /** What happened before this is counted, unless the recording of changes is behind, for which an alarm rings. Unix seconds. */
  readonly complete_until: number;
  /** By time, then by what they are split by. */
  readonly rows: readonly StatsRow[];
};

/** The numbers of one time and one part. */
export type StatsRow = {
  /** The begin of the first hour counted. Unix seconds. */
  readonly from: number;
  /** The end of the last. Unix seconds. */
  readonly to: number;
  /** The PSP account, if split by it. */
  readonly psp?: string;
  /** The currency, if split by it. */
  readonly currency?: Currency;
  /** The card’s brand, if split by it; null if unknown. */
  readonly brand?: string | null;
  /** The country of the card’s issuer, if split by it; null if unknown. */
  readonly country?: string | null;
  /** The outcome of the attempts, if split by it. */
  readonly outcome?: Outcome;
  /** Attempts whose outcome became known. A failover is an attempt of its own. */
  readonly attempts: number;
  /** Those that held or took the money. */
  readonly approved: number;
  /** The 95 % interval of their share (Wilson), between 0 and 1. Null without attempts. */
  readonly approval_interval: readonly [number, number] | null;
  /** Attempts approved after another PSP had refused in the same confirm; they count at the PSP that took the money. Null if split by brand, country or outcome. */
  readonly recovered: number | null;
  /** Attempts whose PSP’s answer did not arrive, so that the PSP was asked what had become of them. Null if split by brand, country or outcome. */
  readonly lost_answers: LostAnswers | null;
  /** Half of the attempts that took the money at once were answered within this time, right within a fifth; without lost answers, from the customer’s return where there was one. Null if there were none. Null if split by brand, country or outcome. */
  readonly latency_p50_ms: number | null;
  /** The same for 95 %. Null if split by brand, country or outcome. */
  readonly latency_p95_ms: number | null;
  /** What was captured. Null if split by brand, country or outcome. */
  readonly captured: MoneySum | null;
  /** What was refunded, less refunds that failed after all. Null if split by brand, country or outcome. */
  readonly refunded: MoneySum | null;
  /** Disputes that were opened, each once, even if it is reopened. Null if split by brand, country or outcome. */
  readonly disputed: MoneySum | null;
};

/** Attempts whose answer was lost. */
export type LostAnswers = {
  /** How many. */
  readonly count: number;
  /** Those that turned out to have taken money. Trying another PSP on the silence would have charged these customers twice. */
  readonly captured: MoneySum;
};

/** How often money moved, and how much. */
export type MoneySum = {
  /** How often. Negative if more was taken back than came. */
  readonly count: number;
  /** In the currency's ISO 4217 minor unit. Null unless split by currency. */
  readonly amount: number | null;
};

/** An event, and its deliveries. */
export type EventWithDeliveries = {
  /** The id of the event. */
  readonly id: string;
  /** Always `event`. */
  readonly object: 'event';
  /** What happened. */
  readonly type:
    | 'checkout.session.paid'
    | 'checkout.session.authorized'
    | 'checkout.session.processing'
    | 'checkout.session.requires_action'
    | 'checkout.session.payment_failed'
    | 'checkout.session.canceled'
    | 'checkout.session.expired'
    | 'charge.captured'
    | 'charge.capture_failed'
    | 'charge.canceled'
    | 'charge.needs_review'
    | 'charge.reversed'
    | 'charge.external_change'
    | 'refund.pending'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'routing.rule.published'
    | 'routing.rollout.stopped'
    | 'routing.health.changed'
    | 'webhook_endpoint.test';
  /** When it happened, in Unix seconds. */
  readonly created: number;
  /** Whether real money moves. */
  readonly livemode: boolean;
  /** The object it happened to, with enough to branch on. Read the object for more. */
  readonly data: EventData;
  /** One entry for each endpoint to which it is sent. */
  readonly deliveries: readonly Delivery[];
};

/** An event that is sent again, and its deliveries. */
export type ResentEvent = {
  /** The id of the event. */
  readonly id: string;
  /** Always `event`. */
  readonly object: 'event';
  /** What happened. */
  readonly type:
    | 'checkout.session.paid'
    | 'checkout.session.authorized'
    | 'checkout.session.processing'
    | 'checkout.session.requires_action'
    | 'checkout.session.payment_failed'
    | 'checkout.session.canceled'
    | 'checkout.session.expired'
    | 'charge.captured'
    | 'charge.capture_failed'
    | 'charge.canceled'
    | 'charge.needs_review'
    | 'charge.reversed'
    | 'charge.external_change'
    | 'refund.pending'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'routing.rule.published'
    | 'routing.rollout.stopped'
    | 'routing.health.changed'
    | 'webhook_endpoint.test';
  /** When it happened, in Unix seconds. */
  readonly created: number;
  /** Whether real money moves. */
  readonly livemode: boolean;
  /** What happened; null if the API key lacks the scope `events:read`. */
  readonly data: EventData | null;
  /** One entry for each endpoint to which it is sent. */
  readonly deliveries: readonly Delivery[];
};

/** An event on its way to one endpoint. */
export type Delivery = {
  /** The id of the endpoint. */
  readonly endpoint: string;
  /** How often it was sent. */
  readonly attempt: number;
  /** When it was last sent, in Unix seconds; null before the first time. */
  readonly at: number | null;
  /** `pending`: sent (again) at `next_at`. `succeeded`: answered with 2xx. `failed`: no more retries. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** The status of the last answer; null if there was none. */
  readonly http_status: number | null;
  /** Unix seconds; null unless it is pending. */
  readonly next_at: number | null;
};

/** A page of deliveries. */
export type DeliveryList = {
  /** Always `list`. */
  readonly object: 'list';
  /** The deliveries. */
  readonly data: readonly UnsentDelivery[];
  /** Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor. */
  readonly has_more: boolean;
  /** Send it as `starting_after` to get older rows; null at the end. */
  readonly next_cursor: string | null;
  /** Send it as `ending_before` to get newer rows; null on the first page. */
  readonly previous_cursor: string | null;
};

/** An event that has not arrived at one endpoint. */
export type UnsentDelivery = {
  /** The id of the endpoint. */
  readonly endpoint: string;
  /** The id of the event. */
  readonly event: string;
  /** `pending`: sent (again) at `next_at`. `failed`: no more retries. */
  readonly status: 'pending' | 'failed';
  /** How often it was sent. */
  readonly attempts: number;
  /** The status of the last answer; null if there was none. */
  readonly http_status: number | null;
  /** When it was last sent, in Unix seconds; null before the first time. */
  readonly at: number | null;
  /** Unix seconds; null unless it is pending. */
  readonly next_at: number | null;
};

/** What was sent again. */
export type Resend = {
  /** Always `resend`. */
  readonly object: 'resend';
  /** The id of the endpoint. */
  readonly endpoint: string;
  /** As sent. */
  readonly from: number;
  /** As sent. */
  readonly to: number;
  /** How many events are sent again. */
  readonly resent: number;
  /** Whether there are more: the next call goes on. */
  readonly has_more: boolean;
};

/** The request cannot be carried out as it is, or not yet. */
export type InvalidRequestError = {
  /** The class of the error. */
  readonly type: 'invalid_request_error';
  /** What happened, for programs. `doc_url` explains it. */
  readonly code:
    | 'parameter_missing'
    | 'parameter_invalid'
    | 'parameter_unknown'
    | 'body_invalid'
    | 'routing_rule_not_found'
    | 'no_eligible_psp'
    | 'card_capture_disabled'
    | 'hosted_page_not_configured'
    | 'vault_not_configured'
    | 'refund_amount_too_large'
    | 'capture_amount_too_large'
    | 'resource_missing'
    | 'method_not_allowed'
    | 'session_expired'
    | 'payment_link_expired'
    | 'session_already_complete'
    | 'payment_in_progress'
    | 'charge_disputed'
    | 'charge_already_refunded'
    | 'charge_not_refundable'
    | 'charge_not_capturable'
    | 'charge_not_cancelable'
    | 'charge_operation_refused'
    | 'charge_not_refreshable'
    | 'charge_not_decidable'
    | 'order_already_paid'
    | 'order_in_progress'
    | 'charge_operation_in_progress'
    | 'too_many_refunds'
    | 'too_many_notes'
    | 'too_many_webhook_endpoints'
    | 'webhook_endpoint_disabled'
    | 'psp_required'
    | 'version_conflict'
    | 'rollout_in_progress'
    | 'routing_publish_in_progress'
    | 'body_too_large'
    | 'content_type_unsupported';
  /** What was wrong, expected and received, for people. */
  readonly message: string;
  /** The field at fault, for example `targets[1].weight`. */
  readonly param?: string;
  /** The category of the decline, the same for every PSP. */
  readonly decline_code?: DeclineCode;
  /** Where the customer goes on with the authentication that a `payment_in_progress` waits for. */
  readonly next_action?: NextAction;
  /** The id of the request in the logs. Quote it to support. */
  readonly request_id: string;
  /** The explanation of the code. */
  readonly doc_url: string;
};

/** The token is missing or not valid. */
export type AuthenticationError = {
  /** The class of the error. */
  readonly type: 'authentication_error';
  /** What happened, for programs. `doc_url` explains it. */
  readonly code: 'token_missing' | 'token_invalid' | 'signature_invalid';
  /** What was wrong, expected and received, for people. */
  readonly message: string;
  /** The field at fault, for example `targets[1].weight`. */
  readonly param?: string;
  /** The id of the request in the logs. Quote it to support. */
  readonly request_id: string;
  /** The explanation of the code. */
  readonly doc_url: string;
};

/** The token does not allow this. */
export type PermissionError = {
  /** The class of the error. */
  readonly type: 'permission_error';
  /** What happened, for programs. `doc_url` explains it. */
  readonly code: 'scope_missing' | 'grant_refused' | 'refund_limit_reached' | 'approval_by_author';
  /** What was wrong, expected and received, for people. */
  readonly message: string;
  /** The field at fault, for example `targets[1].weight`. */
  readonly param?: string;
  /** The id of the request in the logs. Quote it to support. */
  readonly request_id: string;
  /** The explanation of the code. */
  readonly doc_url: string;
};

/** The Idempotency-Key is in use, or was used for a different request. */
export type IdempotencyError = {
  /** The class of the error. */
  readonly type: 'idempotency_error';
  /** What happened, for programs. `doc_url` explains it. */
  readonly code: 'idempotency_key_in_use' | 'idempotency_key_reused';
  /** What was wrong, expected and received, for people. */
  readonly message: string;
  /** The id of the request in the logs. Quote it to support. */
  readonly request_id: string;
  /** The explanation of the code. */
  readonly doc_url: string;
};

/** Every PSP that may be tried declined the card. */
export type CardError = {
  /** The class of the error. */
  readonly type: 'card_error';
  /** What happened, for programs. `doc_url` explains it. */
  readonly code: 'card_declined';
  /** What was wrong, expected and received, for people. */
  readonly message: string;
  /** The category of the decline, the same for every PSP. */
  readonly decline_code: DeclineCode;
  /** The id of the request in the logs. Quote it to support. */
  readonly request_id: string;
  /** The explanation of the code. */
  readonly doc_url: string;
  /** The session as it is now. */
  readonly session: CheckoutSession;
};

/** Too many requests or attempts. */
export type RateLimitError = {
  /** The class of the error. */
  readonly type: 'rate_limit_error';
  /** What happened, for programs. `doc_url` explains it. */
  readonly code: 'too_many_requests' | 'too_many_attempts';
  /** What was wrong, expected and received, for people. */
  readonly message: string;
  /** The id of the request in the logs. Quote it to support. */
  readonly request_id: string;
  /** The explanation of the code. */
  readonly doc_url: string;
};

/** The service, or something it depends on, failed. */
export type ApiError = {
  /** The class of the error. */
  readonly type: 'api_error';
  /** What happened, for programs. `doc_url` explains it. */
  readonly code:
    | 'internal'
    | 'psp_unavailable'
    | 'vault_unavailable'
    | 'vault_refused'
    | 'routing_unavailable'
    | 'not_configured'
    | 'event_not_verified'
    | 'storage_unavailable';
  /** What was wrong, expected and received, for people. */
  readonly message: string;
  /** The category of the decline, the same for every PSP. */
  readonly decline_code?: DeclineCode;
  /** The id of the request in the logs. Quote it to support. */
  readonly request_id: string;
  /** The explanation of the code. */
  readonly doc_url: string;
  /** The session as it is now. */
  readonly session?: CheckoutSession;
};

/** A payment to make. `null` counts as absent in the customer, the addresses, the description, the reference and `cancel_url`, and so does `""` in names and parts of addresses. */
export type CreateCheckoutSession = {
  /** In the currency's ISO 4217 minor unit: 2599 is 25.99 EUR, and 2599 JPY. From 1 to 999999999999. */
  readonly amount: number;
  /** Lowercase ISO 4217 code. */
  readonly currency: Currency;
  /** Where the customer goes after authentication; `session_id` is added to its query, and `{CHECKOUT_SESSION_ID}` is replaced with the id of the session. Must be https, without credentials; in test mode http is accepted for localhost. */
  readonly success_url: string;
  /** Where the customer goes if the payment failed; `{CHECKOUT_SESSION_ID}` is replaced as in `success_url`. Default: `success_url`. */
  readonly cancel_url?: string;
  /** The rule that decides which PSPs are tried. Default: `default`. */
  readonly routing_rule?: string;
  /** `automatic` takes the money at once; `manual` holds it until you capture. Default: `automatic`. */
  readonly capture_method?: 'automatic' | 'manual';
  /** Your own order id. */
  readonly reference?: string;
  /** Whether only one of the sessions with this `reference` can be paid. While one is paid or being paid, confirming another one fails. Sessions without `pay_once` are not affected and do not count. Requires `reference`. */
  readonly pay_once?: boolean;
  /** A country that rules can route by, usually that of the card or the customer. */
  readonly country?: Country;
  /** The customer's email address; the same as `customer.email`. */
  readonly customer_email?: string;
  /** Who pays, as you know them. A browser never sees this. */
  readonly customer?: Customer;
  /** Who pays, for the checks by PSP and issuer. A confirm's own billing details replace these as a whole, for that confirm. */
  readonly billing_details?: StoredBillingDetails;
  /** Where the goods are sent. */
  readonly shipping?: Shipping;
  /** What is paid for. PSPs show it to you, and it is cut to the length a PSP allows. */
  readonly description?: string;
  /** What the customer's statement shows: 5 to 25 ASCII characters. Rejected if no PSP in the plan accepts it; otherwise only the PSPs that accept it get it. */
  readonly statement_descriptor?: string;
  /** The parts of the billing address that a card payment requires. The hosted fields ask the customer for them; they may also be in the session's `billing_details`. A country without postal codes needs none. */
  readonly collect?: readonly ('country' | 'postal_code')[];
  /** Why strong authentication can be skipped. It is passed to PSPs that accept it, and dropped once the issuer insists on authentication. `tra` is transaction risk analysis. */
  readonly exemption?: 'low_value' | 'tra' | 'secure_corporate' | 'trusted_beneficiary';
  /** Offers the stored cards of `customer.id`, which is then required, in the payment element: the customer chooses one and gives its security code again. Never on the hosted page, whose address travels. Refused with `vault_not_configured` where no vault of ours takes the code. */
  readonly saved_cards?: boolean;
  /** Stores the card once the payment is authorised, as a payment method of `customer.id`, which is then required. `off_session`: you can also charge it without the customer; they authenticate for that now. `on_session`: it saves them typing it again. Tell the customer: you need their consent. */
  readonly setup?: 'off_session' | 'on_session';
  /** Seconds until the session can no longer be paid. Default: `86400`. */
  readonly expires_in?: number;
  /** Your own data: at most 50 keys and 8 KiB in total. */
  readonly metadata?: { readonly [key: string]: string };
};

/** What to pay with. */
export type ConfirmCheckoutSession = {
  /** A card, a token, a wallet or a stored card. */
  readonly payment_method:
    | CardPaymentMethod
    | CardTokenPaymentMethod
    | PspTokenPaymentMethod
    | ApplePayPaymentMethod
    | GooglePayPaymentMethod
    | StoredPaymentMethod;
  /** The customer's browser, for 3-D Secure. The hosted fields send it automatically. */
  readonly browser?: Browser;
  /** Where a customer goes who comes back from 3-D Secure without having paid. `redirect`, the default: to `cancel_url`. `hosted`: to the page at `url`, which sends this itself. `frame`: your page may show `next_action.redirect_to_url.url` in a frame where `frame` is true there; it ends on a page of this service that posts `payment-fields:returned` to yours. Then read the session. */
  readonly return_mode?: 'redirect' | 'hosted' | 'frame';
};

/** An empty object. The path says everything. */
export type NoFields = { readonly [name: string]: never };

/** What is to be paid. `null` counts as absent in the description and the reference. */
export type CreatePaymentLink = {
  /** In the currency's ISO 4217 minor unit: 2599 is 25.99 EUR, and 2599 JPY. From 1 to 999999999999. */
  readonly amount: number;
  /** Lowercase ISO 4217 code. */
  readonly currency: Currency;
  /** What is paid for. Its page shows it. */
  readonly description?: string;
  /** Your own order id, which each of its sessions gets. */
  readonly reference?: string;
  /** Whether it can be paid only once, from however many tabs and devices. It shares its `reference` with every other session that says `pay_once`; without one, the claim is of this link alone. Default: false. */
  readonly pay_once?: boolean;
  /** When it ends, in Unix seconds, at most a year from now. The default is 90 days from now; `null` for a link that does not end. A payment that was begun before can be finished for up to an hour. */
  readonly expires_at?: number | null;
  /** The rule that decides which PSPs are tried. Default: `default`. */
  readonly routing_rule?: string;
  /** Your own data, which each of its sessions gets: at most 50 keys and 8 KiB in total. */
  readonly metadata?: { readonly [key: string]: string };
};

/** A refund to make. */
export type RefundCharge = {
  /** The charge to refund. */
  readonly charge: string;
  /** The PSP’s id of the payment that is meant, if it is one of the charge’s `other_payments`. Default: the charge’s own. */
  readonly psp_reference?: string;
  /** In the currency's ISO 4217 minor unit. Default: everything that is left. */
  readonly amount?: number;
  /** Why it is refunded. */
  readonly reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  /** Also refund the amount of an open dispute. If the dispute is lost, the customer gets that money twice. */
  readonly allow_disputed?: boolean;
  /** Your own data: at most 50 keys and 1 KiB in total. */
  readonly metadata?: { readonly [key: string]: string };
};

/** A capture to make. */
export type CaptureCharge = {
  /** The authorized charge. */
  readonly charge: string;
  /** In the currency's ISO 4217 minor unit. At most what was authorized. Default: all of it. The rest is released. A charge can be captured once. */
  readonly amount?: number;
};

/** A hold to release. */
export type CancelCharge = {
  /** The authorized charge. */
  readonly charge: string;
  /** The PSP’s id of the payment that is meant, if it is one of the charge’s `other_payments`. Default: the charge’s own. */
  readonly psp_reference?: string;
};

/** What a person found out at the PSP. */
export type DecideCharge = {
  /** The item to decide: an `operation` from the charge's `open` list. Optional if only one item needs review. */
  readonly operation?: string;
  /** `captured` or `succeeded`: it was done; for an attempt, `captured` means that the money was taken and `succeeded` that it is held. `canceled`: it was released. `failed` or `absent`: it was not done, or the PSP has no trace of it. */
  readonly outcome: 'captured' | 'canceled' | 'failed' | 'succeeded' | 'absent';
  /** In the currency's ISO 4217 minor unit. For an attempt: with `captured`, what was captured; default, the requested amount. For a capture: with `captured`, everything captured on the charge so far; with `succeeded`, what this capture took; default, what it asked for. For a reversal by refund: what that one refund gave back; default, all it was to give back. The rest is sent again. For a refund, or a reversal by void: only the whole amount. Refused for a cancel, and with any outcome that it says nothing about. */
  readonly amount?: number;
  /** The PSP’s id. Required for an attempt that took or holds money, if the charge has none yet. */
  readonly psp_reference?: string;
  /** Why, for later readers. */
  readonly note: string;
  /** The `revision` of the charge that your decision is based on. If it has changed since, you get `version_conflict`. */
  readonly revision: number;
};

/** A note to add. */
export type CreateChargeNote = {
  /** For people. A card number is refused. */
  readonly text: string;
};

/** A rule to create, or to replace the one with this name. */
export type UpdateRoutingRule = {
  /** The name by which sessions choose the rule: a-z, 0-9, `_` and `-`. */
  readonly name: string;
  /** The PSP accounts that get payments, in proportion to their weights. */
  readonly targets: readonly RoutingTarget[];
  /** When another PSP is tried, and how long each may take. */
  readonly failover?: UpdateFailover;
  /** Whether new sessions are steered away from a sick PSP. */
  readonly health?: UpdateHealthPolicy;
  /** Where Apple Pay and Google Pay may pay: at `any` of the PSPs that takes them and has a weight, drawn apart from the cards, or only if the `first` of the plan does. Default `any`. */
  readonly wallets?: 'any' | 'first';
  /** Other targets for payments that meet a condition. The first match counts. */
  readonly overrides?: readonly RoutingOverride[];
  /** The version of the rule that you last saw (0: the rule must not exist yet). If the rule has changed since, you get `version_conflict`. If omitted, the rule is replaced unconditionally. */
  readonly version?: number;
  /** Why you made the change, for later readers of the versions. */
  readonly note?: string;
  /** Validate the rule and show its effect, but publish nothing. */
  readonly dry_run?: boolean;
  /** With `dry_run`: replay recent sessions of this rule under it. */
  readonly backtest?: {
    /** How many sessions. */
    readonly sessions: number;
  };
  /** Let it plan only part of the sessions first. A rule with this name must be live. */
  readonly rollout?: {
    /** The share it starts with, in percent. */
    readonly percent: number;
    /** The shares after that, rising; at 100 it replaces the live rule. */
    readonly then?: readonly number[];
    /** How many seconds each step lasts before the next. Together with `then`. */
    readonly after_s?: number;
    /** Withdraws it automatically if fewer first attempts are approved. */
    readonly guard?: {
      /** By how many percentage points fewer than with the live rule. It acts once the difference is statistically clear. */
      readonly approval_drop_pp: number;
    };
  };
};

/** The state that the account is to have. */
export type SwitchRoutingPsp = {
  /** `closed`: no new attempt goes there. `open`: the rules decide. */
  readonly state: 'open' | 'closed';
  /** Why, for later readers. */
  readonly note: string;
  /** The `revision` that you last saw. If it has changed since, you get `version_conflict`. */
  readonly revision: number;
  /** Close it even if a rule or an override is left without an open PSP: its payments then fail with `psp_unavailable`. The rules are not read. Default: `false`. */
  readonly force?: boolean;
};

/** The version to go back to. */
export type RollBackRoutingRule = {
  /** Its number. It must have been live once. */
  readonly to: number;
  /** The version that you saw live; 0 if there was none. If another one is by now, you get 409 `version_conflict`. */
  readonly version?: number;
  /** Why you made the change, for later readers of the versions. */
  readonly note?: string;
};

/** A new share, or the end of the rollout. */
export type ChangeRollout = {
  /** The share of the sessions, in percent; 100 completes the rollout. Higher steps in `then` stay. */
  readonly percent?: number;
  /** `stop` withdraws the version, `complete` makes it replace the live rule. */
  readonly action?: 'stop' | 'complete';
  /** The version that you saw being rolled out. If another one is by now, you get 409 `version_conflict`. */
  readonly candidate?: number;
};

/** An address that gets events. */
export type CreateWebhookEndpoint = {
  /** Where events are sent: `https` (in test mode also `http`), on the public internet, without credentials. */
  readonly url: string;
  /** The event types to send. The default, `["*"]`, is every type. */
  readonly events?: readonly (
    | '*'
    | 'checkout.session.paid'
    | 'checkout.session.authorized'
    | 'checkout.session.processing'
    | 'checkout.session.requires_action'
    | 'checkout.session.payment_failed'
    | 'checkout.session.canceled'
    | 'checkout.session.expired'
    | 'charge.captured'
    | 'charge.capture_failed'
    | 'charge.canceled'
    | 'charge.needs_review'
    | 'charge.reversed'
    | 'charge.external_change'
    | 'refund.pending'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'routing.rule.published'
    | 'routing.rollout.stopped'
    | 'routing.health.changed'
    | 'webhook_endpoint.test'
  )[];
  /** Your own text. */
  readonly description?: string;
};

/** The fields to change. */
export type UpdateWebhookEndpoint = {
  /** Where events are sent: `https` (in test mode also `http`), on the public internet, without credentials. */
  readonly url?: string;
  /** The event types to send. Replaces the previous list. */
  readonly events?: readonly (
    | '*'
    | 'checkout.session.paid'
    | 'checkout.session.authorized'
    | 'checkout.session.processing'
    | 'checkout.session.requires_action'
    | 'checkout.session.payment_failed'
    | 'checkout.session.canceled'
    | 'checkout.session.expired'
    | 'charge.captured'
    | 'charge.capture_failed'
    | 'charge.canceled'
    | 'charge.needs_review'
    | 'charge.reversed'
    | 'charge.external_change'
    | 'refund.pending'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'routing.rule.published'
    | 'routing.rollout.stopped'
    | 'routing.health.changed'
    | 'webhook_endpoint.test'
  )[];
  /** Your own text. */
  readonly description?: string;
  /** Whether events are sent. */
  readonly status?: 'enabled' | 'disabled';
};

/** How long the old secret stays valid. */
export type RotateWebhookSecret = {
  /** In seconds, at most seven days. The default is one day; 0 ends it at once. Default: `86400`. */
  readonly expires_in?: number;
};

/** Where to send it. */
export type ResendEvent = {
  /** The only endpoint to send it to, even if it does not subscribe to this type. */
  readonly endpoint?: string;
};

/** The time of the last try. */
export type ResendFailedEvents = {
  /** In Unix seconds, inclusive. */
  readonly from: number;
  /** In Unix seconds, inclusive. */
  readonly to: number;
};

/** A card to store. */
export type CreatePaymentMethod = {
  /** Your own id of the customer. It must match the session in which the card was collected. */
  readonly customer: string;
  /** The vault's token for the card. */
  readonly token: string;
  /** The signed receipt from the vault. */
  readonly receipt: string;
};

/** A key for one caller. */
export type CreateApiKey = {
  /** Who uses it, for people. */
  readonly name: string;
  /** What it may do. */
  readonly scopes: readonly (
    | 'checkout:write'
    | 'checkout:read'
    | 'charges:read'
    | 'charges:write'
    | 'charges:decide'
    | 'refunds:write'
    | 'notes:write'
    | 'routing:read'
    | 'routing:write'
    | 'routing:approve'
    | 'events:read'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'disputes:read'
    | 'payment_methods:read'
    | 'payment_methods:write'
    | 'audit:read'
    | 'stats:read'
    | 'exports:write'
    | 'keys:write'
  )[];
  /** Seconds until it ends, at least 60. Without it, it never ends. */
  readonly expires_in?: number;
};

/** How long the old secret stays valid. */
export type RotateApiKey = {
  /** In seconds, at most seven days. The default is one day; 0 ends it at once. Default: `86400`. */
  readonly expires_in?: number;
};

/** What an export is about. */
export type CreateExport = {
  /** `charges`, `refunds` and `disputes` list what was created in the time, as it is now. `movements` lists money when it became known that it moved: `capture`, `refund`, and `dispute` (taken for a dispute or chargeback, not for an inquiry); `capture_failed`, `refund_failed` and `dispute_reversed` each take back one of these. Money that arrived too late and went back is in none. */
  readonly what: 'charges' | 'movements' | 'refunds' | 'disputes';
  /** The begin, in Unix seconds. */
  readonly from: number;
  /** The end, in Unix seconds, which is not part of it: at most 31 days later. */
  readonly to: number;
  /** The zone of the times in the file: a name of the IANA time zone database, UTC by default. Default: `UTC`. */
  readonly time_zone?: string;
  /** `csv`, the default, with a header; or `json`, an array with an object for each row. Default: `csv`. */
  readonly format?: 'csv' | 'json';
};

/** A card number. Accepted only if the environment allows it (`CARD_CAPTURE`), because sending one puts you in the scope of PCI DSS. */
export type CardPaymentMethod = {
  /** Always `card`. */
  readonly type: 'card';
  /** The card. Never stored, never logged. */
  readonly card: Card;
  /** Who pays, for the checks by PSP and issuer. */
  readonly billing_details?: BillingDetails;
};

/** A card. */
export type Card = {
  /** 12 to 19 digits without spaces, with a valid check digit. */
  readonly number: string;
  /** The month of expiry. */
  readonly exp_month: number;
  /** The year of expiry, four digits. */
  readonly exp_year: number;
  /** The security code, 3 or 4 digits. */
  readonly cvc: string;
  /** The name on the card. */
  readonly name?: string;
  /** The network that the customer chose, for a card with two. It must be the brand of the number, or `cartes_bancaires` on Visa, Mastercard or Maestro. Without it the PSP decides. PSPs that do not support a choice ignore it. */
  readonly network?:
    | 'visa'
    | 'mastercard'
    | 'amex'
    | 'discover'
    | 'diners'
    | 'jcb'
    | 'unionpay'
    | 'maestro'
    | 'cartes_bancaires';
};

/** A card that the vault collected for this session. Any PSP in the plan can charge it, and its number never reaches this service. */
export type CardTokenPaymentMethod = {
  /** Always `card_token`. */
  readonly type: 'card_token';
  /** The vault's token for the card. */
  readonly token: string;
  /** The signed receipt from our own vault, with brand, last digits and expiry. A vendor’s vault gives none. */
  readonly receipt?: string;
  /** Who pays, for the checks by PSP and issuer. */
  readonly billing_details?: BillingDetails;
};

/** A token that a PSP issued for a card. It works only at that PSP, so no other one is tried. */
export type PspTokenPaymentMethod = {
  /** Always `psp_token`. */
  readonly type: 'psp_token';
  /** The PSP account that the token belongs to. It must be in the session’s plan. */
  readonly psp: string;
  /** The token in that PSP's own format. */
  readonly token: string;
  /** Who pays, for the checks by PSP and issuer. */
  readonly billing_details?: BillingDetails;
};

/** An Apple Pay token for one payment, still encrypted. This service cannot read it and passes it to a PSP that can. */
export type ApplePayPaymentMethod = {
  /** Always `applepay`. */
  readonly type: 'applepay';
  /** `payment.token.paymentData` as JSON. Never stored, never logged. */
  readonly token: string;
  /** The PSP accounts it is encrypted for. Only these are tried, and a second one only if the first did nothing. */
  readonly psps: readonly string[];
  /** Who pays, for the checks by PSP and issuer. */
  readonly billing_details?: BillingDetails;
};

/** A Google Pay token for one payment, still encrypted. This service cannot read it and passes it to a PSP that can. */
export type GooglePayPaymentMethod = {
  /** Always `googlepay`. */
  readonly type: 'googlepay';
  /** `paymentMethodData.tokenizationData.token` as it is. Never stored, never logged. */
  readonly token: string;
  /** The PSP accounts it is encrypted for. Only these are tried, and a second one only if the first did nothing. */
  readonly psps: readonly string[];
  /** Who pays, for the checks by PSP and issuer. */
  readonly billing_details?: BillingDetails;
};

/** A stored card of the session's customer. A browser may use it if the session was created with `saved_cards`, and only with `cvc_token`. */
export type StoredPaymentMethod = {
  /** Always `stored`. */
  readonly type: 'stored';
  /** The id of the payment method. */
  readonly id: string;
  /** `customer`: the customer is present and asked for it. `merchant`: you charge without them, with an API key only. Nobody can authenticate then, so a PSP that insists on it declines. */
  readonly initiator: 'merchant' | 'customer';
  /** Why the merchant charges: on a schedule, without one, or in instalments for one purchase. Required with `merchant`. */
  readonly reason?: 'recurring' | 'unscheduled' | 'installment';
  /** The vault’s token of the security code that the customer has given again. The card is then never charged without it: after an answer of the issuer, no other PSP is tried. Not with `merchant`. */
  readonly cvc_token?: string;
  /** Who pays, for the checks by PSP and issuer. */
  readonly billing_details?: BillingDetails;
};

/** Who pays. */
export type StoredBillingDetails = {
  /** Full name. */
  readonly name?: string;
  /** Email address. */
  readonly email?: string;
  /** Telephone number. */
  readonly phone?: string;
  /** Postal address. */
  readonly address?: Address;
};

/** Who pays, as you know them. */
export type Customer = {
  /** Your own id. */
  readonly id?: string;
  /** Email address. */
  readonly email?: string;
  /** Telephone number. PSPs that require a country code get it only in that form (`+44 20 …`). */
  readonly phone?: string;
};

/** Where the goods are sent. */
export type Shipping = {
  /** The recipient. */
  readonly name?: string;
  /** Telephone number. */
  readonly phone?: string;
  /** Postal address. */
  readonly address: Address;
};

/** A postal address. */
export type Address = {
  /** Street and number. */
  readonly line1?: string;
  /** Additional address line. */
  readonly line2?: string;
  /** City. */
  readonly city?: string;
  /** State, county or province. */
  readonly state?: string;
  /** Postal code. */
  readonly postal_code?: string;
  /** Uppercase ISO 3166-1 alpha-2 code. */
  readonly country?: Country;
};

/** The customer's browser, for 3-D Secure. Never stored. */
export type Browser = {
  /** `screen.colorDepth`. */
  readonly color_depth: number;
  /** `navigator.language`. */
  readonly language: string;
  /** `screen.height`, in pixels. */
  readonly screen_height: number;
  /** `screen.width`, in pixels. */
  readonly screen_width: number;
  /** `new Date().getTimezoneOffset()`, in minutes. */
  readonly time_zone_offset: number;
  /** `navigator.javaEnabled()`. Default: `false`. */
  readonly java_enabled?: boolean;
  /** Its `user-agent` header. Required with an API key; a browser that confirms sends it anyway. */
  readonly user_agent?: string;
  /** Its `accept` header. */
  readonly accept_header?: string;
};

/** Who pays. */
export type BillingDetails = {
  /** Full name. */
  readonly name?: string;
  /** Email address. */
  readonly email?: string;
  /** Telephone number. */
  readonly phone?: string;
  /** Postal address. */
  readonly address?: Address;
};

/** When another PSP is tried, and how long each may take. */
export type UpdateFailover = {
  /** Definite outcomes after which the next PSP is tried. `not_sent` always allows it; an unknown outcome never does. */
  readonly on?: readonly (
    | 'not_sent'
    | 'psp_unavailable'
    | 'rate_limited'
    | 'processor_error'
    | 'issuer_unavailable'
    | 'not_supported'
    | 'do_not_honor'
  )[];
  /** The maximum number of PSPs that a confirm tries. Default: `3`. */
  readonly max_attempts?: number;
  /** How long one PSP may take. Default: `8000`. */
  readonly attempt_timeout_ms?: number;
};

/** Whether new sessions are steered away from a sick PSP. */
export type UpdateHealthPolicy = {
  /** `observe`: its sessions count for PSP health. `steer`: they are also steered away from a sick PSP. `off`: neither. Default: `observe`. */
  readonly mode?: 'off' | 'observe' | 'steer';
  /** At most how many percentage points of its sessions may be steered elsewhere. Default: `50`. */
  readonly max_shift?: number;
  /** The percentage points of its sessions that a sick PSP keeps at least, if it had that many. Default: `0`. */
  readonly min_share?: number;
};

/** What stands under `error` in the body of an error. */
export type ApiErrorBody =
  | InvalidRequestError
  | AuthenticationError
  | PermissionError
  | IdempotencyError
  | CardError
  | RateLimitError
  | ApiError;

/** What list sessions takes. */
export type ListCheckoutSessionsQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
  /** Bounds. */
  readonly created?: {
    /** Created at this time or later, in Unix seconds. */
    readonly gte?: number;
    /** Created at this time or earlier, in Unix seconds. */
    readonly lte?: number;
  };
  /** Bounds. */
  readonly amount?: {
    /** In the currency's ISO 4217 minor unit. At least. */
    readonly gte?: number;
    /** In the currency's ISO 4217 minor unit. At most. */
    readonly lte?: number;
  };
  /** The current status. */
  readonly status?: 'open' | 'complete' | 'expired';
  /** The current payment status. */
  readonly payment_status?: 'unpaid' | 'requires_action' | 'processing' | 'authorized' | 'paid' | 'canceled';
  /** Lowercase ISO 4217 code. */
  readonly currency?: Currency;
  /** Your own order id, as an exact match. */
  readonly reference?: string;
  /** The email address, in any case. */
  readonly customer_email?: string;
  /** What `reference` begins with, in any case: at least 3 characters. */
  readonly 'reference[prefix]'?: string;
  /** What the email address begins with, in any case: at least 3 characters. */
  readonly 'customer_email[prefix]'?: string;
};

/** What list the notes of a charge takes. */
export type ListChargeNotesQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
};

/** What list charges takes. */
export type ListChargesQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
  /** Bounds. */
  readonly created?: {
    /** Created at this time or later, in Unix seconds. */
    readonly gte?: number;
    /** Created at this time or earlier, in Unix seconds. */
    readonly lte?: number;
  };
  /** Bounds. */
  readonly amount?: {
    /** In the currency's ISO 4217 minor unit. At least. */
    readonly gte?: number;
    /** In the currency's ISO 4217 minor unit. At most. */
    readonly lte?: number;
  };
  /** The current status. */
  readonly status?:
    | 'pending'
    | 'requires_action'
    | 'authorized'
    | 'capturing'
    | 'captured'
    | 'canceling'
    | 'canceled'
    | 'failed'
    | 'needs_review';
  /** The PSP account that holds the charge. */
  readonly psp?: string;
  /** Lowercase ISO 4217 code. */
  readonly currency?: Currency;
  /** Only those of this session. */
  readonly session?: string;
  /** Only those of sessions with this `reference`, your own order id. */
  readonly reference?: string;
  /** The exact id at the PSP. */
  readonly psp_reference?: string;
  /** Only charges with something unfinished, longest open first. */
  readonly open?: true;
  /** The last four digits of the card. */
  readonly last4?: string;
  /** The brand of the card. */
  readonly brand?: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'maestro';
  /** What `reference` begins with, in any case: at least 3 characters. */
  readonly 'reference[prefix]'?: string;
  /** What the email address begins with, in any case: at least 3 characters. */
  readonly 'customer_email[prefix]'?: string;
};

/** What list refunds takes. */
export type ListRefundsQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
  /** Bounds. */
  readonly created?: {
    /** Created at this time or later, in Unix seconds. */
    readonly gte?: number;
    /** Created at this time or earlier, in Unix seconds. */
    readonly lte?: number;
  };
  /** Bounds. */
  readonly amount?: {
    /** In the currency's ISO 4217 minor unit. At least. */
    readonly gte?: number;
    /** In the currency's ISO 4217 minor unit. At most. */
    readonly lte?: number;
  };
  /** The current status. */
  readonly status?: 'pending' | 'succeeded' | 'failed';
  /** The PSP account that refunds the money. */
  readonly psp?: string;
  /** Lowercase ISO 4217 code. */
  readonly currency?: Currency;
  /** Only those of this charge. */
  readonly charge?: string;
  /** Only those of this session. */
  readonly session?: string;
  /** Only those of the newest 100 sessions with this `reference`, your own order id. */
  readonly reference?: string;
};

/** What list events takes. */
export type ListEventsQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
  /** Bounds. */
  readonly created?: {
    /** Created at this time or later, in Unix seconds. */
    readonly gte?: number;
    /** Created at this time or earlier, in Unix seconds. */
    readonly lte?: number;
  };
  /** Only events of this type. */
  readonly type?:
    | 'checkout.session.paid'
    | 'checkout.session.authorized'
    | 'checkout.session.processing'
    | 'checkout.session.requires_action'
    | 'checkout.session.payment_failed'
    | 'checkout.session.canceled'
    | 'checkout.session.expired'
    | 'charge.captured'
    | 'charge.capture_failed'
    | 'charge.canceled'
    | 'charge.needs_review'
    | 'charge.reversed'
    | 'charge.external_change'
    | 'refund.pending'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'dispute.opened'
    | 'dispute.updated'
    | 'dispute.won'
    | 'dispute.lost'
    | 'routing.rule.published'
    | 'routing.rollout.stopped'
    | 'routing.health.changed'
    | 'webhook_endpoint.test';
  /** Only events about the object with this id (or, for a rule, its name). */
  readonly object?: string;
};

/** What list the audit trail takes. */
export type ListAuditEntriesQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
  /** Bounds. */
  readonly created?: {
    /** Created at this time or later, in Unix seconds. */
    readonly gte?: number;
    /** Created at this time or earlier, in Unix seconds. */
    readonly lte?: number;
  };
  /** Only entries with this action. */
  readonly action?:
    | 'api_key.create'
    | 'api_key.revoke'
    | 'api_key.rotate'
    | 'charge.capture'
    | 'charge.cancel'
    | 'charge.decide'
    | 'charge.note'
    | 'charge.refresh'
    | 'charge.refund'
    | 'checkout_session.expire'
    | 'export.create'
    | 'payment_link.create'
    | 'payment_link.delete'
    | 'payment_method.create'
    | 'payment_method.delete'
    | 'routing_psp.close'
    | 'routing_psp.open'
    | 'routing_rule.approve'
    | 'routing_rule.delete'
    | 'routing_rule.draft'
    | 'routing_rule.publish'
    | 'routing_rule.roll_back'
    | 'routing_rule.roll_out'
    | 'webhook_endpoint.create'
    | 'webhook_endpoint.delete'
    | 'webhook_endpoint.disable'
    | 'webhook_endpoint.rotate'
    | 'webhook_endpoint.update';
  /** Only entries by the API key with this id, as in your list of keys. */
  readonly actor?: string;
  /** Only entries about the object with this id (or, for a rule, its name). */
  readonly target?: string;
};

/** What list disputes takes. */
export type ListDisputesQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
  /** Bounds. */
  readonly created?: {
    /** Created at this time or later, in Unix seconds. */
    readonly gte?: number;
    /** Created at this time or earlier, in Unix seconds. */
    readonly lte?: number;
  };
  /** Bounds. */
  readonly amount?: {
    /** In the currency's ISO 4217 minor unit. At least. */
    readonly gte?: number;
    /** In the currency's ISO 4217 minor unit. At most. */
    readonly lte?: number;
  };
  /** The current status. */
  readonly status?: 'open' | 'won' | 'lost' | 'closed';
  /** The PSP account that holds the charge. */
  readonly psp?: string;
  /** Lowercase ISO 4217 code. */
  readonly currency?: Currency;
  /** Only those of this charge. */
  readonly charge?: string;
  /** Only those of this session. */
  readonly session?: string;
  /** Only those of the newest 100 sessions with this `reference`, your own order id. */
  readonly reference?: string;
};

/** What delete a rule takes. */
export type DeleteRoutingRuleQuery = {
  /** Why you made the change, for later readers of the versions. */
  readonly note?: string;
};

/** What list deliveries takes. */
export type ListDeliveriesQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
  /** Those that are still tried, or those that were given up. */
  readonly status: 'pending' | 'failed';
  /** Only those to this endpoint. */
  readonly endpoint?: string;
};

/** What retrieve numbers takes. */
export type RetrieveStatsQuery = {
  /** The begin, in Unix seconds. */
  readonly from: number;
  /** The end, in Unix seconds: at most 7 days later by hour, 92 by day. */
  readonly to: number;
  /** The length of a row’s time. Default: `day`. */
  readonly interval?: 'hour' | 'day';
  /** Where days begin: a name of the IANA time zone database. Default: `UTC`. */
  readonly time_zone?: string;
  /** What to split the numbers by: `psp`, `currency`, and at most one of `brand`, `country` and `outcome`, with commas between them. Without it a row is everything. */
  readonly by?: string;
};

/** What list payment methods takes. */
export type ListPaymentMethodsQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
  /** Bounds. */
  readonly created?: {
    /** Created at this time or later, in Unix seconds. */
    readonly gte?: number;
    /** Created at this time or earlier, in Unix seconds. */
    readonly lte?: number;
  };
  /** Only those of this customer, by your own id. */
  readonly customer: string;
};

/** What list payment links takes. */
export type ListPaymentLinksQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
  /** Bounds. */
  readonly created?: {
    /** Created at this time or later, in Unix seconds. */
    readonly gte?: number;
    /** Created at this time or earlier, in Unix seconds. */
    readonly lte?: number;
  };
};

/** What list api keys takes. */
export type ListApiKeysQuery = {
  /** The maximum number of rows. Default: `20`. */
  readonly limit?: number;
  /** The `next_cursor` of a page with the same filters: older rows. */
  readonly starting_after?: string;
  /** The `previous_cursor` of a page with the same filters: newer rows. */
  readonly ending_before?: string;
  /** Bounds. */
  readonly created?: {
    /** Created at this time or later, in Unix seconds. */
    readonly gte?: number;
    /** Created at this time or earlier, in Unix seconds. */
    readonly lte?: number;
  };
};

/** Every code of every error. */
export type ErrorCode = ApiErrorBody['code'];

/** What each operation takes, and what an API key is answered. */
export type Operations = {
  /** List sessions. */
  readonly listCheckoutSessions: {
    readonly query: ListCheckoutSessionsQuery;
    readonly answer: CheckoutSessionList;
  };
  /** Create a session. */
  readonly createCheckoutSession: { readonly body: CreateCheckoutSession; readonly answer: CheckoutSession };
  /** Retrieve a session. */
  readonly retrieveCheckoutSession: {
    readonly path: { readonly id: string };
    readonly answer: CheckoutSession;
  };
  /** Confirm a session. */
  readonly confirmCheckoutSession: {
    readonly path: { readonly id: string };
    readonly body: ConfirmCheckoutSession;
    readonly answer: CheckoutSession;
  };
  /** Expire a session. */
  readonly expireCheckoutSession: {
    readonly path: { readonly id: string };
    readonly body: NoFields;
    readonly answer: CheckoutSession;
  };
  /** Refund a charge. */
  readonly refundCharge: { readonly body: RefundCharge; readonly answer: Refund };
  /** Capture a charge. */
  readonly captureCharge: { readonly body: CaptureCharge; readonly answer: Charge };
  /** Cancel a charge. */
  readonly cancelCharge: { readonly body: CancelCharge; readonly answer: Charge };
  /** Retrieve a charge. */
  readonly retrieveCharge: { readonly path: { readonly id: string }; readonly answer: Charge };
  /** Refresh a charge. */
  readonly refreshCharge: {
    readonly path: { readonly id: string };
    readonly body: NoFields;
    readonly answer: Charge;
  };
  /** Decide a charge. */
  readonly decideCharge: {
    readonly path: { readonly id: string };
    readonly body: DecideCharge;
    readonly answer: Charge;
  };
  /** List the notes of a charge. */
  readonly listChargeNotes: {
    readonly path: { readonly id: string };
    readonly query: ListChargeNotesQuery;
    readonly answer: NoteList;
  };
  /** Add a note to a charge. */
  readonly createChargeNote: {
    readonly path: { readonly id: string };
    readonly body: CreateChargeNote;
    readonly answer: Note;
  };
  /** List charges. */
  readonly listCharges: { readonly query: ListChargesQuery; readonly answer: ChargeList };
  /** List refunds. */
  readonly listRefunds: { readonly query: ListRefundsQuery; readonly answer: RefundList };
  /** Retrieve a refund. */
  readonly retrieveRefund: { readonly path: { readonly id: string }; readonly answer: Refund };
  /** List events. */
  readonly listEvents: { readonly query: ListEventsQuery; readonly answer: EventList };
  /** Retrieve an event. */
  readonly retrieveEvent: { readonly path: { readonly id: string }; readonly answer: EventWithDeliveries };
  /** List the audit trail. */
  readonly listAuditEntries: { readonly query: ListAuditEntriesQuery; readonly answer: AuditEntryList };
  /** List disputes. */
  readonly listDisputes: { readonly query: ListDisputesQuery; readonly answer: DisputeList };
  /** Retrieve a dispute. */
  readonly retrieveDispute: { readonly path: { readonly id: string }; readonly answer: Dispute };
  /** List the rules. */
  readonly listRoutingRules: { readonly answer: RoutingRuleList };
  /** Publish a rule. */
  readonly updateRoutingRules: { readonly body: UpdateRoutingRule; readonly answer: PublishedRoutingRule };
  /** Retrieve a rule. */
  readonly retrieveRoutingRule: { readonly path: { readonly name: string }; readonly answer: RoutingRule };
  /** Delete a rule. */
  readonly deleteRoutingRule: {
    readonly path: { readonly name: string };
    readonly query: DeleteRoutingRuleQuery;
    readonly answer: DeletedRoutingRule;
  };
  /** List the versions of a rule. */
  readonly listRoutingRuleVersions: {
    readonly path: { readonly name: string };
    readonly answer: RoutingRuleVersionList;
  };
  /** Retrieve a version of a rule. */
  readonly retrieveRoutingRuleVersion: {
    readonly path: { readonly name: string; readonly version: string };
    readonly answer: RoutingRuleVersion;
  };
  /** Approve a draft of a rule. */
  readonly approveRoutingRuleVersion: {
    readonly path: { readonly name: string; readonly version: string };
    readonly body: NoFields;
    readonly answer: PublishedRoutingRule | DeletedRoutingRule;
  };
  /** Roll back a rule. */
  readonly rollBackRoutingRule: {
    readonly path: { readonly name: string };
    readonly body: RollBackRoutingRule;
    readonly answer: PublishedRoutingRule;
  };
  /** Change or end a rollout. */
  readonly changeRollout: {
    readonly path: { readonly name: string };
    readonly body: ChangeRollout;
    readonly answer: PublishedRoutingRule;
  };
  /** Retrieve PSP health. */
  readonly retrieveRoutingHealth: { readonly answer: HealthVerdict };
  /** List the PSP accounts. */
  readonly listRoutingPsps: { readonly answer: RoutingPspList };
  /** Close or open a PSP account. */
  readonly switchRoutingPsp: {
    readonly path: { readonly id: string };
    readonly body: SwitchRoutingPsp;
    readonly answer: RoutingPsp;
  };
  /** Retrieve a backtest. */
  readonly retrieveBacktest: { readonly path: { readonly id: string }; readonly answer: Backtest };
  /** List webhook endpoints. */
  readonly listWebhookEndpoints: { readonly answer: WebhookEndpointList };
  /** Create a webhook endpoint. */
  readonly createWebhookEndpoint: {
    readonly body: CreateWebhookEndpoint;
    readonly answer: WebhookEndpointWithSecret;
  };
  /** Retrieve a webhook endpoint. */
  readonly retrieveWebhookEndpoint: {
    readonly path: { readonly id: string };
    readonly answer: WebhookEndpoint;
  };
  /** Update a webhook endpoint. */
  readonly updateWebhookEndpoint: {
    readonly path: { readonly id: string };
    readonly body: UpdateWebhookEndpoint;
    readonly answer: WebhookEndpoint;
  };
  /** Delete a webhook endpoint. */
  readonly deleteWebhookEndpoint: {
    readonly path: { readonly id: string };
    readonly answer: DeletedWebhookEndpoint;
  };
  /** Rotate the secret. */
  readonly rotateWebhookSecret: {
    readonly path: { readonly id: string };
    readonly body: RotateWebhookSecret;
    readonly answer: WebhookEndpointWithSecret;
  };
  /** Send a test event. */
  readonly testWebhookEndpoint: {
    readonly path: { readonly id: string };
    readonly body: NoFields;
    readonly answer: Event;
  };
  /** Send an event again. */
  readonly resendEvent: {
    readonly path: { readonly id: string };
    readonly body: ResendEvent;
    readonly answer: ResentEvent;
  };
  /** Send everything that failed again. */
  readonly resendFailedEvents: {
    readonly path: { readonly id: string };
    readonly body: ResendFailedEvents;
    readonly answer: Resend;
  };
  /** List deliveries. */
  readonly listDeliveries: { readonly query: ListDeliveriesQuery; readonly answer: DeliveryList };
  /** Retrieve numbers. */
  readonly retrieveStats: { readonly query: RetrieveStatsQuery; readonly answer: Stats };
  /** Request an export. */
  readonly createExport: { readonly body: CreateExport; readonly answer: Export };
  /** Retrieve an export. */
  readonly retrieveExport: { readonly path: { readonly id: string }; readonly answer: Export };
  /** List payment methods. */
  readonly listPaymentMethods: {
    readonly query: ListPaymentMethodsQuery;
    readonly answer: PaymentMethodList;
  };
  /** Store a card. */
  readonly createPaymentMethod: { readonly body: CreatePaymentMethod; readonly answer: PaymentMethod };
  /** Retrieve a payment method. */
  readonly retrievePaymentMethod: { readonly path: { readonly id: string }; readonly answer: PaymentMethod };
  /** Delete a payment method. */
  readonly deletePaymentMethod: {
    readonly path: { readonly id: string };
    readonly answer: DeletedPaymentMethod;
  };
  /** List payment links. */
  readonly listPaymentLinks: { readonly query: ListPaymentLinksQuery; readonly answer: PaymentLinkList };
  /** Create a payment link. */
  readonly createPaymentLink: { readonly body: CreatePaymentLink; readonly answer: PaymentLink };
  /** Retrieve a payment link. */
  readonly retrievePaymentLink: { readonly path: { readonly id: string }; readonly answer: PaymentLink };
  /** Delete a payment link. */
  readonly deletePaymentLink: { readonly path: { readonly id: string }; readonly answer: DeletedPaymentLink };
  /** Begin to pay a payment link. */
  readonly beginPaymentLink: {
    readonly path: { readonly id: string };
    readonly body: NoFields;
    readonly answer: CheckoutSession;
  };
  /** List API keys. */
  readonly listApiKeys: { readonly query: ListApiKeysQuery; readonly answer: ApiKeyList };
  /** Create an API key. */
  readonly createApiKey: { readonly body: CreateApiKey; readonly answer: ApiKeyWithSecret };
  /** Retrieve an API key. */
  readonly retrieveApiKey: { readonly path: { readonly id: string }; readonly answer: ApiKey };
  /** Delete an API key. */
  readonly deleteApiKey: { readonly path: { readonly id: string }; readonly answer: DeletedApiKey };
  /** Rotate the secret. */
  readonly rotateApiKey: {
    readonly path: { readonly id: string };
    readonly body: RotateApiKey;
    readonly answer: ApiKeyWithSecret;
  };
  /** Retrieve the caller. */
  readonly retrieveCaller: { readonly answer: Caller };
};
