import { attemptOf } from '../../charge/attempt.ts';
import { isDefinite } from '../../charge/definite-result.ts';
import { clock_skew_ms } from '../../charge/elapsed-proof.ts';
import { disputedAmount, leftToReturn } from '../../charge/left-to-return.ts';
import { partBy, type RefundName } from '../../charge/transitions/reversal-cells.ts';
import type { Reversal } from '../../types/charge.ts';
import { isOwnReturn } from '../../types/is-own-return.ts';
import type { OperationResult, PspEvent, RefundsFound } from '../../types/psp.ts';
import { shownTimeOf } from '../reports/apply-refund-facts.ts';
import { noteReturned, settleReversal } from '../reports/settle-reversal.ts';
import { lookUpTimeout_ms, timeFor } from '../reports/time-for.ts';
import type { EventContext } from './event-context.ts';
import { logAmountMismatch, logWithoutEffect } from './log-event.ts';
import { arrivedAt, mustWait } from './must-wait.ts';
import { isPartOf } from './named-operation.ts';

/** Handles the return of late money: its refund or void is settled under its own id. */
export const receiveReversalEvent = async (
  context: EventContext,
  claimed: OperationResult,
): Promise<void> => {
  const { ports, psp, records, event } = context;
  const { reversal } = records.charge;
  if (!reversal || claimed.outcome === 'pending') return logWithoutEffect(context);
  if (event.operation !== reversal.id)
    return psp.lookUp ? reviveReversal(context, claimed) : applyReportedRefund(context, claimed);
  const result = await verifyReversal(context, claimed);
  await settleReversal(ports, records, reversal.id, result, { by_event: true, failed: refundNameOf(event) });
};

const refundNameOf = ({ operation, operation_reference: psp_id }: PspEvent): RefundName => ({
  operation,
  psp_id,
});

/**
 * A refund counted as the reversal, or as a part of it, has failed: that money has to be returned again. While our own try is under way its amount is
 * fixed, so the event has to wait.
 */
const reviveReversal = async (context: EventContext, claimed: OperationResult): Promise<void> => {
  const { ports, psp, records, event } = context;
  const { charge } = records;
  const { reversal } = charge;
  const failed = refundNameOf(event);
  const part = partBy(reversal?.parts, failed);
  // One of ours that was never reported as done returned nothing.
  const gave = part === undefined ? event.operation === undefined : part > 0;
  if (claimed.outcome !== 'failed' || !reversal || !gave) return logWithoutEffect(context);
  if (reversal.status !== 'done') throw mustWait(psp);
  const asked_at = ports.clock.now();
  const { left, captured } = await askWhatIsLeft(context, reversal);
  if (left <= 0) {
    // A failure that the PSP never shows belongs to an earlier try, whose money has been returned since.
    const since = arrivedAt(context);
    const lag_ms = psp.capabilities.look_up?.lag_ms ?? 0;
    if (asked_at - since <= lag_ms + clock_skew_ms) throw mustWait(psp);
    return logWithoutEffect(context);
  }
  await settleReversal(
    ports,
    records,
    reversal.id,
    { outcome: 'failed', reason: 'processor_error' },
    { by_event: true, amount: left, captured, lost: disputedAmount(charge, 'lost'), failed },
  );
};

/** How much of the captured money the PSP has not returned, in minor units. Throws `mustWait` if it does not show that for certain. */
const askWhatIsLeft = async (
  { ports, psp, records: { charge, session } }: EventContext,
  reversal: Reversal,
): Promise<{ readonly left: number; readonly captured: number }> => {
  const call = timeFor(ports, lookUpTimeout_ms);
  if (!call) throw mustWait(psp);
  const payment = await psp.lookUp?.(attemptOf(charge, session), call);
  const asked_at = ports.clock.now();
  const listing = psp.lookUpRefunds && timeFor(ports, lookUpTimeout_ms);
  const listed = listing && (await psp.lookUpRefunds?.(attemptOf(charge), listing));
  const refunds =
    listed?.outcome === 'found' ? { ...listed, shown_by: shownTimeOf(psp, asked_at) } : undefined;
  const left = leftToReturn(charge, payment, refunds);
  if (payment?.outcome !== 'captured' || left === undefined) throw mustWait(psp);
  if (payment.amount_refunded === undefined && !refunds?.complete) throw mustWait(psp);
  if (refunds?.complete && !showsEvery(refunds, reversal)) throw mustWait(psp);
  return { left, captured: payment.amount_captured };
};

/** A lagging list may not yet show the result of a refund that has returned a part. */
const showsEvery = ({ refunds }: RefundsFound, { parts = {} }: Reversal): boolean =>
  Object.entries(parts).every(
    ([id, amount]) =>
      amount === 0 ||
      isOwnReturn(id) ||
      refunds.some(({ psp_reference, status }) => psp_reference === id && status !== 'pending'),
  );

/** The PSP cannot be asked: what an event says of another refund counts, whoever made it. A refund that fails later has returned nothing. */
const applyReportedRefund = async (context: EventContext, claimed: OperationResult): Promise<void> => {
  const { ports, records, event } = context;
  const { charge } = records;
  const { money } = event;
  const reported = isPartOf(charge, money) ? money.amount : 0;
  const known = claimed.outcome === 'failed' || reported > 0;
  const amount = claimed.outcome === 'failed' ? 0 : reported;
  if (!known || !(await noteReturned(ports, records, refundNameOf(event), amount))) logWithoutEffect(context);
};

const verifyReversal = async (context: EventContext, claimed: OperationResult): Promise<OperationResult> => {
  const { ports, psp } = context;
  const { charge } = context.records;
  const { reversal } = charge;
  const call = timeFor(ports, lookUpTimeout_ms);
  if (!reversal || (reversal.by === 'refund' ? !psp.lookUpRefunds : !psp.lookUp))
    return acceptClaim(context, claimed);
  if (!call) throw mustWait(psp);
  if (reversal.by === 'refund') {
    const found = await psp.lookUpRefunds?.(attemptOf(charge), call);
    const fact =
      found?.outcome === 'found'
        ? found.refunds.find(({ operation }) => operation === reversal.id)
        : undefined;
    // A lagging list may still show a failed refund as succeeded.
    if (fact?.status === 'succeeded' && claimed.outcome === 'succeeded')
      return { outcome: 'succeeded', amount: fact.amount };
    if (fact?.status === 'failed') return { outcome: 'failed', reason: fact.reason ?? 'processor_error' };
    throw mustWait(psp);
  }
  const found = await psp.lookUp?.(attemptOf(charge), call);
  const agrees =
    claimed.outcome === 'succeeded' ? found?.outcome === 'canceled' : found?.outcome !== 'canceled';
  if (found && isDefinite(found) && agrees) return claimed;
  // Our void was refused, because the hold had ended another way.
  if (found?.outcome === 'canceled' && reversal.status === 'done') return { outcome: 'succeeded' };
  throw mustWait(psp);
};

/** An amount that cannot be part of the charge, or is in another currency, does not say how much was returned: a person has to check it. */
const acceptClaim = (context: EventContext, claimed: OperationResult): OperationResult => {
  if (claimed.outcome !== 'succeeded' || claimed.amount === undefined) return claimed;
  if (isPartOf(context.records.charge, context.event.money)) return claimed;
  logAmountMismatch(context);
  const { amount: _, ...result } = claimed;
  return result;
};
