import type { Refund } from '../../types/charge.ts';
import { chargeStates } from '../../types/charge-state.ts';
import { does, ignored, refused } from './cell.ts';
import { startReversalAgain } from './reversal-cells.ts';
import {
  alreadyRecorded,
  type ChargeTable,
  everywhere,
  onceFailed,
  onceHeld,
  whileOpen,
} from './row-parts.ts';

const beside = (what: string) => does(what, chargeStates, (charge) => charge);

/** A next revision: a report about the refund that was read before must not drop the flag. */
const reviewed = (refund: Refund, ids: readonly string[]): Refund =>
  ids.includes(refund.id) && !refund.needs_review
    ? { ...refund, needs_review: true, rev: refund.rev + 1 }
    : refund;

const review = does<{ readonly ids: readonly string[] }>(
  'anything with no check left needs review; a webhook or a refresh may still end it',
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
        Object.entries(charge.refunds).map(([id, refund]) => [id, reviewed(refund, ids)]),
      ),
    };
  },
);

/** Everything apart from the payment itself: refunds and disputes, which have their own records, and events around the charge. */
export const besideRows = {
  refund_asked: {
    ...whileOpen(refused('charge_not_refundable', 'nothing is captured yet')),
    authorized: refused('charge_not_refundable', 'nothing is captured yet'),
    capturing: refused('charge_not_refundable', 'the result of the capture is not known yet'),
    canceling: refused('charge_not_refundable', 'nothing is captured'),
    captured: beside('the amount is reserved, then the refund is sent: see the table of refunds'),
    canceled: refused('charge_not_refundable', 'nothing was captured'),
    failed: refused('charge_not_refundable', 'it has taken no money'),
    reversing: refused('charge_not_refundable', 'what it took late is on its way back'),
    reversed: refused('charge_not_refundable', 'what it took late has gone back'),
  },
  refund_elsewhere: {
    ...whileOpen(ignored('the capture comes first; a look-up will then find the refund')),
    authorized: beside('recorded; a look-up will find what was captured'),
    capturing: beside('recorded; a look-up will find what was captured'),
    canceling: beside('recorded; a look-up will find what was captured'),
    captured: beside('recorded as made elsewhere; its amount can no longer be refunded here'),
    canceled: beside('recorded; a look-up will find what was captured'),
    failed: beside(
      "recorded if it is on the PSP's list; otherwise its event waits until the payment itself is reported",
    ),
    reversing: ignored('the money is back: the next check ends the reversal'),
    reversed: alreadyRecorded,
  },
  dispute_opened: everywhere(beside('recorded; its amount can be refunded only with allow_disputed')),
  dispute_won: {
    ...everywhere(beside('recorded; its amount may be refunded again')),
    reversing: startReversalAgain,
  },
  dispute_lost: {
    ...everywhere(
      beside('recorded; its amount cannot be refunded. An open refund stays open until its own result'),
    ),
    reversing: startReversalAgain,
  },
  function_killed: everywhere(
    ignored('everything is recorded before it is sent, so recovery finds it on its schedule'),
  ),
  order_paid_elsewhere: {
    ...whileOpen(ignored('the claim on the order was taken with this attempt: no other session can be paid')),
    ...onceHeld(ignored('the claim on the order was taken with this attempt: no other session can be paid')),
    ...onceFailed(ignored('the session cannot be confirmed while another holds the order')),
  },
  schedule_used_up: everywhere(review),
} satisfies Partial<ChargeTable>;
