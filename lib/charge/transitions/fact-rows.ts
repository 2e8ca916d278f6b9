import { doubt, giveBack, hold, letGo, refuse, sendCustomer, take, vanish } from './attempt-cells.ts';
import { ignored, impossible } from './cell.ts';
import {
  captureOneMore,
  confirmCaptured,
  confirmReleased,
  followDecline,
  followFact,
  followRelease,
  holdAgain,
  keepFailed,
  release,
  releaseUnderCancel,
  releaseUnderCapture,
  takeBack,
  takeOver,
} from './fact-cells.ts';
import { finishReversal, noteCapture, reverseMore, reverseOneMore } from './reversal-cells.ts';
import { attempt, type ChargeTable, everywhere, givenUp, gone, known, onItsWay, taken } from './row-parts.ts';

const behind = ignored('an older state: nothing moves back unless the PSP names it');

const released = {
  ...attempt(letGo),
  authorized: release,
  capturing: releaseUnderCapture,
  canceling: releaseUnderCancel,
  captured: followRelease,
  canceled: confirmReleased,
  failed: gone,
  reversing: finishReversal,
  reversed: known,
};

/** Everything the PSP says about the payment, in a response, a look-up or an event, and about captures made elsewhere. */
export const factRows = {
  approved: {
    ...attempt(hold),
    authorized: known,
    capturing: ignored('a look-up that shows the old state does not end an operation that may still be sent'),
    canceling: ignored('a look-up that shows the old state does not end an operation that may still be sent'),
    captured: followFact,
    canceled: holdAgain,
    failed: giveBack,
    reversing: onItsWay,
    reversed: behind,
  },
  captured_more: {
    ...attempt(take),
    ...taken(takeOver),
    failed: giveBack,
    reversing: onItsWay,
    reversed: reverseMore,
  },
  captured_same: {
    ...attempt(impossible('nothing was captured before')),
    authorized: impossible('nothing was captured before'),
    capturing: impossible('nothing was captured before'),
    canceling: impossible('nothing was captured before'),
    captured: confirmCaptured,
    canceled: impossible('nothing was captured before'),
    failed: gone,
    reversing: onItsWay,
    reversed: behind,
  },
  captured_less: {
    ...everywhere(impossible('nothing was captured before')),
    captured: followFact,
    reversing: onItsWay,
    reversed: behind,
  },
  action_required: {
    pending: sendCustomer,
    requires_action: known,
    ...taken(behind),
    failed: gone,
    reversing: onItsWay,
    reversed: behind,
  },
  declined: {
    ...attempt(refuse),
    ...taken(followDecline),
    ...givenUp(gone),
  },
  voided: released,
  expired: released,
  unknown: {
    pending: doubt,
    requires_action: ignored('the customer is authenticating'),
    ...taken(ignored('an unknown outcome is not a fact')),
    ...givenUp(ignored('an unknown outcome is not a fact')),
  },
  absent: {
    ...attempt(vanish),
    ...taken(
      ignored(
        'money that the PSP has reported as held does not vanish: a look-up by reference may fail to find it',
      ),
    ),
    failed: known,
    reversing: ignored('money that the PSP has reported as taken does not vanish'),
    reversed: known,
  },

  capture_elsewhere: {
    ...attempt(ignored('the event of the authorisation comes first, or is asked for')),
    ...taken(captureOneMore),
    failed: ignored('it is applied as a captured payment: the money is returned'),
    reversing: noteCapture,
    reversed: reverseOneMore,
  },
  capture_taken_back: {
    ...attempt(ignored('nothing was captured before')),
    authorized: ignored('it no longer counts'),
    capturing: ignored('it names no finished capture'),
    canceling: ignored('it no longer counts'),
    captured: takeBack,
    canceled: ignored('it no longer counts'),
    failed: gone,
    reversing: onItsWay,
    reversed: ignored('the money has already been returned'),
  },
  capture_failure_told: {
    ...attempt(ignored('nothing was captured before')),
    ...taken(keepFailed),
    ...givenUp(gone),
  },
} satisfies Partial<ChargeTable>;
