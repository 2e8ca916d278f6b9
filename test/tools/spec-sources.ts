/**
 * Where each official document that the tests check against comes from: the publisher's repository, the file in it and the commit, as the stored
 * document's own `x-source` says. `keeps`: the calls a card router makes; the rest is left out.
 */
export type SpecSource = {
  readonly file: string;
  readonly repo: string;
  readonly path: string;
  readonly commit: string;
  /** The JSON beside `path`, where that is YAML. */
  readonly json?: string;
  /** Paths that are kept, by their beginning; all where absent. */
  readonly keeps?: readonly string[];
};

export const specSources: readonly SpecSource[] = [
  {
    file: 'stripe.openapi.json',
    repo: 'stripe/openapi',
    path: 'openapi/spec3.yaml',
    json: 'openapi/spec3.json',
    commit: '63a674638635c68de26b9f3add13e58198f4df44',
    keeps: ['/v1/payment_intents', '/v1/payment_methods', '/v1/refunds', '/v1/charges'],
  },
  {
    file: 'stripe.fixtures.json',
    repo: 'stripe/openapi',
    path: 'openapi/fixtures3.json',
    commit: 'f6c2a48fbac2819d1feba8143d942ffc65e1c0d2',
  },
  {
    file: 'adyen.openapi.json',
    repo: 'Adyen/adyen-openapi',
    path: 'json/CheckoutService-v72.json',
    commit: 'aa014f0cbdb58ff5c44a2ff9d5fe734642210aff',
    keeps: ['/payments', '/cancels'],
  },
  {
    file: 'adyen-webhooks.openapi.json',
    repo: 'Adyen/adyen-openapi',
    path: 'json/Webhooks-v1.json',
    commit: 'aa014f0cbdb58ff5c44a2ff9d5fe734642210aff',
  },
  {
    file: 'paypal-orders.openapi.json',
    repo: 'paypal/paypal-rest-api-specifications',
    path: 'openapi/checkout_orders_v2.json',
    commit: 'ec4d8f36a6ab0abcc3865e1072aaddc85ea14d5c',
    keeps: ['/v2/checkout/orders'],
  },
  {
    file: 'paypal-payments.openapi.json',
    repo: 'paypal/paypal-rest-api-specifications',
    path: 'openapi/payments_payment_v2.json',
    commit: 'ec4d8f36a6ab0abcc3865e1072aaddc85ea14d5c',
    keeps: ['/v2/payments'],
  },
  {
    file: 'square.openapi.json',
    repo: 'square/connect-api-specification',
    path: 'api.json',
    commit: '5733f6624e9a5b930a8426f0e02a6bf7e35c6c0f',
    keeps: ['/v2/payments', '/v2/refunds'],
  },
];

/** Its publisher's document is a folder of YAML files that refer to each other: it has to be bundled into one JSON file first, with a tool for that. */
export const bundledByHand = {
  file: 'checkoutcom.openapi.json',
  repo: 'cko-payment-interfaces/checkout-api-reference',
  path: 'nas_spec/',
  commit: '7a5ce44f5c65f2d4fda7e74ce809af9e544fa6be',
} as const;
