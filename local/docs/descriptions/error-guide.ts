import type { ErrorCode } from '../../../lib/types/error-codes.ts';

/** The meaning of a code, and what to do about it. */
type Advice = { readonly means: string; readonly do: string };

export const errorGuide: Readonly<Record<ErrorCode, Advice>> = {
  parameter_missing: {
    means: 'A required field is missing.',
    do: 'Send the field named in `param`.',
  },
  parameter_invalid: {
    means: 'A field has the wrong type or a value out of range.',
    do: 'Correct the field named in `param`; the message says what is expected.',
  },
  parameter_unknown: {
    means: 'The body has a field that does not exist.',
    do: 'Remove the field named in `param`, or correct its spelling.',
  },
  body_invalid: {
    means: 'The body is not one JSON object in UTF-8, is nested too deeply, or has a duplicate key.',
    do: 'Correct the body; the message says what is wrong.',
  },
  routing_rule_not_found: {
    means: 'No routing rule has this name.',
    do: 'Publish it first, or omit `routing_rule` to use `default`.',
  },
  no_eligible_psp: {
    means: 'No PSP in the rule can take this payment.',
    do: 'Read the reasons in the message. Add a PSP to the rule, or ask for another card.',
  },
  card_capture_disabled: {
    means: 'This environment does not accept card numbers.',
    do: 'Send a `psp_token`, or turn `card_capture` on if your PCI DSS scope covers it.',
  },
  hosted_page_not_configured: {
    means: 'Payment links are paid on the hosted page, and this environment has none.',
    do: 'Set `hosted_page` in `infra/environments.ts`, and turn `card_capture` on or set up a vault. With `npm start` there is a page unless `CARD_CAPTURE` is off.',
  },
  vault_not_configured: {
    means:
      'This environment has no card vault, so it can neither use a `card_token` nor offer `saved_cards`.',
    do: 'Send a `psp_token` and no `saved_cards`, or set up a vault.',
  },
  refund_amount_too_large: {
    means: 'The amount exceeds what is left to refund, counting refunds in progress.',
    do: 'Refund at most the `amount_refundable` of the charge; with `allow_disputed`, also what open disputes hold. PayPal refunds a charge captured in parts one part at a time: refund what the message allows, several times.',
  },
  capture_amount_too_large: {
    means: 'The amount exceeds what was authorized.',
    do: 'Capture at most the amount of the charge.',
  },
  resource_missing: {
    means: 'Nothing exists with this id or name, or at this path.',
    do: 'Check the id, name or path, and that your key belongs to the same environment. If the response has `retry-after`, ask again then: a refund or dispute that is seconds old cannot be read yet.',
  },
  method_not_allowed: {
    means: 'The path exists, but not with this method.',
    do: 'Use a method from the `allow` header.',
  },
  session_expired: {
    means: 'The session was not paid in time, or you expired it.',
    do: 'Create a new session.',
  },
  payment_link_expired: {
    means: 'The payment link has ended. Nothing was charged.',
    do: 'Create a new link, with a later `expires_at` or with `null`.',
  },
  session_already_complete: {
    means: 'The session is paid, authorized or canceled, so it cannot be expired.',
    do: 'Read the session. To return the money, refund or cancel its charge.',
  },
  payment_in_progress: {
    means:
      'A payment of this session is in progress, its outcome is not known yet, or the customer is authenticating and that attempt cannot be ended at once. Expiring the session gets the same error.',
    do: 'If the error has a `next_action`, let the customer continue the authentication there. Otherwise read the session until `payment_status` is neither `processing` nor `requires_action`. Do not start a second payment.',
  },
  charge_disputed: {
    means: 'The refund needs money that an open dispute may also take.',
    do: 'Wait until the dispute ends, refund less, or send `allow_disputed: true` to pay the customer however the dispute ends. At Stripe and PayPal, a refund of a payment that is charged back fails.',
  },
  charge_already_refunded: {
    means: 'Everything that was captured has been refunded, is being refunded, or was lost in a dispute.',
    do: 'Do nothing: no money is left.',
  },
  charge_not_refundable: {
    means: 'Nothing was captured, or the charge’s PSP account is no longer configured.',
    do: 'Cancel an authorized charge instead, wait until it is captured, or configure the account again.',
  },
  charge_not_capturable: {
    means:
      'Only an authorized charge can be captured, and only once; or its PSP account is no longer configured.',
    do: 'Read the `status` of the charge, or configure the account again.',
  },
  charge_not_cancelable: {
    means: 'Only an authorized charge can be canceled; or its PSP account is no longer configured.',
    do: 'Refund a captured charge, or configure the account again.',
  },
  charge_operation_refused: {
    means:
      'The PSP rejected the capture or the cancel. Or a refund was sent again with the key of one that failed long ago: no money moved.',
    do: 'Read the message and the charge: the authorisation may have expired, somebody may have captured or voided it at the PSP, or the PSP has its own rules. To refund the charge, use a new key.',
  },
  charge_not_refreshable: {
    means: 'The PSP that holds the charge cannot look up payments, or is no longer configured.',
    do: 'Wait for the PSP’s webhook. If none comes, the charge becomes `needs_review`, and a person decides.',
  },
  charge_not_decidable: {
    means: 'Nothing on the charge needs review: its outcome is known, or recovery is still working on it.',
    do: 'Read the charge. You can decide only entries of its `open` list with `needs_review`.',
  },
  order_already_paid: {
    means:
      'Another session with `pay_once` and the same `reference` or payment link is paid or authorized. Nothing was charged.',
    do: 'Treat the order as paid. To take another payment for it, cancel the first one, or create a session without `pay_once`.',
  },
  order_in_progress: {
    means: 'Another session with the same `reference` and `pay_once` is being paid. Nothing was charged.',
    do: 'Wait as `retry-after` says and confirm again: it succeeds if the other payment has failed.',
  },
  charge_operation_in_progress: {
    means: 'A capture or a cancel of this charge is in progress.',
    do: 'Wait as `retry-after` says and try again, or read the charge.',
  },
  too_many_refunds: {
    means:
      'A charge can have at most 100 refunds, or fewer if they carry long metadata: 58 with 1 KB each. Failed ones do not count.',
    do: 'Make fewer, larger refunds, with shorter metadata.',
  },
  too_many_notes: {
    means: 'The charge has 50 notes, the maximum. Nothing was stored.',
    do: 'Write the rest in your own system: notes cannot be deleted.',
  },
  too_many_webhook_endpoints: {
    means: 'There are already 16 webhook endpoints, the maximum.',
    do: 'Delete one that you no longer need.',
  },
  webhook_endpoint_disabled: {
    means: 'The webhook endpoint is disabled, by you or after five days of failures.',
    do: 'Update it with `status` set to `enabled`.',
  },
  psp_required: {
    means:
      'The PSP account is the last open one of a rule or of one of its overrides: payments would be left without a PSP. Nothing was changed.',
    do: 'Give the rule another PSP first, or close it with `force`.',
  },
  version_conflict: {
    means:
      'The rule, the PSP account or the charge has changed since the version or revision you named. Or the version to approve is no longer a draft, or was based on a rule that is no longer live. Or another version is being rolled out than the `candidate` you named.',
    do: 'Read it again, and apply your change to the current state.',
  },
  rollout_in_progress: {
    means: 'A version of this rule is being rolled out. Nothing changed.',
    do: 'Complete or stop the rollout, then publish.',
  },
  routing_publish_in_progress: {
    means:
      'Another change of the rules is being published, or is watched after that: in `staging` and `prod`, for five minutes. Nothing changed.',
    do: 'Wait as `retry-after` says and try again. A rollback and the stop of a rollout do not wait for the watch.',
  },
  body_too_large: {
    means: 'The body is larger than 64 KiB, or a webhook is larger than 256 KiB.',
    do: 'Keep large data on your side and send a reference to it.',
  },
  content_type_unsupported: {
    means: 'The body is not declared as JSON.',
    do: 'Send `content-type: application/json`.',
  },
  token_missing: {
    means: 'The call has no token.',
    do: 'Send `authorization: Bearer <token>`.',
  },
  grant_refused: {
    means:
      'The caller tried to give an API key more scopes than its own, a later expiry, or a scope that it may not give.',
    do: 'Give fewer scopes or an earlier end, or use `npm run keys`.',
  },
  refund_limit_reached: {
    means:
      'A person at the console asked to refund more than their role may: of one payment, or in a day (UTC).',
    do: 'Refund less, or let somebody with a higher limit do it.',
  },
  approval_by_author: {
    means:
      'Whoever wrote a draft of a rule cannot approve it, and no API key can approve what a person wrote at the console.',
    do: 'Let somebody else approve it: another person, or another key if a key wrote it.',
  },
  token_invalid: {
    means: 'The token is unknown, was revoked, has expired, or belongs to the other mode (live or test).',
    do: 'Check that you use this environment’s key.',
  },
  signature_invalid: {
    means: 'The webhook has no valid signature from the PSP, or the signature is too old.',
    do: "Check the account's webhook secret.",
  },
  scope_missing: {
    means: 'The token is valid but may not do this.',
    do: 'Use a key with the scope that the operation names. A session token can only read and confirm its own session.',
  },
  idempotency_key_in_use: {
    means: 'The first call with this key has no response yet.',
    do: 'Wait as `retry-after` says and repeat the call: you get the first one’s response.',
  },
  idempotency_key_reused: {
    means: 'This key was already used for a call with a different body.',
    do: 'Use a new key for every new call.',
  },
  card_declined: {
    means:
      'Every PSP that may be tried declined. `decline_code` is the category, `session` the session as it is now. With `retry-after`, no PSP was asked: the card’s network asks you to wait that long.',
    do: 'Ask for another card, or for corrected data if `decline_code` is `incorrect_card_data`, and confirm the session again. With `retry-after`, charge the same card only afterwards, or with its customer.',
  },
  too_many_requests: {
    means:
      'Too many webhooks without a valid signature came from one IP address, for a PSP that must verify each one itself. The gateway throttles other requests, with its own response body.',
    do: 'Wait as `retry-after` says.',
  },
  too_many_attempts: {
    means:
      'Too many confirms of this session, or with this card, IP address or payment link; too many payments begun with this link or from this IP address; or no space in the session for another response.',
    do: 'Do not repeat the call. If the message names the session, create a new one. Otherwise ask for another card, or wait as `retry-after` says if the IP address or the link was the cause.',
  },
  internal: {
    means: 'The service has a bug.',
    do: 'Repeat the call. If it fails again, report its `request_id`.',
  },
  psp_unavailable: {
    means:
      'The last PSP tried could not be reached, was not available, or was too busy; `decline_code` says which. Without `decline_code`, every PSP account that can take the payment is closed. No money moved.',
    do: 'Create, confirm, capture or cancel again later, with a new Idempotency-Key.',
  },
  vault_unavailable: {
    means: 'The card vault could not be reached, so no PSP has seen the card. Nothing was charged.',
    do: 'Confirm the same session again with a new Idempotency-Key; you can use the same `card_token`. If you were storing or deleting a card, repeat that call.',
  },
  vault_refused: {
    means:
      'The card vault did not release the card: the security code has expired, or the vault does not allow this request. Nothing was charged.',
    do: 'Collect the card again and confirm the same session with the new token. If that does not help, read the vault’s log.',
  },
  routing_unavailable: {
    means: 'The routing rules cannot be read or published right now.',
    do: 'Repeat the call.',
  },
  not_configured: {
    means:
      'The service is deployed but not set up: a secret has no value yet. With an API key, the message says which one.',
    do: 'Fill it in (`docs/deploy.md`, Credentials), then repeat the call. Nothing was recorded and no PSP was called.',
  },
  event_not_verified: {
    means: 'The PSP cannot say now whether its webhook is genuine, or no more webhooks can be held.',
    do: 'Do nothing: the PSP delivers it again.',
  },
  storage_unavailable: {
    means: 'The storage or the secret store did not respond in time.',
    do: 'Repeat the call.',
  },
};
