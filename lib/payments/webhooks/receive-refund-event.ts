import { attemptOf } from '../../charge/attempt.ts';
import { wasRemoved } from '../../charge/failed-refunds.ts';
import type { Charge } from '../../types/charge.ts';
import { isAttemptOpen, stateOf } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import type { OperationResult, PspEvent, RefundFact } from '../../types/psp.ts';
import {
  applyRefundFact,
  applyRefundFacts,
  isContradictedTooSoon,
  shownTimeOf,
} from '../reports/apply-refund-facts.ts';
import { lookUpTimeout_ms, timeFor } from '../reports/time-for.ts';
import type { EventContext } from './event-context.ts';
import { logAmountMismatch } from './log-event.ts';
import { arrivedAt, mayPredate, mustWait } from './must-wait.ts';
import { isPartOf } from './named-operation.ts';

/**
 * Applies a refund, ours or made elsewhere, from the PSP's list; without a list, the event itself is the fact. Throws `mustWait` if the
 * payment's own report has to come first, or the list does not show what the event says.
 */
export const receiveRefundEvent = async (context: EventContext, claimed: OperationResult): Promise<void> => {
  const { ports, psp, records, event } = context;
  const { charge } = records;
  // The report of the payment's money is on its way, and must be applied first.
  if (isAttemptOpen(charge) || (stateOf(charge) === 'failed' && !psp.lookUpRefunds)) throw mustWait(psp);
  const fact = factOf(charge, event, claimed);
  if (!psp.lookUpRefunds) {
    if (fact) await applyRefundFact(ports, charge, fact);
    else if (!wasRemoved(charge, defined({ operation: event.operation }))) logAmountMismatch(context);
    return;
  }
  const call = timeFor(ports, lookUpTimeout_ms);
  const asked_at = ports.clock.now();
  const found = call && (await psp.lookUpRefunds(attemptOf(charge), call));
  if (found?.outcome !== 'found') throw mustWait(psp);
  const listed = { ...found, shown_by: shownTimeOf(psp, asked_at) };
  const { charge: current } = await applyRefundFacts(ports, records, listed);
  const shown =
    found.refunds.find(({ psp_reference }) => psp_reference === event.operation_reference) ??
    found.refunds.find(({ operation }) => operation !== undefined && operation === event.operation);
  // The event says that it has ended, but the list does not: the list will show it later.
  if (claimed.outcome !== 'pending' && (shown === undefined || shown.status === 'pending'))
    throw mustWait(psp);
  if (claimed.outcome === 'failed' && shown?.status === 'succeeded') throw mustWait(psp);
  // It may have been done after its failure, and the list shows that later.
  const isFailed = claimed.outcome === 'succeeded' && shown?.status === 'failed';
  if (isFailed && mayPredate(psp, arrivedAt(context), asked_at)) throw mustWait(psp);
  // Its failure may be as old as the list: a later list counts.
  const isDone = claimed.outcome === 'succeeded' && shown?.status === 'succeeded';
  if (isDone && isContradictedTooSoon(current, shown, listed)) throw mustWait(psp);
};

/** The event as a fact; undefined if it does not say which refund, or how much. */
const factOf = (charge: Charge, event: PspEvent, claimed: OperationResult): RefundFact | undefined => {
  const ours = event.operation === undefined ? undefined : charge.refunds[event.operation];
  const psp_reference = event.operation_reference ?? ours?.psp_reference ?? ours?.id;
  const amount = event.money?.amount ?? (claimed.outcome === 'failed' ? ours?.amount : undefined);
  if (psp_reference === undefined || amount === undefined) return undefined;
  if (!isPartOf(charge, event.money ?? { amount, currency: charge.currency })) return undefined;
  if (ours && amount !== ours.amount) return undefined;
  return {
    psp_reference,
    ...defined({ operation: event.operation }),
    amount,
    status: claimed.outcome === 'succeeded' || claimed.outcome === 'failed' ? claimed.outcome : 'pending',
    ...(claimed.outcome === 'failed' ? { reason: claimed.reason } : {}),
  };
};
