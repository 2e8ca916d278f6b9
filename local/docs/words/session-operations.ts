import { createSessionBody } from '../../../lib/http/schemas/create-session-body.ts';
import { sessionFilters } from '../../../lib/http/schemas/filters/session-filters.ts';
import { documentedConfirm } from './confirm-body.ts';
import { amountQueryWords, listQueryWords } from './list-words.ts';
import { moneyWords } from './money-words.ts';
import { noFields } from './no-fields.ts';
import type { OperationText } from './operation-text.ts';

const path = { id: 'The id of the session.' };

export const sessionOperations = {
  createCheckoutSession: {
    tag: 'Checkout sessions',
    summary: 'Create a session',
    description:
      'Opens a payment. Its route is decided here, once, and stored with all its reasons: later changes of the rules do not move it.',
    body: {
      name: 'CreateCheckoutSession',
      schema: createSessionBody(false),
      words: {
        '': 'A payment to be made.',
        amount: `${moneyWords} From 1 to 999999999.`,
        currency: 'Lowercase ISO 4217 code.',
        success_url:
          'Where the customer goes after authentication; `session_id` is added to its query. https, without credentials; in test mode http is taken too for localhost.',
        cancel_url: 'Where the customer goes when the payment failed; `success_url` where absent.',
        routing_rule: 'The rule that decides which PSPs are tried.',
        capture_method: '`automatic` takes the money at once; `manual` holds it until you capture.',
        reference: 'Your own order id.',
        pay_once:
          'Whether only one of the sessions with this `reference` may be paid. A confirm of another one is refused while one is paid or being paid; sessions without `pay_once` are neither held back nor counted. Needs `reference`.',
        country: 'A country that rules can route by, usually of the card or of the customer.',
        customer_email: "The customer's e-mail address; the same as `customer.email`.",
        customer: 'Who pays, as you know them. A browser is never shown it.',
        billing_details:
          "Who pays, for the checks of PSP and issuer. A confirm's own billing details replace it as a whole, for that confirm.",
        shipping: 'Where the goods go.',
        description: 'What is paid for. PSPs show it to you; a longer one than a PSP takes is cut.',
        statement_descriptor:
          "What the customer's statement shows: 5 to 25 characters of ASCII. Refused if no PSP of the plan takes it; one that does not take it is not sent it.",
        collect:
          "What of the billing address a card has to come with. The hosted fields ask the customer for it; it may also be in the session's `billing_details`. A postal code is not asked for in a country that has none.",
        exemption:
          'Why strong authentication may be left out: passed to PSPs that take it, and not repeated once the issuer insists on authentication. `tra` is transaction risk analysis.',
        setup:
          'Keeps the card once it is paid, as a payment method of `customer.id`, which is then required. `off_session`: to be charged while the customer is away, too; they are asked now to authenticate for it. `on_session`: to spare them typing it again. Say so to the customer: you need their consent.',
        expires_in: 'Seconds until the session can no longer be paid.',
        metadata: 'Your own data: at most 50 keys and 8 KiB in all.',
      },
    },
    answers: ['CheckoutSession'],
    errors: ['routing_rule_not_found', 'no_eligible_psp', 'routing_unavailable'],
  },
  retrieveCheckoutSession: {
    tag: 'Checkout sessions',
    summary: 'Retrieve a session',
    description:
      'The session as it is now. Under its own session token, fields that the customer must not see are left out.',
    path,
    answers: ['CheckoutSession', 'RedactedCheckoutSession'],
    errors: ['resource_missing'],
  },
  listCheckoutSessions: {
    tag: 'Checkout sessions',
    summary: 'List sessions',
    description:
      'Newest first. By `reference` or `customer_email` they are looked up. Sessions that were not paid are deleted 30 days after they expired.',
    query: {
      schema: sessionFilters,
      words: {
        ...listQueryWords,
        ...amountQueryWords,
        status: 'Their status now.',
        payment_status: 'Their payment status now.',
        currency: 'Lowercase ISO 4217 code.',
        reference: 'Your own order id, exactly.',
        customer_email: 'The address, whatever its case.',
      },
    },
    answers: ['CheckoutSessionList'],
    errors: [],
  },
  confirmCheckoutSession: {
    tag: 'Checkout sessions',
    summary: 'Confirm a session',
    description:
      'Pays. Tries the PSPs of the plan in their order; another one only after a definite no that the rule lists. Where nobody knows the outcome the answer is `processing`, and the session says later what became of it. Confirming a paid session answers it again and charges nothing. A session takes 10 confirms.',
    path,
    body: {
      name: 'ConfirmCheckoutSession',
      schema: documentedConfirm,
      words: {
        '': 'What to pay with.',
        payment_method: 'A card, or a token that one PSP gave out.',
        browser: "The customer's browser, for 3-D Secure. The hosted fields send it by themselves.",
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
      'Ends an open session before its time: it can never be paid after this. If its customer is away to authenticate, that attempt is ended first, at PSPs where this is possible at once. Expiring it again answers the same session.',
    path,
    body: noFields,
    answers: ['CheckoutSession'],
    errors: ['resource_missing', 'session_already_complete', 'payment_in_progress'],
  },
  completeAuthentication: {
    tag: 'Browsers and PSPs',
    summary: 'Return from authentication',
    description:
      'PSPs send the customer back here after 3-D Secure. Completes the attempt, then redirects to `success_url`, or to `cancel_url` if it failed, with `session_id` added. For browsers; the address is made by the service.',
    path,
    answers: 'redirect',
    errors: ['token_invalid', 'resource_missing'],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
