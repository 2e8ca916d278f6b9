import { ignore, refuse, reportImpossible } from './cell.ts';
import {
  acceptCancel,
  acceptCapture,
  askCancel,
  askCapture,
  failCancel,
  failCapture,
  finishCancel,
  finishCapture,
  send,
  stay,
} from './operation-cells.ts';
import {
  acceptReversal,
  finishReversal,
  notePart,
  returnRest,
  sendReversal,
  tryReversalAgain,
} from './reversal-cells.ts';
import {
  alreadyRecorded,
  type ChargeTable,
  everywhere,
  onceFailed,
  onceHeld,
  whileOpen,
} from './row-parts.ts';

const notOpen = ignore('nothing of this kind is under way');
const noOperation = reportImpossible('nothing can be captured or released before it is held');
const noneUnderWay = { ...everywhere(notOpen), ...whileOpen(noOperation) };
const hasFailed = ignore('it has already failed');

/** The outcomes of the captures, cancels and reversals that this service requests. */
export const operationRows = {
  capture_asked: {
    pending: refuse('charge_not_capturable', 'nothing is held yet'),
    requires_action: refuse('charge_not_capturable', 'the customer has to act first'),
    authorized: askCapture,
    capturing: refuse('charge_operation_in_progress', 'the result of a capture is not known yet'),
    canceling: refuse('charge_operation_in_progress', 'the result of a cancel is not known yet'),
    captured: refuse('charge_not_capturable', 'nothing of it is held any more'),
    canceled: refuse('charge_not_capturable', 'the hold is gone'),
    ...onceFailed(refuse('charge_not_capturable', 'it holds no money')),
  },
  cancel_asked: {
    pending: refuse('charge_not_cancelable', 'nothing is held yet'),
    requires_action: refuse('charge_not_cancelable', 'the customer has to act first'),
    authorized: askCancel,
    capturing: refuse('charge_operation_in_progress', 'the result of a capture is not known yet'),
    canceling: refuse('charge_operation_in_progress', 'the result of a cancel is not known yet'),
    captured: refuse('charge_not_cancelable', 'its money is taken, so refund it instead'),
    canceled: refuse('charge_not_cancelable', 'the hold is gone'),
    ...onceFailed(refuse('charge_not_cancelable', 'it holds no money')),
  },
  operation_sent: { ...noneUnderWay, capturing: send, canceling: send, captured: send },
  capture_accepted: { ...noneUnderWay, capturing: acceptCapture, captured: acceptCapture },
  capture_succeeded: {
    ...noneUnderWay,
    ...onceHeld(hasFailed),
    capturing: finishCapture,
    captured: finishCapture,
  },
  capture_failed: {
    ...noneUnderWay,
    ...onceHeld(alreadyRecorded),
    capturing: failCapture,
    captured: failCapture,
  },
  cancel_accepted: { ...noneUnderWay, canceling: acceptCancel },
  cancel_succeeded: {
    ...noneUnderWay,
    canceling: finishCancel,
    captured: ignore('only the uncaptured rest is released'),
    canceled: alreadyRecorded,
  },
  cancel_failed: { ...noneUnderWay, ...onceHeld(alreadyRecorded), canceling: failCancel },
  operation_unknown: { ...noneUnderWay, capturing: stay, canceling: stay, captured: stay },

  reversal_sent: { ...everywhere(notOpen), reversing: sendReversal, reversed: alreadyRecorded },
  reversal_accepted: { ...everywhere(notOpen), reversing: acceptReversal, reversed: alreadyRecorded },
  reversal_succeeded: { ...everywhere(notOpen), reversing: finishReversal, reversed: alreadyRecorded },
  reversal_incomplete: { ...everywhere(notOpen), reversing: returnRest, reversed: alreadyRecorded },
  reversal_part: { ...everywhere(notOpen), reversing: notePart, reversed: notePart },
  reversal_failed: {
    ...everywhere(notOpen),
    reversing: tryReversalAgain,
    reversed: ignore('it was done by another request'),
  },
  reversal_taken_back: {
    ...everywhere(notOpen),
    reversing: ignore('it is already being tried again'),
    reversed: tryReversalAgain,
  },
} satisfies Partial<ChargeTable>;
