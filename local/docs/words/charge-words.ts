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
  Charge: {
    '': 'One attempt to take a payment at one PSP account, and all that happened to it.',
    id: 'The id of the charge; the PSP knows it as our reference.',
    object: 'Always `charge`.',
    session: 'The checkout session it belongs to.',
    psp: 'The PSP account that holds it. Captures, cancels and refunds go there, whatever the rules say now.',
    psp_reference: 'What the PSP calls it, once it has said so.',
    amount: `${minorUnit} What was asked for.`,
    amount_captured: `${minorUnit} What was taken.`,
    amount_refunded: `${minorUnit} What was given back, or is on its way.`,
    currency: 'Lowercase ISO 4217 code.',
    status:
      '`pending`: the outcome is not known yet. `requires_action`: the customer authenticates. `authorized`: held. `capturing`, `canceling`: that is under way. `captured`, `canceled`, `failed`: final. `needs_review`: no PSP could say what became of it; a person must decide.',
    outcome: 'What the PSP said; null while it is not known.',
    code: "The PSP's own code, where it gave one.",
    capture_method: 'Whether the money is taken at once or held.',
    livemode: 'Whether real money moves.',
    refunds: 'Every refund, oldest first.',
    reversal: 'Present where money arrived after the attempt had been given up: how it is returned.',
    'reversal.by': 'Voided, or refunded where it had been captured.',
    'reversal.status': '`done` once the PSP has confirmed it.',
    created: 'Unix seconds.',
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
    created: 'Unix seconds.',
    metadata: 'Your own data, as you gave it.',
  },
};
