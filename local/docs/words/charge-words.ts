import type { Words } from './words.ts';

const minorUnit = "In the currency's ISO 4217 minor unit.";

export const chargeWords: Words = {
  RefundCharge: {
    '': 'Money to give back.',
    charge: 'The charge to refund.',
    amount: `${minorUnit} Everything that is left where absent.`,
    reason: 'Why it is given back.',
    metadata: 'Your own data: at most 50 keys and 1 KiB in all.',
  },
  CaptureCharge: {
    '': 'Held money to take.',
    charge: 'The authorized charge.',
    amount: `${minorUnit} At most what was authorized; all of it where absent. The rest is released. A charge is captured once.`,
  },
  CancelCharge: { '': 'Held money to let go.', charge: 'The authorized charge.' },
  NoFields: { '': 'An empty object: the path says it all.' },
  DecideCharge: {
    '': 'What a person has found out at the PSP.',
    operation:
      "What is decided: an `operation` of the charge's `open` list. May be left out if only one thing there needs review.",
    outcome:
      '`captured` or `succeeded`: it was done; of an attempt, `captured` says that the money was taken and `succeeded` that it is held. `canceled`: it was released. `failed` or `absent`: it was not done, or the PSP has no trace of it.',
    amount: `${minorUnit} What was captured; if absent, all that was asked for.`,
    psp_reference:
      'What the PSP calls it. Required for an attempt that took or holds money, if the charge has none yet.',
    note: 'Why, for whoever reads it later.',
    revision:
      'The `revision` of the charge on which you decide. If it has changed since: `version_conflict`.',
  },
  Charge: {
    '': 'One attempt to take a payment at one PSP account, and all that happened to it.',
    id: 'The id of the charge; the PSP knows it as our reference.',
    object: 'Always `charge`.',
    session: 'The checkout session it belongs to.',
    psp: 'The PSP account that holds it. Captures, cancels and refunds go there, whatever the rules say now.',
    psp_reference: 'What the PSP calls it, once it has said so.',
    amount: `${minorUnit} What was asked for.`,
    amount_captured: `${minorUnit} What was taken, as the PSP says, whoever asked for it.`,
    amount_refunded: `${minorUnit} What was given back, or is on its way.`,
    amount_refundable: `${minorUnit} What can be refunded now: captured, neither given back nor disputed.`,
    amount_disputed: `${minorUnit} What disputes hold or have taken; a dispute that was won does not count.`,
    currency: 'Lowercase ISO 4217 code.',
    status:
      '`pending`: the outcome is not known yet. `requires_action`: the customer authenticates. `authorized`: held. `capturing`, `canceling`: that is under way. `captured`, `canceled`, `failed`: final. `needs_review`: nobody could find out what became of it; a person must decide.',
    outcome: 'What the PSP said; null while it is not known.',
    code: "The PSP's own code, if it gave one.",
    capture_method: 'Whether the money is taken at once or held.',
    livemode: 'Whether real money moves.',
    refunds: 'Every refund, oldest first.',
    capture: 'The last capture that was asked for here; null if none was.',
    cancel: 'The last cancel that was asked for here; null if none was.',
    reversal: 'Present where money arrived after the attempt had been given up: how it is returned.',
    'reversal.id': 'The id of the reversal; the PSP knows it as our reference.',
    'reversal.amount': `${minorUnit} What goes back.`,
    'reversal.by': 'Voided, or refunded if it had been captured.',
    'reversal.status': '`done` once the PSP has confirmed it.',
    open: 'Everything on this charge whose end is not known: the attempt, a capture, a cancel, a refund, a reversal.',
    external: 'Whether it was captured, released or refunded at the PSP and not through this service.',
    decisions: 'What people have decided about it, oldest first.',
    revision: 'Rises with every change of the charge.',
    created: 'Unix seconds.',
  },
  ChargeOperation: {
    '': 'A capture or a cancel.',
    id: 'The id; the PSP knows it as our reference.',
    amount: `${minorUnit} What is captured or released.`,
    status:
      '`open`: recorded, perhaps sent. `accepted`: the result of the PSP is awaited. `done`, `failed`: final.',
  },
  OpenOperation: {
    '': 'Something whose end is not known.',
    operation:
      'The id of the capture, cancel, refund or reversal; the id of the charge for the attempt itself.',
    kind: 'What it is.',
    since: 'Unix seconds.',
    needs_review: 'Whether all looks of recovery have been used up: a person must decide.',
  },
  Decision: {
    '': 'What a person decided.',
    operation: 'What was decided: an id that was in `open`.',
    outcome: 'What became of it.',
    amount: `${minorUnit} Null if none was given.`,
    note: 'Why.',
    by: 'The API key of whoever decided: the first characters of its hash, as the list of keys shows it.',
    at: 'Unix seconds.',
  },
  Refund: {
    '': 'Money given back, or on its way.',
    id: 'The id of the refund.',
    object: 'Always `refund`.',
    amount: minorUnit,
    currency: 'Lowercase ISO 4217 code.',
    charge: 'The charge it is of.',
    psp: 'The PSP account that gives it back.',
    status:
      '`pending`: accepted, or the answer of the PSP is not known yet. `succeeded`; a PSP may still report it failed later. `failed`: the amount can be refunded again.',
    reason: 'Why, as you said.',
    failure_reason: 'Why it failed.',
    psp_reference: 'What the PSP calls it, once it has said so.',
    external:
      'Whether it was made at the PSP and not through this service. Its `id` then begins with `ext_`.',
    needs_review: 'Whether nobody could find out what became of it: a person must decide.',
    created: 'Unix seconds.',
    metadata: 'Your own data, as you gave it.',
  },
};
