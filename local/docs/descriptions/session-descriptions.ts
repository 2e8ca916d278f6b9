import type { Descriptions } from './descriptions.ts';
import { moneyDescription } from './money-description.ts';

const shown = {
  id: 'The id of the session.',
  object: 'Always `checkout.session`.',
  amount: moneyDescription,
  currency: 'Lowercase ISO 4217 code.',
  status:
    '`open`: it can be paid. `complete`: the payment is held, made or released. `expired`: `expires_at` passed without payment, or you expired it.',
  client_secret:
    'The session token. It lets a browser read and confirm this one session, and nothing else. Null once its signing key is gone, and for an API key without `checkout:write`. Never log it.',
  url: 'The page of this service where the customer can pay, with a session token behind `#`, which reaches no server: send the customer there, and never log it. With `saved_cards`, it is a token that neither shows nor charges stored cards. Null where no page is set up or no cards are taken, in lists, and for an API key without `checkout:write`.',
  created: 'Unix seconds.',
  payment_status:
    '`unpaid`: no attempt succeeded. `requires_action`: the customer must act, see `next_action`. `processing`: the outcome is not known yet; read the session again later. `authorized`: the money is held. `paid`: it is captured. `canceled`: the hold was released.',
  capture_method: '`automatic` takes the money at once; `manual` holds it until you capture.',
  routing_rule: 'The routing rule that decided the plan.',
  success_url: 'Where the customer goes after authentication.',
  cancel_url:
    'Where the customer goes if the payment failed. If null, to `success_url` too. A payment on the hosted page goes back to that page.',
  description: 'What is paid for. The hosted page shows it.',
  country: 'The country the session was routed by.',
  collect:
    'The parts of the billing address that a card payment requires, and that the hosted fields ask for.',
  wallets: 'The wallets that can pay, and where. Null if none can; no wallet button is shown then.',
  expires_at: 'Unix seconds. A session with an open attempt does not expire.',
  livemode: 'Whether real money moves.',
  charge: 'The charge of the open attempt, or of the one that succeeded.',
  next_action: 'What the customer must do; null if there is nothing to do.',
  last_payment_error: 'Why the last confirm ended without a payment; null if it did not.',
} as const;

export const sessionDescriptions: Descriptions = {
  Currency: { '': 'Lowercase ISO 4217 code of a currency in circulation.' },
  Country: { '': 'Uppercase ISO 3166-1 alpha-2 code.' },
  CheckoutSession: {
    '': 'A payment, with its route and the outcome of each attempt.',
    ...shown,
    reference: 'Your own order id.',
    pay_once: 'Whether only one of the sessions with this `reference`, or of this payment link, can be paid.',
    payment_link: 'The payment link that it was begun with; null without one.',
    customer_email: "The customer's email address.",
    customer: 'Who pays, as you know them.',
    billing_details: 'Who pays, as given at creation.',
    shipping: 'Where the goods are sent.',
    statement_descriptor: "What the customer's statement shows, at PSPs that accept it.",
    exemption: 'Why strong authentication can be skipped, as you requested.',
    saved_cards: 'Whether the payment element offers the stored cards of the customer.',
    setup: 'What the card is stored for once the payment is authorised; null if it is not stored.',
    metadata: 'Your own data, as you gave it.',
    routing: 'The decision made at creation, with its reasons, and the attempts since.',
    warnings:
      'What is probably a mistake. Only in the answer to the call that creates the session, and missing if there is nothing.',
  },
  SessionWarning: {
    '': 'What is probably a mistake, though the session was created.',
    code: '`reference_in_use`: another session with this `reference` is open, authorized or paid, among its twenty newest. Sessions of the last second may be missed, so this prevents nothing: `pay_once` does.',
    message: 'The same in words, with the id of the other session.',
    param: 'The field that it is about.',
  },
  RedactedCheckoutSession: {
    '': 'The session as a browser with a session token sees it.',
    ...shown,
    vault:
      'Where the card for this session is collected. Present only when the session is read, while it can be paid, and if the environment has a vault; otherwise null.',
  },
  SessionCustomer: {
    '': 'Who pays, as you know them.',
    id: 'Your own id.',
    email: 'Email address.',
    phone: 'Telephone number.',
  },
  SessionBillingDetails: {
    '': 'Who pays.',
    name: 'Full name.',
    email: 'Email address.',
    phone: 'Telephone number.',
    address: 'Postal address.',
  },
  SessionShipping: {
    '': 'Where the goods are sent.',
    name: 'The recipient.',
    phone: 'Telephone number.',
    address: 'Postal address.',
  },
  PostalAddress: {
    '': 'A postal address.',
    line1: 'Street and number.',
    line2: 'Additional address line.',
    city: 'City.',
    state: 'State, county or province.',
    postal_code: 'Postal code.',
    country: 'Uppercase ISO 3166-1 alpha-2 code.',
  },
  SessionWallets: {
    '': 'The wallets that can pay, and where.',
    psp: 'The PSP account that is tried first. A token must be encrypted for it.',
    types: 'The wallets whose encrypted tokens it accepts.',
  },
  SessionVault: {
    '': 'Where a card is collected without passing through this service.',
    url: "The vault's origin: `POST {url}/v1/cards` takes a card and returns `token` and `receipt`. With the security code of a stored card instead, it returns `token`.",
    grant:
      'The bearer token for it, valid for 30 minutes, this session and at most five cards. Each read returns a new one.',
    saved_cards:
      'The stored cards of the customer, newest first, at most ten: those in the vault that have not expired. Empty unless the session was created with `saved_cards`, and for the token of its `url`.',
  },
  SavedCard: {
    '': 'A stored card of the customer.',
    id: 'The id of the payment method.',
    brand: 'The brand; null if it is not known.',
    last4: 'The last four digits.',
    exp_month: 'The month of expiry.',
    exp_year: 'The year of expiry, four digits.',
  },
  NextAction: {
    '': 'What the customer must do before the payment can continue.',
    type: 'Always `redirect_to_url`.',
    redirect_to_url: 'Where to send the customer.',
    'redirect_to_url.url': 'Open this in the whole window. The PSP sends the customer back.',
    'redirect_to_url.frame':
      'True after a confirm with `return_mode: frame`, where the PSP documents that its page may be shown in a frame; absent otherwise.',
  },
  LastPaymentError: {
    '': 'Why a confirm ended without a payment.',
    decline_code: 'The category of the last decline, the same for every PSP.',
    message: 'For people.',
  },
  RoutingDecision: {
    '': 'How the payment was routed.',
    rule: 'The rule that decided.',
    version: 'The version of that rule.',
    override: 'Which of its overrides matched, counted from 0; null if its own targets applied.',
    plan: 'The PSP accounts that can take this payment, in the order in which they are tried.',
    skipped: 'The targets of the rule that cannot take it, and why.',
    draw: 'The PSP accounts that can take it, in the order of the rule, each with the weight it was drawn with. Together with the session’s id it gives the same `plan` again. Sessions from earlier releases have none.',
    health:
      'What PSP health changed. Null if the rule does not steer, or if no verdict was available: the rule’s own weights then apply.',
    plan_by_brand: 'The plan for each card brand that an override names.',
    ...Object.fromEntries(
      ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro'].map((brand) => [
        `plan_by_brand.${brand}`,
        'The plan for a card of this brand.',
      ]),
    ),
    wallet_plan:
      'The PSP accounts that take wallets, in the order in which they are tried with one, drawn apart from `plan`. Absent if `plan` decides: the rule says `wallets: first`, none with a weight takes wallets, or the session is from an earlier release.',
    arm: 'During a rollout: whether the live rule planned the payment (`control`), or the version that is being rolled out (`candidate`).',
    passed_over: 'PSPs of the plan that were not tried, for a reason known only at confirm.',
    attempts: 'Every try at a PSP, oldest first.',
  },
  BrandPlan: {
    '': 'The plan for one card brand.',
    override: 'Which override of the rule matched, counted from 0, or null.',
    plan: 'The PSP accounts in the order in which they are tried.',
    skipped: 'The targets that cannot take this payment, and why.',
    draw: 'The PSP accounts that can take it, each with the weight it was drawn with.',
  },
  SkippedPsp: {
    '': 'A PSP account that was not used.',
    psp: 'The id of the account.',
    reason: 'Why not.',
  },
  RoutingHealth: {
    '': 'The verdict under which the payment was planned.',
    version: 'The version of the verdict.',
    adjusted: 'The PSP accounts drawn with a different weight than the rule’s.',
  },
  AdjustedWeight: {
    '': 'A PSP account that sessions were steered away from.',
    psp: 'The id of the account.',
    weight: 'Its weight in the rule.',
    to: 'The weight it was drawn with.',
    reason: '`technical`: it failed more often than the others. `approval`: it approved less.',
    n: 'The number of outcomes behind it.',
  },
  Attempt: {
    '': 'One try at one PSP.',
    charge: 'The id of the charge. The PSP gets it as our reference.',
    psp: 'The PSP account.',
    outcome: 'The outcome; null while it is in progress.',
    code: "The PSP's own code, if it gave one.",
    started: 'Unix milliseconds.',
    latency_ms:
      'How long its PSP took to answer, or was waited for; null while that is in progress. It does not change later.',
    settled_ms:
      'How long it took until the outcome was known, however that was learned; null while it is not. With an answer at once, the same as `latency_ms`.',
    reversed:
      'Present only if money arrived after this attempt was abandoned. True: it was returned. False: it is being returned.',
  },
  Outcome: {
    '': 'The outcome of an attempt: `approved`, `captured`, `requires_action`; a decline; `unknown` and `duplicate`, which are resolved later; or `canceled` or `absent`, found by a look-up.',
  },
  DeclineCode: {
    '': 'A definite no, in categories that are the same for every PSP. No money was taken and none will be.',
  },
};
