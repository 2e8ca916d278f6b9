import {
  awaitCustomer,
  failByRelease,
  recordAbsence,
  recordCapture,
  recordDecline,
  recordHold,
  recordUnknown,
  startReversal,
} from './attempt-cells.ts';
import { ignore, reportImpossible } from './cell.ts';
import {
  captureElsewhere,
  captureMore,
  confirmCaptured,
  confirmHeld,
  confirmReleased,
  followDecline,
  followFact,
  followRelease,
  holdAgain,
  noteFailedCapture,
  release,
  releaseUnderCancel,
  releaseUnderCapture,
  withdrawCapture,
} from './fact-cells.ts';
import { finishReversal, noteCapture, reverseMore, reverseOneMore } from './reversal-cells.ts';
import {
  alreadyRecorded,
  attemptEnded,
  beingReturned,
  type ChargeTable,
  everywhere,
  onceEnded,
  onceFailed,
  onceHeld,
  whileOpen,
} from './row-parts.ts';

const nothingCaptured = reportImpossible('nothing was captured before');
const olderState = ignore('an older state: nothing moves back unless the PSP names it');

const released = {
  ...whileOpen(failByRelease),
  authorized: release,
  capturing: releaseUnderCapture,
  canceling: releaseUnderCancel,
  captured: followRelease,
  canceled: confirmReleased,
  failed: attemptEnded,
  reversing: finishReversal,
  reversed: alreadyRecorded,
};

/** Everything the PSP says about the payment, in a response, a look-up or an event, and about captures made elsewhere. */
export const factRows = {
  approved: {
    ...whileOpen(recordHold),
    authorized: confirmHeld,
    capturing: confirmHeld,
    canceling: confirmHeld,
    captured: followFact,
    canceled: holdAgain,
    failed: startReversal,
    reversing: beingReturned,
    reversed: olderState,
  },
  captured_more: {
    ...whileOpen(recordCapture),
    ...onceHeld(captureMore),
    failed: startReversal,
    reversing: beingReturned,
    reversed: reverseMore,
  },
  captured_same: {
    ...everywhere(nothingCaptured),
    captured: confirmCaptured,
    failed: attemptEnded,
    reversing: beingReturned,
    reversed: olderState,
  },
  captured_less: {
    ...everywhere(nothingCaptured),
    captured: followFact,
    reversing: beingReturned,
    reversed: olderState,
  },
  action_required: {
    pending: awaitCustomer,
    requires_action: alreadyRecorded,
    ...onceHeld(olderState),
    failed: attemptEnded,
    reversing: beingReturned,
    reversed: olderState,
  },
  declined: {
    ...whileOpen(recordDecline),
    ...onceHeld(followDecline),
    ...onceFailed(attemptEnded),
  },
  voided: released,
  expired: released,
  unknown: {
    pending: recordUnknown,
    requires_action: ignore('the customer is authenticating'),
    ...onceEnded(ignore('an unknown outcome is not a fact')),
  },
  absent: {
    ...whileOpen(recordAbsence),
    ...onceHeld(ignore('held money does not vanish: a look-up by reference may miss it')),
    failed: alreadyRecorded,
    reversing: ignore('money reported as taken does not vanish'),
    reversed: alreadyRecorded,
  },

  capture_elsewhere: {
    ...whileOpen(ignore('the event of the authorisation comes first, or is asked for')),
    ...onceHeld(captureElsewhere),
    failed: ignore('it is applied as a captured payment: the money is returned'),
    reversing: noteCapture,
    reversed: reverseOneMore,
  },
  capture_taken_back: {
    ...whileOpen(ignore('nothing was captured before')),
    authorized: ignore('it no longer counts'),
    capturing: ignore('it names no finished capture'),
    canceling: ignore('it no longer counts'),
    captured: withdrawCapture,
    canceled: ignore('it no longer counts'),
    failed: attemptEnded,
    reversing: beingReturned,
    reversed: ignore('the money has already been returned'),
  },
  capture_failure_told: {
    ...whileOpen(ignore('nothing was captured before')),
    ...onceHeld(noteFailedCapture),
    ...onceFailed(attemptEnded),
  },
} satisfies Partial<ChargeTable>;
