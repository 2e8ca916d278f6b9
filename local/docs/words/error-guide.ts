import type { ErrorCode } from '../../../lib/types/error-codes.ts';

/** What a code means, and what to do about it. */
type Advice = { readonly means: string; readonly do: string };

export const errorGuide: Readonly<Record<ErrorCode, Advice>> = {
  parameter_missing: {
    means: 'A field the operation needs is not there.',
    do: 'Send the field that `param` names.',
  },
  parameter_invalid: {
    means: 'A field has the wrong type or a value out of range.',
    do: 'Correct the field that `param` names; the message says what is expected.',
  },
  parameter_unknown: {
    means: 'The body has a field that does not exist. Nothing is ignored in silence.',
    do: 'Remove the field that `param` names, or correct its spelling.',
  },
  body_invalid: {
    means: 'The body is no JSON object: not JSON, not UTF-8, nested too deep, or a key is given twice.',
    do: 'Send one JSON object, in UTF-8.',
  },
  routing_rule_not_found: {
    means: 'No routing rule has this name.',
    do: 'Publish it first, or omit `routing_rule` to use `default`.',
  },
  no_eligible_psp: {
    means: 'No PSP of the rule can take this payment: its currency, its amount, or its card brand.',
    do: 'Read the reasons in the message; add a PSP to the rule, or ask for another card.',
  },
  card_capture_disabled: {
    means: 'This environment takes no card numbers.',
    do: 'Send a `psp_token`, or turn `CARD_CAPTURE` on if you are in the scope of PCI DSS for it.',
  },
  vault_not_configured: {
    means: 'This environment has no card vault, so a `card_token` means nothing here.',
    do: 'Send a `psp_token`, or set a vault up.',
  },
  refund_amount_too_large: {
    means: 'More than is left to refund, counting refunds on their way.',
    do: 'Read the charge and refund at most `amount_captured` minus `amount_refunded`.',
  },
  capture_amount_too_large: {
    means: 'More than was authorized.',
    do: 'Capture at most the amount of the charge.',
  },
  resource_missing: {
    means: 'There is nothing under this id, name or path.',
    do: 'Check it, and that the key belongs to the same environment.',
  },
  method_not_allowed: {
    means: 'The path exists, with another method.',
    do: 'Use one of the methods in the `allow` header.',
  },
  session_expired: {
    means: 'The session was not paid in time, or you expired it.',
    do: 'Create a new session.',
  },
  session_already_complete: {
    means: 'The session is paid, held or canceled, so it cannot be expired.',
    do: 'Read the session. To give money back, refund or cancel its charge.',
  },
  payment_in_progress: {
    means:
      'A confirm of this session runs, its outcome is not known yet, or the customer is away to authenticate. Expiring the session is refused for the same reason if the attempt cannot be ended at once.',
    do: 'Read the session until `payment_status` is neither `processing` nor `requires_action`. Do not start a second payment.',
  },
  charge_disputed: {
    means: 'The refund would need money that an open dispute may take as well.',
    do: 'Wait for the end of the dispute, refund less, or send `allow_disputed: true` if the customer is to have the money whatever becomes of the dispute.',
  },
  charge_already_refunded: {
    means: 'Everything that was captured has been refunded, is on its way back, or was lost in a dispute.',
    do: 'Nothing is left to do.',
  },
  charge_not_refundable: {
    means: 'Nothing was captured.',
    do: 'Cancel an authorized charge instead, or wait until it is captured.',
  },
  charge_not_capturable: {
    means: 'Only an authorized charge can be captured, and once.',
    do: 'Read the charge; its `status` says what has happened to it.',
  },
  charge_not_cancelable: {
    means: 'Only an authorized charge can be canceled.',
    do: 'Refund a captured one.',
  },
  charge_operation_refused: {
    means: 'The PSP refused the capture or the cancel.',
    do: 'Read the message and the charge: the hold may have expired, or somebody captured or voided it at the PSP. PSPs have rules of their own, too.',
  },
  charge_not_refreshable: {
    means: 'The PSP that holds the charge cannot be asked about a payment, or is not configured any more.',
    do: 'Wait for its webhook. What no webhook settles needs review in the end, and a person decides.',
  },
  charge_not_decidable: {
    means: 'Nothing on the charge needs review: its outcome is known, or recovery is still finding it out.',
    do: 'Read the charge. Decide only what has `needs_review` in its `open` list.',
  },
  order_already_paid: {
    means:
      'Another session with the same `reference` and `pay_once` is paid or holds the money. Nothing was charged.',
    do: 'Treat the order as paid. To take another payment for it, cancel the first one, or create a session without `pay_once`.',
  },
  order_in_progress: {
    means: 'Another session with the same `reference` and `pay_once` is being paid. Nothing was charged.',
    do: 'Wait as `retry-after` says and confirm again: it goes through if the other payment has failed.',
  },
  charge_operation_in_progress: {
    means: 'A capture or a cancel of this charge is under way.',
    do: 'Wait as `retry-after` says and try again, or read the charge.',
  },
  too_many_refunds: {
    means: 'A charge takes 100 refunds.',
    do: 'Refund larger parts.',
  },
  too_many_webhook_endpoints: {
    means: 'There are 16 webhook endpoints.',
    do: 'Delete one that you no longer need.',
  },
  webhook_endpoint_disabled: {
    means: 'The webhook endpoint is disabled, by you or because it failed for five days.',
    do: 'Enable it: update it with `status` `enabled`.',
  },
  version_conflict: {
    means:
      'The rule or the charge has changed since the version or revision you named. Or the version to approve is no draft any more, or was written over another rule than the one in force.',
    do: 'Read it again, and apply your change to it as it is now.',
  },
  rollout_in_progress: {
    means: 'A version of this rule is being rolled out. Nothing was changed.',
    do: 'Complete the rollout or stop it, then publish.',
  },
  routing_publish_in_progress: {
    means: 'Somebody else is publishing rules at this moment.',
    do: 'Wait as `retry-after` says and try again.',
  },
  body_too_large: {
    means: 'The body has more than 64 KiB, or a webhook more than 256 KiB.',
    do: 'Send less; keep large data on your side and refer to it.',
  },
  content_type_unsupported: {
    means: 'The body is not declared as JSON.',
    do: 'Send `content-type: application/json`.',
  },
  token_missing: {
    means: 'The call carries no token.',
    do: 'Send `authorization: Bearer <token>`.',
  },
  approval_by_author: {
    means: 'A draft of a rule was to be approved with the API key that wrote it.',
    do: 'Let somebody else approve it, with a key of their own.',
  },
  token_invalid: {
    means: 'The token is not known, was revoked, or belongs to the other mode.',
    do: 'Check that you use the key of this environment.',
  },
  signature_invalid: {
    means: "A webhook without the PSP's valid signature, or with one that is too old.",
    do: "Check the account's webhook secret.",
  },
  scope_missing: {
    means: 'The token is valid and may not do this.',
    do: 'Use a key with the scope the operation names. A session token may read and confirm its own session only.',
  },
  idempotency_key_in_use: {
    means: 'The first call with this key has no answer yet.',
    do: 'Wait as `retry-after` says and send the same call again: it gets the answer of the first.',
  },
  idempotency_key_reused: {
    means: 'This key was used for a call with another body.',
    do: 'Use one key for one call; a new call takes a new key.',
  },
  card_declined: {
    means:
      'Every PSP that may be tried said no. `decline_code` is the category, `session` is the session as it is now.',
    do: 'Ask for another card, or for corrected data if it is `incorrect_card_data`. The session can be confirmed again.',
  },
  too_many_requests: {
    means:
      'Too many webhooks without a valid signature from one address, for a PSP that has to be asked about each. Other requests are throttled by the gateway, with the body of the gateway.',
    do: 'Wait as `retry-after` says.',
  },
  too_many_attempts: {
    means: 'Too many confirms of this session, or with this card, or from this address.',
    do: 'Do not repeat it; create a new session for another card.',
  },
  internal: {
    means: 'A mistake of ours.',
    do: 'Repeat the call with the same Idempotency-Key: whatever it did the first time, it does once.',
  },
  psp_unavailable: {
    means: 'No PSP could be reached, and none has taken money. `decline_code` says why.',
    do: 'Confirm again later, with a new Idempotency-Key.',
  },
  vault_unavailable: {
    means: 'The card vault could not be asked, so no PSP has seen the card. Nothing was charged.',
    do: 'Confirm the same session again, with a new Idempotency-Key; the same `card_token` will do.',
  },
  vault_refused: {
    means:
      'The card vault did not give the card out: its security code has expired, or what was to be sent is not what the vault allows. Nothing was charged.',
    do: 'Collect the card again and confirm the same session with the new token. If that does not help, read the log of the vault.',
  },
  routing_unavailable: {
    means: 'The routing rules cannot be read or published at the moment.',
    do: 'Try again with the same Idempotency-Key.',
  },
  not_configured: {
    means:
      'The service has been deployed and not set up: a secret has no value yet. With an API key the message says which.',
    do: 'Fill it in ([deploy](deploy.md#credentials)), then repeat the call. Nothing was recorded and no PSP was called.',
  },
  event_not_verified: {
    means: 'The PSP does not confirm yet what its own webhook says.',
    do: 'The PSP delivers it again.',
  },
  storage_unavailable: {
    means: 'The storage, or what keeps the secrets, did not answer in time.',
    do: 'Try again with the same Idempotency-Key: whatever the first call did, it does once.',
  },
};
