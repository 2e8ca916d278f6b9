import { moneyWords } from './money-words.ts';
import type { Words } from './words.ts';

const shown = {
  id: 'The id of the session.',
  object: 'Always `checkout.session`.',
  amount: moneyWords,
  currency: 'Lowercase ISO 4217 code.',
  status:
    '`open`: it may be paid. `complete`: the payment is held, made or released. `expired`: `expires_at` passed unpaid, or you expired it.',
  client_secret:
    'The session token: lets a browser read and confirm this one session, and nothing else. Null once its signing key is gone, and for an API key without `checkout:write`. Never log it.',
  created: 'Unix seconds.',
  payment_status:
    '`unpaid`: no attempt succeeded. `requires_action`: the customer must act, see `next_action`. `processing`: the outcome is not known yet; read again, it will be. `authorized`: the money is held. `paid`: it is captured. `canceled`: the hold was released.',
  capture_method: '`automatic` takes the money at once; `manual` holds it until you capture.',
  routing_rule: 'The routing rule that decided the plan.',
  success_url: 'Where the customer goes after authentication.',
  cancel_url: 'Where the customer goes when the payment failed; null: to `success_url` as well.',
  country: 'The country the session was routed by.',
  collect: 'What of the billing address a card has to come with, and the hosted fields ask for.',
  wallets:
    'The wallets whose tokens the first PSP of the plan takes. Null if it takes none: no wallet button is shown then.',
  expires_at: 'Unix seconds. A session with an open attempt does not expire.',
  livemode: 'Whether real money moves.',
  charge: 'The charge of the attempt that is open, or of the one that succeeded.',
  next_action: 'What the customer must do; null if there is nothing to do.',
  last_payment_error: 'Why the last confirm ended without a payment; null when it did not.',
} as const;

export const sessionWords: Words = {
  Currency: { '': 'Lowercase ISO 4217 code of a currency in circulation.' },
  Country: { '': 'Uppercase ISO 3166-1 alpha-2 code.' },
  CheckoutSession: {
    '': 'A payment, with the route decided for it and what became of each attempt.',
    ...shown,
    reference: 'Your own order id.',
    pay_once: 'Whether only one of the sessions with this `reference` may be paid.',
    customer_email: "The customer's e-mail address.",
    customer: 'Who pays, as you know them.',
    billing_details: 'Who pays, as given at creation.',
    shipping: 'Where the goods go.',
    description: 'What is paid for.',
    statement_descriptor: "What the customer's statement shows, at PSPs that take it.",
    exemption: 'Why strong authentication may be left out, as you asked.',
    setup: 'For what the card is kept once it is paid; null: it is not.',
    metadata: 'Your own data, as you gave it.',
    routing: 'The decision taken at creation, with its reasons, and the attempts since.',
  },
  RedactedCheckoutSession: {
    '': 'The session as a session token, in a browser, is shown it.',
    ...shown,
    vault:
      'Where the card of this session is collected. Only when the session is read, as long as it may be paid, and if the environment has a vault; null otherwise.',
  },
  SessionCustomer: {
    '': 'Who pays, as you know them.',
    id: 'Your own id.',
    email: 'E-mail address.',
    phone: 'Telephone number.',
  },
  SessionBillingDetails: {
    '': 'Who pays.',
    name: 'Full name.',
    email: 'E-mail address.',
    phone: 'Telephone number.',
    address: 'Postal address.',
  },
  SessionShipping: {
    '': 'Where the goods go.',
    name: 'To whom.',
    phone: 'Telephone number.',
    address: 'Postal address.',
  },
  PostalAddress: {
    '': 'A postal address.',
    line1: 'Street and number.',
    line2: 'Anything more.',
    city: 'City.',
    state: 'State, county or province.',
    postal_code: 'Postal code.',
    country: 'Uppercase ISO 3166-1 alpha-2 code.',
  },
  SessionWallets: {
    '': 'The wallets that the first PSP of the plan takes.',
    psp: 'The PSP account that tries first: a token has to be encrypted for it.',
    types: 'Which wallets it takes tokens of, still encrypted.',
  },
  SessionVault: {
    '': 'Where a card is collected without passing through this service.',
    url: "The vault's origin: `POST {url}/v1/cards` takes a card and gives `token` and `receipt`.",
    grant: 'The bearer token for it: 30 minutes, this session, at most five cards. New with each read.',
  },
  NextAction: {
    '': 'What the customer must do before the payment can go on.',
    type: 'Always `redirect_to_url`.',
    redirect_to_url: 'Where to send the customer.',
    'redirect_to_url.url': 'Open this in the whole window; the PSP sends the customer back.',
  },
  LastPaymentError: {
    '': 'Why a confirm ended without a payment.',
    decline_code: 'The canonical category of the last refusal.',
    message: 'For people.',
  },
  RoutingDecision: {
    '': 'How the payment was routed.',
    rule: 'The rule that decided.',
    version: 'The version of that rule.',
    override: 'Which of its overrides matched, counted from 0; null where its own targets applied.',
    plan: 'The PSP accounts that can take this payment, in the order they are tried.',
    skipped: 'The targets of the rule that cannot take it, and why.',
    draw: 'The PSP accounts that can take it, in the order of the rule, each with the weight it was drawn with. With the id of the session it gives `plan` again. Sessions of earlier releases have none.',
    health:
      'What the health of PSPs changed. Null if the rule does not steer, or if no verdict was at hand: then the weights are those of the rule.',
    plan_by_brand: 'The plan for a card brand that an override names.',
    ...Object.fromEntries(
      ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro'].map((brand) => [
        `plan_by_brand.${brand}`,
        'The plan for a card of this brand.',
      ]),
    ),
    arm: 'During a rollout: whether the rule in force planned the payment (`control`), or the version that is being rolled out (`candidate`).',
    passed_over: 'PSPs of the plan that were not tried, for a reason known only at the confirm.',
    attempts: 'Every try at a PSP, oldest first.',
  },
  BrandPlan: {
    '': 'The plan for one card brand.',
    override: 'Which override of the rule matched, counted from 0, or null.',
    plan: 'The PSP accounts in the order they are tried.',
    skipped: 'The targets that cannot take this payment, and why.',
    draw: 'The PSP accounts that can take it, each with the weight it was drawn with.',
  },
  SkippedPsp: {
    '': 'A PSP account that was not used.',
    psp: 'The id of the account.',
    reason: 'Why not.',
  },
  RoutingHealth: {
    '': 'The verdict that the payment was planned under.',
    version: 'The version of the verdict.',
    adjusted: 'The PSP accounts drawn with another weight than that of the rule.',
  },
  AdjustedWeight: {
    '': 'A PSP account that was shifted away from.',
    psp: 'The id of the account.',
    weight: 'Its weight in the rule.',
    to: 'The weight it was drawn with.',
    reason: '`technical`: it failed more often than the others. `approval`: it approved less.',
    n: 'The outcomes behind it.',
  },
  Attempt: {
    '': 'One try at one PSP.',
    charge: 'The id of the charge; the PSP knows it as our reference.',
    psp: 'The PSP account.',
    outcome: 'What became of it; null while it is under way.',
    code: "The PSP's own code, if it gave one.",
    started: 'Unix milliseconds.',
    latency_ms: 'How long it took; null while it is under way.',
    reversed: 'Money arrived after this attempt had been given up, and was returned.',
  },
  Outcome: {
    '': 'What became of an attempt: `approved`, `captured`, `requires_action`; a decline; `unknown` and `duplicate`, which are resolved later; `canceled` or `absent`, which a look-up found.',
  },
  DeclineCode: {
    '': 'A definite no, in categories that are the same for every PSP. No money was taken and none will be.',
  },
};
