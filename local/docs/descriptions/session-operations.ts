import { createSessionBody } from '../../../lib/contract/bodies/create-session-body.ts';
import { sessionFilters } from '../../../lib/contract/filters/session-filters.ts';
import { documentedConfirm } from './confirm-body.ts';
import {
  amountQueryDescriptions,
  listQueryDescriptions,
  prefixQueryDescriptions,
} from './list-descriptions.ts';
import { moneyDescription } from './money-description.ts';
import { noFields } from './no-fields.ts';
import type { OperationText } from './operation-text.ts';

const path = { id: 'The id of the session.' };

export const sessionOperations = {
  createCheckoutSession: {
    tag: 'Checkout sessions',
    summary: 'Create a session',
    description:
      'Starts a payment. Its route is decided here, once, and stored with all its reasons. Later changes of the rules do not affect it.',
    body: {
      name: 'CreateCheckoutSession',
      schema: createSessionBody(false),
      descriptions: {
        '': 'A payment to make. `null` counts as absent in the customer, the addresses, the description, the reference and `cancel_url`, and so does `""` in names and parts of addresses.',
        amount: `${moneyDescription} From 1 to 999999999999.`,
        currency: 'Lowercase ISO 4217 code.',
        success_url:
          'Where the customer goes after authentication; `session_id` is added to its query, and `{CHECKOUT_SESSION_ID}` is replaced with the id of the session. Must be https, without credentials; in test mode http is accepted for localhost.',
        cancel_url:
          'Where the customer goes if the payment failed; `{CHECKOUT_SESSION_ID}` is replaced as in `success_url`. Default: `success_url`.',
        routing_rule: 'The rule that decides which PSPs are tried.',
        capture_method: '`automatic` takes the money at once; `manual` holds it until you capture.',
        reference: 'Your own order id.',
        pay_once:
          'Whether only one of the sessions with this `reference` can be paid. While one is paid or being paid, confirming another one fails. Sessions without `pay_once` are not affected and do not count. Requires `reference`.',
        country: 'A country that rules can route by, usually that of the card or the customer.',
        customer_email: "The customer's email address; the same as `customer.email`.",
        customer: 'Who pays, as you know them. A browser never sees this.',
        billing_details:
          "Who pays, for the checks by PSP and issuer. A confirm's own billing details replace these as a whole, for that confirm.",
        shipping: 'Where the goods are sent.',
        description: 'What is paid for. PSPs show it to you, and it is cut to the length a PSP allows.',
        statement_descriptor:
          "What the customer's statement shows: 5 to 25 ASCII characters. Rejected if no PSP in the plan accepts it; otherwise only the PSPs that accept it get it.",
        collect:
          "The parts of the billing address that a card payment requires. The hosted fields ask the customer for them; they may also be in the session's `billing_details`. A country without postal codes needs none.",
        exemption:
          'Why strong authentication can be skipped. It is passed to PSPs that accept it, and dropped once the issuer insists on authentication. `tra` is transaction risk analysis.',
        saved_cards:
          'Offers the stored cards of `customer.id`, which is then required, in the payment element: the customer chooses one and gives its security code again. Never on the hosted page, whose address travels. Refused with `vault_not_configured` where no vault of ours takes the code.',
        setup:
          'Stores the card once the payment is authorised, as a payment method of `customer.id`, which is then required. `off_session`: you can also charge it without the customer; they authenticate for that now. `on_session`: it saves them typing it again. Tell the customer: you need their consent.',
        expires_in: 'Seconds until the session can no longer be paid.',
        metadata: 'Your own data: at most 50 keys and 8 KiB in total.',
      },
    },
    answers: ['CheckoutSession'],
    errors: [
      'routing_rule_not_found',
      'no_eligible_psp',
      'vault_not_configured',
      'psp_unavailable',
      'routing_unavailable',
    ],
  },
  retrieveCheckoutSession: {
    tag: 'Checkout sessions',
    summary: 'Retrieve a session',
    description:
      'The session as it is now. A call with its own session token does not see fields that are hidden from the customer.',
    path,
    answers: ['CheckoutSession', 'RedactedCheckoutSession'],
    errors: ['resource_missing'],
  },
  listCheckoutSessions: {
    tag: 'Checkout sessions',
    summary: 'List sessions',
    description:
      'Newest first. `reference`, `customer_email` and their prefixes use an index; with a prefix, the list is in the order of the values, newest first among equals. Unpaid sessions are deleted 30 days after they expired.',
    query: {
      schema: sessionFilters,
      descriptions: {
        ...listQueryDescriptions,
        ...amountQueryDescriptions,
        status: 'The current status.',
        payment_status: 'The current payment status.',
        currency: 'Lowercase ISO 4217 code.',
        reference: 'Your own order id, as an exact match.',
        customer_email: 'The email address, in any case.',
        ...prefixQueryDescriptions,
      },
    },
    answers: ['CheckoutSessionList'],
    errors: [],
  },
  confirmCheckoutSession: {
    tag: 'Checkout sessions',
    summary: 'Confirm a session',
    description:
      'Pays the session. It tries the PSPs of the plan in order, and another one only after a definite no for which the rule allows it. If the outcome is unknown the answer is `processing`, and the session shows the outcome later. Confirming a paid session returns it again and charges nothing. A customer who comes back from 3-D Secure may pay another way: that attempt is ended first, at PSPs where this is possible at once; at others, and for the same `card_token` again, you get `payment_in_progress` with `next_action`. A session takes 10 confirms.',
    path,
    body: {
      name: 'ConfirmCheckoutSession',
      schema: documentedConfirm,
      descriptions: {
        '': 'What to pay with.',
        payment_method: 'A card, a token, a wallet or a stored card.',
        browser: "The customer's browser, for 3-D Secure. The hosted fields send it automatically.",
        return_mode:
          'Where a customer goes who comes back from 3-D Secure without having paid. `redirect`, the default: to `cancel_url`. `hosted`: to the page at `url`, which sends this itself. `frame`: your page may show `next_action.redirect_to_url.url` in a frame where `frame` is true there; it ends on a page of this service that posts `payment-fields:returned` to yours. Then read the session.',
      },
    },
    answers: ['CheckoutSession', 'RedactedCheckoutSession'],
    errors: [
      'resource_missing',
      'no_eligible_psp',
      'card_capture_disabled',
      'vault_not_configured',
      'session_expired',
      'payment_in_progress',
      'order_already_paid',
      'order_in_progress',
      'card_declined',
      'too_many_attempts',
      'psp_unavailable',
      'vault_unavailable',
      'vault_refused',
    ],
  },
  expireCheckoutSession: {
    tag: 'Checkout sessions',
    summary: 'Expire a session',
    description:
      'Ends an open session early: it can never be paid after this. If the customer is authenticating, that attempt is ended first, at PSPs where this is possible at once. Expiring it again returns the same session.',
    path,
    body: noFields,
    answers: ['CheckoutSession'],
    errors: ['resource_missing', 'session_already_complete', 'payment_in_progress'],
  },
  completeAuthentication: {
    tag: 'Browsers and PSPs',
    summary: 'Return from authentication',
    description:
      'PSPs send the customer back here after 3-D Secure. The service completes the attempt, then redirects to `success_url`, or to `cancel_url` if it failed, with `session_id` added. If somebody else is completing it, it waits up to two seconds for how that ends; if that is still unknown, it redirects to `success_url`. If the attempt has failed and a newer one is open, a page says so. For browsers only; the service creates the address.',
    path,
    answers: 'redirect',
    errors: ['token_invalid', 'resource_missing', 'payment_in_progress'],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
