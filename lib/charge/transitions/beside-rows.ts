import type { Refund } from '../../types/charge.ts';
import { chargeStates } from '../../types/charge-state.ts';
import { does, ignore, refuse } from './cell.ts';
import { startReversalAgain } from './reversal-cells.ts';
import {
  alreadyRecorded,
  type ChargeTable,
  everywhere,
  onceFailed,
  onceHeld,
  whileOpen,
} from './row-parts.ts';

const doesBeside = (what: string) => does(what, chargeStates, (charge) => charge);

const recordUnshown = doesBeside('recorded; a look-up will show what was captured');

/** A next revision: a report about the refund that was read before must not drop the flag. */
const flagRefund = (refund: Refund, ids: readonly string[]): Refund =>
  ids.includes(refund.id) && !refund.needs_review
    ? { ...refund, needs_review: true, rev: refund.rev + 1 }
    : refund;

const review = does<{ readonly ids: readonly string[] }>(
  'anything with no check left needs review',
  chargeStates,
  (charge, { ids }) => {
    const flags = (id: string): { readonly needs_review?: true } =>
      ids.includes(id) ? { needs_review: true } : {};
    const { capture, cancel, reversal } = charge;
    return {
      ...charge,
      ...flags(charge.id),
      ...(capture ? { capture: { ...capture, ...flags(capture.id) } } : {}),
      ...(cancel ? { cancel: { ...cancel, ...flags(cancel.id) } } : {}),
      ...(reversal ? { reversal: { ...reversal, ...flags(reversal.id) } } : {}),
      refunds: Object.fromEntries(
        Object.entries(charge.refunds).map(([id, refund]) => [id, flagRefund(refund, ids)]),
      ),
    };
  },
);

const orderClaimed = ignore('this attempt holds the order: no other session can be paid');

/** Everything apart from the payment itself: refunds and disputes, which have their own records, and events around the charge. */
export const besideRows = {
  refund_asked: {
    ...whileOpen(refuse('charge_not_refundable', 'nothing is captured yet')),
    authorized: refuse('charge_not_refundable', 'nothing is captured yet'),
    capturing: refuse('charge_not_refundable', 'the result of the capture is not known yet'),
    canceling: refuse('charge_not_refundable', 'nothing is captured'),
    captured: doesBeside('its amount is reserved, then it is sent: see the table of refunds'),
    canceled: refuse('charge_not_refundable', 'nothing was captured'),
    failed: refuse('charge_not_refundable', 'it has taken no money'),
    reversing: refuse('charge_not_refundable', 'what it took late is on its way back'),
    reversed: refuse('charge_not_refundable', 'what it took late has gone back'),
  },
  refund_elsewhere: {
    ...whileOpen(ignore('the capture comes first; a look-up then finds the refund')),
    authorized: recordUnshown,
    capturing: recordUnshown,
    canceling: recordUnshown,
    captured: doesBeside('recorded as made elsewhere; its amount counts as refunded'),
    canceled: recordUnshown,
    failed: doesBeside("recorded if the PSP lists it; otherwise its event waits for the payment's report"),
    reversing: ignore('the money is back: the next check ends the reversal'),
    reversed: alreadyRecorded,
  },
  dispute_opened: everywhere(doesBeside('recorded; its amount can be refunded only with allow_disputed')),
  dispute_won: {
    ...everywhere(doesBeside('recorded; its amount may be refunded again')),
    reversing: startReversalAgain,
  },
  dispute_lost: {
    ...everywhere(
      doesBeside('recorded; its amount cannot be refunded. An open refund awaits its own result'),
    ),
    reversing: startReversalAgain,
  },
  function_killed: everywhere(ignore('everything is recorded before it is sent, so recovery finds it')),
  order_paid_elsewhere: {
    ...whileOpen(orderClaimed),
    ...onceHeld(orderClaimed),
    ...onceFailed(ignore('not confirmed while another session holds the order')),
  },
  schedule_used_up: everywhere(review),
} satisfies Partial<ChargeTable>;
