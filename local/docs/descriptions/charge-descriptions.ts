import type { Descriptions } from './descriptions.ts';
import { minorUnit } from './minor-unit.ts';

export const chargeDescriptions: Descriptions = {
  Charge: {
    '': 'One attempt to take a payment at one PSP account, and everything that happened to it.',
    id: 'The id of the charge. The PSP gets it as our reference.',
    object: 'Always `charge`.',
    session: 'The checkout session it belongs to.',
    reference: 'Your own order id, from the session. Null if it has none, or was never paid and is deleted.',
    customer_email: 'The customer’s email address, from the session, likewise.',
    psp: 'The PSP account that holds it. Captures, cancels and refunds go there, whatever the rules say now.',
    psp_reference: 'Its id at the PSP, once known.',
    amount: `${minorUnit} The requested amount.`,
    amount_captured: `${minorUnit} What the PSP says was taken, whoever asked for it.`,
    amount_refunded: `${minorUnit} What was refunded, or is on its way.`,
    amount_refundable: `${minorUnit} What can be refunded now: captured, neither refunded nor disputed.`,
    amount_disputed: `${minorUnit} What open disputes hold and lost ones have taken.`,
    currency: 'Lowercase ISO 4217 code.',
    status:
      '`pending`: the outcome is not known yet. `requires_action`: the customer is authenticating. `authorized`: held. `capturing`, `canceling`: in progress. `captured`, `canceled`: ended; only news from the PSP changes it again. `failed`: final; money that still arrives is returned, see `reversal`. `needs_review`: the outcome could not be found out; a person must decide.',
    outcome: 'What the PSP said; null while the outcome is not known.',
    code: "The PSP's own code, if it gave one.",
    advice:
      'What the network or the PSP advises about another try of this card; null if nothing. A merchant-initiated confirm before `until` is refused.',
    card: 'The card, as far as it is known; null for a token until the PSP describes its card.',
    checks: 'What the issuer said about address, postal code and security code; null if it reported nothing.',
    network_transaction_id: "The card network's own id of the payment, if the PSP reports it.",
    authorization_code: "The issuer's code for its approval, if the PSP reports it.",
    authentication: 'The result of 3-D Secure; null if the PSP reported none.',
    capture_method: 'Whether the money is taken at once or held.',
    livemode: 'Whether real money moves.',
    refunds:
      'Its refunds, oldest first. If there are very many, the oldest failed ones are only in `GET /v1/refunds?charge=…`.',
    disputes: 'Every chargeback and inquiry, oldest first.',
    capture: 'The last capture requested here; null if there was none.',
    cancel: 'The last cancel requested here; null if there was none.',
    reversal:
      'How money is returned that arrived after the attempt was abandoned. Present only in that case.',
    'reversal.id': 'The id of the reversal. The PSP gets it as our reference.',
    'reversal.amount': `${minorUnit} The amount to return.`,
    'reversal.by': 'Voided, or refunded if it was captured.',
    'reversal.status': '`done` once the PSP has confirmed it.',
    'reversal.at': 'When it was last sent, else when it began. Unix seconds.',
    'reversal.returned': 'The refunds that have returned it so far.',
    open: 'Everything unfinished on this charge: the attempt, a capture, a cancel, a refund, a reversal.',
    external: 'Whether it was captured, released or refunded at the PSP instead of through this service.',
    other_payments:
      'Other payments that the PSP has under this charge’s reference, each recorded as a charge of its own. Empty but in that rare case.',
    other_payment_of:
      'The charge whose reference this payment bears, if this is one of its `other_payments`. No session counts it as its own.',
    decisions: 'Decisions that people made about it, oldest first.',
    steps:
      'How its attempt went, oldest first; empty if it was simply answered. If there are more than 20, those of one kind in the middle are merged.',
    revision: 'Rises with every change of the charge.',
    captured_at:
      'When its captured amount last rose, in Unix seconds. Null if nothing was captured, or before this was kept.',
    created: 'Unix seconds.',
  },
  Step: {
    '': 'One step of an attempt that was not simply answered.',
    at_ms: 'Unix milliseconds.',
    what: '`sent`: the call that takes the money. `no_answer`: none came. `resent`: the same call again, under the same key. `asked`: the PSP was asked what it has. `reported`: an answer or an event said how it ended. `returned`: the customer came back from authentication. `canceled`: the PSP was asked to cancel it by our reference, so that it takes no money any more. `decided`: a person said how it ended.',
    code: 'What came of it: an outcome, a decision, or why there was no answer. Absent if it did not change how the attempt ends.',
    by: '`confirm`, `recovery`, `webhook`, or the id of the API key or person that asked for it.',
    count: 'How many steps of this kind it stands for, if more than one.',
  },
  Advice: {
    '': 'Advice that came with a decline.',
    kind: '`never_again`: the card is not tried again. `wait`: not now. `correct_data`: newer or other card data may be approved.',
    until: 'With `wait`: the end of the wait, in Unix seconds. Absent if nobody said how long.',
  },
  ChargedCard: {
    '': 'The card that was charged.',
    brand: 'Its brand.',
    bin: 'The first six digits of its number, only for a card from the vault.',
    last4: 'The last four digits of its number.',
    exp_month: 'The month of expiry.',
    exp_year: 'The year of expiry, four digits.',
    funding: '`credit`, `debit`, `prepaid` or `charge`.',
    country: 'The country of its issuer, ISO 3166-1 alpha-2.',
  },
  Checks: {
    '': '`pass`, `fail`, `unavailable` (the issuer could not tell) or `unchecked` (the issuer was not asked).',
    address: 'For the street.',
    postal_code: 'For the postal code.',
    cvc: 'For the security code.',
  },
  Authentication: {
    '': '3-D Secure as the PSP reports it.',
    liability_shift: 'Whether the issuer is liable for fraud.',
    eci: "The network's electronic commerce indicator, two digits.",
    version: 'The version of the protocol, for example `2.2.0`.',
  },
  ChargeOperation: {
    '': 'A capture or a cancel.',
    id: 'The id. The PSP gets it as our reference.',
    amount: `${minorUnit} The amount to capture or release.`,
    status:
      '`open`: recorded, perhaps sent. `accepted`: waiting for the PSP’s result. `done`, `failed`: ended. A capture that was `done` becomes `failed` if the PSP withdraws it.',
  },
  OtherPayment: {
    '': 'Another payment under the reference of a charge.',
    psp_reference: 'Its id at the PSP.',
    charge:
      'The charge that records it. Refund or cancel that charge, or name `psp_reference` beside this one.',
  },
  Returned: {
    '': 'Late money that a refund has returned.',
    id: 'Our reference of the refund; null if it is known by the PSP’s id.',
    psp_reference: 'The PSP’s id of the refund; null if the PSP gave none.',
    amount: minorUnit,
  },
  OpenOperation: {
    '': 'Something unfinished on a charge.',
    operation:
      'The id of the capture, cancel, refund or reversal; for the attempt itself, the id of the charge.',
    kind: 'What it is.',
    since: 'Unix seconds.',
    next_look: 'When recovery looks at it again, in Unix seconds; null if a person must decide.',
    needs_review: 'Whether recovery has used up its schedule, so that a person must decide.',
  },
  Decision: {
    '': 'What a person decided.',
    operation: 'The decided item: an id that was in `open`.',
    outcome: 'The outcome that was decided.',
    amount: `${minorUnit} Null if none was given.`,
    note: 'Why.',
    by: 'The API key of the person who decided: the first characters of its hash, as in the list of keys.',
    at: 'Unix seconds.',
  },
  Dispute: {
    '': 'A chargeback or an inquiry from the cardholder’s bank. You answer it at the PSP.',
    id: 'The id of the dispute.',
    object: 'Always `dispute`.',
    charge: 'The charge it is about.',
    psp: 'The PSP account that holds the charge.',
    psp_reference: 'Its id at the PSP.',
    amount: `${minorUnit} In the charge's currency. If the PSP named another currency: everything that was left of the charge.`,
    currency: 'Lowercase ISO 4217 code.',
    reason:
      'Why, in words that all PSPs share; `general` if the PSP’s code is no more specific, null if it gave none.',
    psp_reason: 'The code from the PSP or the card network, if there is one.',
    stage:
      '`inquiry`: the bank asks, and no money has moved. `dispute`: a chargeback. `arbitration`: the network decides.',
    status:
      '`open`: its amount can be refunded only with `allow_disputed`. `won`, `closed` (it ended without a decision): the amount can be refunded again. `lost`: the money is gone. It can be reopened.',
    respond_by: 'The deadline for your answer at the PSP, in Unix seconds, if the PSP reports one.',
    created: 'When it was first reported. Unix seconds.',
  },
  Note: {
    '': 'What somebody wrote about a charge.',
    id: 'The id of the note.',
    object: 'Always `note`.',
    text: 'As it was sent.',
    by: 'The id of the API key that added it.',
    created: 'Unix seconds.',
  },
  Refund: {
    '': 'Money refunded, or on its way.',
    id: 'The id of the refund.',
    object: 'Always `refund`.',
    amount: minorUnit,
    currency: 'Lowercase ISO 4217 code.',
    charge: 'The refunded charge.',
    psp: 'The PSP account that refunds it.',
    status:
      '`pending`: accepted, or the PSP’s answer is not known yet. `succeeded`: done, though a PSP may still report a failure later. `failed`: the amount can be refunded again.',
    reason: 'The reason you gave.',
    failure_reason: 'Why it failed.',
    psp_reference: 'Its id at the PSP, once known.',
    external:
      'Whether it was made at the PSP instead of through this service. Its `id` then begins with `ext_`.',
    needs_review: 'Whether its outcome could not be found out, so that a person must decide.',
    created: 'Unix seconds.',
    metadata: 'Your own data, as you gave it.',
  },
};
