import { keyElsewhere, repeatedKey } from '../../charge/key-elsewhere.ts';
import { isRecorded } from '../../charge/reported-captures.ts';
import { awaitsCapture } from '../../charge/transitions/reversal-cells.ts';
import type { Charge } from '../../types/charge.ts';
import { isAttemptOpen, stateOf } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import type { Psp, PspEvent } from '../../types/psp.ts';
import { type ApplyOptions, applyResult, applyTransition, type Effect } from '../reports/apply.ts';
import type { EventContext } from './event-context.ts';
import { logAmountMismatch, logWithoutEffect } from './log-event.ts';
import { arrivedAt, mustWait } from './must-wait.ts';
import { failOperation, isPartOf, type Named, nameOf, type ReportedOperation } from './named-operation.ts';
import { captureKeyOf } from './reported-capture.ts';

/** At a PSP without look-up the event is the fact, if its amount is as requested, or it names its own capture. */
export const applyReportedOperation = async (context: ReportedOperation): Promise<void> => {
  const { records, event, about, succeeded } = context;
  const named = nameOf(records.charge, event, about);
  if (about === 'cancel')
    return succeeded ? applyReportedRelease(context) : applyFailedCancel(context, named);
  return succeeded ? applyReportedCapture(context, named) : applyFailedCapture(context, named);
};

/**
 * Our cancel was requested before anything was captured, and releases the whole hold. A cancel made elsewhere may release only the rest, as may one
 * that returns late money.
 */
const applyReportedRelease = async ({ ports, records, event }: EventContext): Promise<void> => {
  const { id, operation } = event;
  const unverified = operation === undefined || records.charge.reversal !== undefined;
  const released = { outcome: 'canceled', hold: 'voided' } as const;
  await applyResult(ports, records, released, { event: id, unverified });
};

const applyFailedCancel = async (context: ReportedOperation, named: Named): Promise<void> => {
  if (named === 'under_way') return failOperation(context);
  const { ports, records, event } = context;
  const { charge } = records;
  const options: ApplyOptions = { event: event.id, only_at: charge.rev };
  const psp_reference = event.psp_reference ?? charge.psp_reference;
  // It names our cancel and contradicts a person's decision: the money is still held.
  const decided = charge.presumed && stateOf(charge) === 'canceled' && event.operation !== undefined;
  if (named === 'done' && decided && psp_reference !== undefined)
    return void (await applyResult(ports, records, { outcome: 'approved', psp_reference }, options));
  return logWithoutEffect(context);
};

/** A capture counts once: as ours if it is ours and took what we requested, else under the PSP's id of it. */
const applyReportedCapture = async (context: EventContext, named: Named): Promise<void> => {
  const { event } = context;
  const { charge } = context.records;
  const again = event.again === true;
  // The mark of a repetition may be unsigned: accept one for each failed capture.
  if (again && countRepeated(charge) >= (charge.captures_failed ?? 0)) return waitForFailure(context);
  if (!again && named === 'done' && charge.capture === undefined) return applyAutomaticCapture(context);
  // A capture that a person called failed succeeded after all: it counts, in addition to the one that failed.
  const denied = named === 'former' && wasDenied(charge, event);
  const supposed = !again && named === 'done' && isSupposed(charge, event);
  const hasEnded = named === 'former' || named === 'done';
  const counts = denied || again || supposed;
  if (hasEnded && !counts) return logWithoutEffect(context);
  const { money } = event;
  const right = isPartOf(charge, money);
  const { amount = 0 } = charge.capture ?? {};
  if (!right || (named === 'under_way' && money.amount > amount)) return logAmountMismatch(context);
  // A PSP that allows several captures takes what is left, if a part was captured elsewhere. That part, or its failure, is still to be reported.
  const expected = Math.min(amount, charge.amount - charge.amount_captured);
  if (named === 'under_way' && money.amount !== expected) throw mustWait(context.psp);
  return named === 'under_way' || supposed
    ? applyOwnCapture(context, money.amount)
    : applyCaptureElsewhere(context, money.amount);
};

/** So far only a person has said how much the capture that the event names took. */
const isSupposed = (charge: Charge, event: PspEvent): boolean =>
  event.operation !== undefined && charge.presumed === true;

/**
 * The automatic capture counts from the authorisation on, and the first capture that is reported takes its place: under its id. One of less was made
 * after that one had failed, which is still to be reported.
 */
const applyAutomaticCapture = async (context: EventContext): Promise<void> => {
  const { psp, records, event } = context;
  if (stateOf(records.charge) !== 'captured') return logWithoutEffect(context);
  if (!isPartOf(records.charge, event.money)) return logAmountMismatch(context);
  if (event.money.amount < records.charge.amount_captured) throw mustWait(psp);
  return countElsewhere(context, event.money.amount);
};

const applyOwnCapture = async (
  { ports, psp, records, event }: EventContext,
  amount: number,
): Promise<void> => {
  const { id, operation_reference } = event;
  const capture = { amount, ...defined({ psp_reference: operation_reference }) };
  const options: ApplyOptions = { event: id, only_at: records.charge.rev };
  await refuseMoved(psp, applyTransition(ports, records, 'capture_succeeded', capture, options));
};

const applyCaptureElsewhere = async (context: EventContext, amount: number): Promise<void> => {
  const { psp, records, event } = context;
  const { charge } = records;
  const key = captureKeyOf(event);
  if (key === undefined || isRecorded(charge, key)) return logWithoutEffect(context);
  // This capture is returned after the money captured before it.
  if (stateOf(charge) === 'reversing' && !awaitsCapture(charge)) throw mustWait(psp);
  // More than the charge's amount: the failure of another capture is still to come.
  if (charge.amount_captured + amount > charge.amount) waitForAnother(context);
  return countElsewhere(context, amount);
};

const countElsewhere = async (context: EventContext, amount: number): Promise<void> => {
  const { ports, psp, records, event } = context;
  const { id, psp_reference } = event;
  const key = captureKeyOf(event);
  if (key === undefined) return logWithoutEffect(context);
  const options: ApplyOptions = { event: id, only_at: records.charge.rev };
  const capture = { key, amount, ...defined({ payment: psp_reference }) };
  const applied = applyTransition(ports, records, 'capture_elsewhere', capture, options);
  if ((await refuseMoved(psp, applied)) === 'unchanged') logWithoutEffect(context);
};

/** The failure of the capture that was repeated is still to come. Of money that goes back, no failure counts, and so no repetition either. */
const waitForFailure = (context: EventContext): void => {
  const { psp, records, event } = context;
  const { charge } = records;
  const key = captureKeyOf(event);
  if (!charge.reversal && !(key && isRecorded(charge, key))) throw mustWait(psp);
  logWithoutEffect(context);
};

/** How many captures are repetitions of failed captures. */
const countRepeated = ({ captures = {} }: Charge): number => Object.keys(captures).filter(repeatedKey).length;

/** For this long, the event of another capture may still be on its way. */
const another_event_ms = 600_000;

/** Has the event wait until the event of another capture has had the time to arrive. */
const waitForAnother = (context: EventContext): void => {
  const waited_ms = context.ports.clock.now() - arrivedAt(context);
  if (waited_ms <= another_event_ms) throw mustWait(context.psp);
};

/** The event was matched to a capture on the charge as read: on any other revision it may be about another capture. */
const refuseMoved = async (psp: Psp, applied: ReturnType<typeof applyTransition>): Promise<Effect> => {
  const { outcome } = await applied;
  if (outcome === 'stale') throw mustWait(psp);
  return outcome;
};

const applyFailedCapture = async (context: ReportedOperation, named: Named): Promise<void> => {
  const { ports, psp, records, event } = context;
  const { charge } = records;
  // The report that money was taken at all has not arrived or not been applied yet.
  if (isAttemptOpen(charge)) throw mustWait(psp);
  const options: ApplyOptions = { event: event.id, only_at: charge.rev };
  const { operation, operation_reference } = event;
  const key = operation_reference && keyElsewhere('ext', operation_reference);
  if (named === 'under_way') {
    const certain = operation !== undefined || operation_reference === charge.capture?.psp_reference;
    if (certain) return failOperation(context);
    // The PSP's id may be that of our capture or of another: a resend, or the other's own event, shows which; otherwise a person decides.
    waitForAnother(context);
  }
  const elsewhere = key !== undefined && (charge.captures?.[key] ?? 0) > 0;
  // The PSP's automatic capture: we requested none.
  const automatic = charge.capture === undefined && key !== undefined;
  if (elsewhere || named === 'done') {
    const own = automatic ? { failed: key } : defined({ psp_id: charge.capture?.psp_reference });
    const failed = elsewhere ? { key } : own;
    const taking = applyTransition(ports, records, 'capture_taken_back', failed, options);
    if ((await refuseMoved(psp, taking)) !== 'unchanged') return;
  }
  // A success of the same capture that is reported after this failure is out of date.
  const unknown = named === undefined || named === 'under_way' || automatic;
  if (key !== undefined && (unknown || wasDenied(charge, event)))
    await refuseMoved(
      psp,
      applyTransition(ports, records, 'capture_failure_told', { key }, { only_at: charge.rev }),
    );
  logWithoutEffect(context);
};

/** A person had decided that this capture of ours failed. */
const wasDenied = ({ decisions = [] }: Charge, { operation: id }: PspEvent): boolean =>
  decisions.some(
    ({ operation, outcome }) => operation === id && (outcome === 'failed' || outcome === 'absent'),
  );
