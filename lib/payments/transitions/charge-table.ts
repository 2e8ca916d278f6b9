import { ApiError } from '../../types/api-error.ts';
import { type ChargeState, chargeStates, stateOf, statusOf } from '../../types/charge-state.ts';
import type { Charge } from '../../types/records.ts';
import {
  announceFence,
  complete,
  decideGone,
  decideTaken,
  doubt,
  giveBack,
  giveUp,
  hold,
  keepNote,
  letGo,
  liftFence,
  refuse,
  sendCustomer,
  take,
  uncomplete,
  vanish,
} from './attempt-cells.ts';
import { type Cell, does, ignored, impossible, type Moment, refused } from './cell.ts';
import type { Happening, Happenings } from './happenings.ts';
import {
  acceptCancel,
  acceptCapture,
  askCancel,
  askCapture,
  captureOneMore,
  confirmCaptured,
  failCancel,
  failCapture,
  finishCancel,
  finishCapture,
  followFact,
  followRelease,
  holdAgain,
  release,
  releaseUnderCancel,
  releaseUnderCapture,
  send,
  stay,
  takeBack,
  takeOver,
} from './operation-cells.ts';
import {
  acceptReversal,
  finishReversal,
  reverseMore,
  sendReversal,
  startReversalAgain,
  tryReversalAgain,
} from './reversal-cells.ts';
import { review } from './schedule.ts';

type Row<H extends Happening> = Readonly<Record<ChargeState, Cell<Happenings[H]>>>;
type Attempt = 'pending' | 'requires_action';
type Taken = 'authorized' | 'capturing' | 'canceling' | 'captured' | 'canceled';
type GivenUp = 'failed' | 'reversing' | 'reversed';

const attempt = <What>(cell: Cell<What>): Readonly<Record<Attempt, Cell<What>>> => ({
  pending: cell,
  requires_action: cell,
});
const taken = <What>(cell: Cell<What>): Readonly<Record<Taken, Cell<What>>> => ({
  authorized: cell,
  capturing: cell,
  canceling: cell,
  captured: cell,
  canceled: cell,
});
const givenUp = <What>(cell: Cell<What>): Readonly<Record<GivenUp, Cell<What>>> => ({
  failed: cell,
  reversing: cell,
  reversed: cell,
});
const everywhere = <What>(cell: Cell<What>): Readonly<Record<ChargeState, Cell<What>>> => ({
  ...attempt(cell),
  ...taken(cell),
  ...givenUp(cell),
});

const known = ignored('it is known');
const behind = ignored('an older state: nothing moves back but by name');
const onItsWay = ignored('the money is on its way back, until the PSP has said yes');
const gone = ignored('the attempt was given up before');
const settled = ignored('the outcome is known');
const notOpen = ignored('nothing of this kind is under way');
const noOperation = impossible('nothing can be captured or released before it is held');
const beside = (what: string) => does(what, chargeStates, (charge) => charge);

/** Every state of a charge × everything that can happen to it: the compiler refuses a missing cell, and the code is this table. */
export const chargeTable: { readonly [H in Happening]: Row<H> } = {
  approved: {
    ...attempt(hold),
    authorized: known,
    capturing: ignored('a look that shows the old state ends nothing that may still be sent'),
    canceling: ignored('a look that shows the old state ends nothing that may still be sent'),
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
    ...taken(ignored('a decline of an earlier try: the money was held after it')),
    ...givenUp(gone),
  },
  voided: {
    ...attempt(letGo),
    authorized: release,
    capturing: releaseUnderCapture,
    canceling: releaseUnderCancel,
    captured: followRelease,
    canceled: known,
    failed: gone,
    reversing: finishReversal,
    reversed: known,
  },
  expired: {
    ...attempt(letGo),
    authorized: release,
    capturing: releaseUnderCapture,
    canceling: releaseUnderCancel,
    captured: followRelease,
    canceled: known,
    failed: gone,
    reversing: finishReversal,
    reversed: known,
  },
  unknown: {
    pending: doubt,
    requires_action: ignored('the customer is away, and that is known'),
    ...taken(ignored('no answer is not a fact')),
    ...givenUp(ignored('no answer is not a fact')),
  },
  absent: {
    ...attempt(vanish),
    ...taken(
      ignored('what the PSP has said it holds does not vanish: a look by reference may fail to find it'),
    ),
    failed: known,
    reversing: ignored('what the PSP has said it took does not vanish'),
    reversed: known,
  },

  capture_elsewhere: {
    ...attempt(ignored('the event of the authorisation comes first, or is asked for')),
    ...taken(captureOneMore),
    failed: ignored('read as captured: it goes back'),
    reversing: onItsWay,
    reversed: behind,
  },
  capture_taken_back: {
    ...attempt(ignored('nothing was captured before')),
    authorized: ignored('it does not count any more'),
    capturing: ignored('it names none that is done'),
    canceling: ignored('it does not count any more'),
    captured: takeBack,
    canceled: ignored('it does not count any more'),
    failed: gone,
    reversing: onItsWay,
    reversed: ignored('what was given back is not taken back'),
  },

  customer_returned: {
    pending: ignored('another return, or recovery, was first'),
    requires_action: complete,
    ...taken(settled),
    ...givenUp(settled),
  },
  completion_not_sent: {
    pending: uncomplete,
    requires_action: known,
    ...taken(settled),
    ...givenUp(settled),
  },
  session_expired: {
    pending: ignored('its outcome decides'),
    requires_action: giveUp,
    ...taken(ignored('a session that holds money does not expire')),
    ...givenUp(known),
  },
  fence_sent: { ...attempt(announceFence), ...taken(settled), ...givenUp(settled) },
  fence_failed: { ...attempt(liftFence), ...taken(settled), ...givenUp(settled) },
  noted: { ...attempt(keepNote), ...taken(settled), ...givenUp(settled) },

  capture_asked: {
    pending: refused('charge_not_capturable', 'nothing is held yet'),
    requires_action: refused('charge_not_capturable', 'the customer has to act first'),
    authorized: askCapture,
    capturing: refused('charge_operation_in_progress', 'the result of a capture is not known yet'),
    canceling: refused('charge_operation_in_progress', 'the result of a cancel is not known yet'),
    captured: refused('charge_not_capturable', 'it is captured'),
    canceled: refused('charge_not_capturable', 'the hold is gone'),
    ...givenUp(refused('charge_not_capturable', 'the attempt has failed')),
  },
  cancel_asked: {
    pending: refused('charge_not_cancelable', 'nothing is held yet'),
    requires_action: refused('charge_not_cancelable', 'the customer has to act first'),
    authorized: askCancel,
    capturing: refused('charge_operation_in_progress', 'the result of a capture is not known yet'),
    canceling: refused('charge_operation_in_progress', 'the result of a cancel is not known yet'),
    captured: refused('charge_not_cancelable', 'it is captured: refund it'),
    canceled: refused('charge_not_cancelable', 'the hold is gone'),
    ...givenUp(refused('charge_not_cancelable', 'the attempt has failed')),
  },
  operation_sent: {
    ...attempt(noOperation),
    authorized: notOpen,
    capturing: send,
    canceling: send,
    captured: send,
    canceled: notOpen,
    ...givenUp(notOpen),
  },
  capture_accepted: {
    ...attempt(noOperation),
    authorized: notOpen,
    capturing: acceptCapture,
    canceling: notOpen,
    captured: acceptCapture,
    canceled: notOpen,
    ...givenUp(notOpen),
  },
  capture_succeeded: {
    ...attempt(noOperation),
    authorized: ignored('it had failed, and its event or a look tells how much is captured'),
    capturing: finishCapture,
    canceling: ignored('it had failed, and its event or a look tells how much is captured'),
    captured: finishCapture,
    canceled: ignored('it had failed, and its event or a look tells how much is captured'),
    ...givenUp(notOpen),
  },
  capture_failed: {
    ...attempt(noOperation),
    authorized: known,
    capturing: failCapture,
    canceling: known,
    captured: failCapture,
    canceled: known,
    ...givenUp(notOpen),
  },
  cancel_accepted: {
    ...attempt(noOperation),
    authorized: notOpen,
    capturing: notOpen,
    canceling: acceptCancel,
    captured: notOpen,
    canceled: notOpen,
    ...givenUp(notOpen),
  },
  cancel_succeeded: {
    ...attempt(noOperation),
    authorized: notOpen,
    capturing: notOpen,
    canceling: finishCancel,
    captured: ignored('what was not captured is released: that changes nothing here'),
    canceled: known,
    ...givenUp(notOpen),
  },
  cancel_failed: {
    ...attempt(noOperation),
    authorized: known,
    capturing: known,
    canceling: failCancel,
    captured: known,
    canceled: known,
    ...givenUp(notOpen),
  },
  operation_unknown: {
    ...attempt(noOperation),
    authorized: notOpen,
    capturing: stay,
    canceling: stay,
    captured: stay,
    canceled: notOpen,
    ...givenUp(notOpen),
  },

  reversal_sent: {
    ...attempt(notOpen),
    ...taken(notOpen),
    failed: notOpen,
    reversing: sendReversal,
    reversed: known,
  },
  reversal_accepted: {
    ...attempt(notOpen),
    ...taken(notOpen),
    failed: notOpen,
    reversing: acceptReversal,
    reversed: known,
  },
  reversal_succeeded: {
    ...attempt(notOpen),
    ...taken(notOpen),
    failed: notOpen,
    reversing: finishReversal,
    reversed: known,
  },
  reversal_failed: {
    ...attempt(notOpen),
    ...taken(notOpen),
    failed: notOpen,
    reversing: tryReversalAgain,
    reversed: ignored('it was done by another request'),
  },
  reversal_taken_back: {
    ...attempt(notOpen),
    ...taken(notOpen),
    failed: notOpen,
    reversing: ignored('it is tried again already'),
    reversed: tryReversalAgain,
  },

  schedule_used_up: everywhere(review),
  decided_taken: {
    ...attempt(decideTaken),
    ...taken(refused('charge_not_decidable', 'its outcome is known')),
    ...givenUp(refused('charge_not_decidable', 'its outcome is known')),
  },
  decided_gone: {
    ...attempt(decideGone),
    ...taken(refused('charge_not_decidable', 'its outcome is known')),
    ...givenUp(refused('charge_not_decidable', 'its outcome is known')),
  },

  refund_asked: {
    ...attempt(refused('charge_not_refundable', 'nothing is captured yet')),
    authorized: refused('charge_not_refundable', 'nothing is captured yet'),
    capturing: refused('charge_not_refundable', 'the result of the capture is not known yet'),
    canceling: refused('charge_not_refundable', 'nothing is captured'),
    captured: beside('the amount is reserved, then the refund is sent: see the table of refunds'),
    canceled: refused('charge_not_refundable', 'nothing was captured'),
    ...givenUp(refused('charge_not_refundable', 'the attempt has failed')),
  },
  refund_elsewhere: {
    ...attempt(ignored('what was captured comes first, and a look will find the refund')),
    authorized: beside('recorded: a look will find what was captured'),
    capturing: beside('recorded: a look will find what was captured'),
    canceling: beside('recorded: a look will find what was captured'),
    captured: beside('recorded as made elsewhere; its amount cannot be refunded here any more'),
    canceled: beside('recorded: a look will find what was captured'),
    failed: gone,
    reversing: ignored('the money is back: the next look ends the reversal'),
    reversed: known,
  },
  dispute_opened: everywhere(
    beside('recorded; its amount leaves what may be refunded without allow_disputed'),
  ),
  dispute_won: {
    ...everywhere(beside('recorded; its amount may be refunded again')),
    reversing: startReversalAgain,
  },
  dispute_lost: {
    ...everywhere(
      beside(
        'recorded; its amount cannot be refunded. A refund that is open stays open until its own answer',
      ),
    ),
    reversing: startReversalAgain,
  },
  function_killed: everywhere(
    ignored(
      'what was written before anything was sent is found by recovery, on the schedule of what is open',
    ),
  ),
  order_paid_elsewhere: {
    ...attempt(ignored('the claim on the order was taken with this attempt: no other session can be paid')),
    ...taken(ignored('the claim on the order was taken with this attempt: no other session can be paid')),
    failed: ignored('the session cannot be confirmed while another holds the order'),
    reversing: ignored('the session cannot be confirmed while another holds the order'),
    reversed: ignored('the session cannot be confirmed while another holds the order'),
  },
};

/** What came of a happening: the charge after it (the same object if nothing changed), or why it must not happen. */
export type Happened =
  | { readonly charge: Charge; readonly changed: boolean }
  | { readonly impossible: string };

/**
 * The charge after something happened to it. Pure. Throws the refusal of what was asked for and may not be. `given_up`: the charge is not its session's
 * any more, so what it takes goes back.
 */
export const happen = <H extends Happening>(
  charge: Charge,
  happening: H,
  what: Happenings[H],
  moment: Moment & { readonly given_up?: boolean },
): Happened => {
  const now = stateOf(charge);
  const state =
    moment.given_up && (now === 'pending' || now === 'requires_action') && isMoney(happening)
      ? 'failed'
      : now;
  const cell: Cell<Happenings[H]> = chargeTable[happening][state];
  if ('ignored' in cell) return { charge, changed: false };
  if ('impossible' in cell) return { impossible: `${happening} in ${state}: ${cell.impossible}` };
  if ('refused' in cell) throw refusal(charge, cell);
  const next = cell.apply(charge, what, moment);
  if (next === charge) return { charge, changed: false };
  const to = stateOf(next);
  if (!cell.to.includes(to))
    return { impossible: `${happening} in ${state} led to ${to}, which the table does not allow` };
  const rose = next.amount_captured > charge.amount_captured ? { captured_at: moment.now } : {};
  return { charge: { ...next, ...rose, status: statusOf(next) }, changed: true };
};

const isMoney = (happening: Happening): boolean => happening === 'approved' || happening === 'captured_more';

const refusal = (
  { id, status }: Charge,
  { refused: code, because }: Extract<Cell<never>, { readonly refused: unknown }>,
): ApiError =>
  new ApiError(code, `Charge ${id} is ${status}: ${because}.`, {
    param: 'charge',
    ...(code === 'charge_operation_in_progress' ? { retry_after: 5 } : {}),
  });
