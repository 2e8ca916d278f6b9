import { attemptOf } from '../../charge/attempt.ts';
import { isDefinite, isOtherAmount } from '../../charge/definite-result.ts';
import { coversRepeat, provesAbsence, showsAtOnce } from '../../charge/elapsed-proof.ts';
import { mayStillBeSent } from '../../charge/may-repeat.ts';
import { hasMovedSince } from '../../charge/moved-since.ts';
import { withoutReported } from '../../charge/reported-captures.ts';
import { operationIn } from '../../charge/shown-operation.ts';
import { keptEvent, waitingEvent, withKeptEvent } from '../../charge/waiting-events.ts';
import type { Charge, ChargeOperation } from '../../types/charge.ts';
import { isAttemptOpen, isUnderWay, stateOf } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import type { Money } from '../../types/money.ts';
import type { LookUpResult, Psp, PspEvent } from '../../types/psp.ts';
import { changeCharge } from '../records/change-charge.ts';
import { type ApplyOptions, applyResult, applyTransition } from '../reports/apply.ts';
import type { LookUp } from '../reports/apply-look-up.ts';
import { settleOperation } from '../reports/settle-operation.ts';
import { lookUpTimeout_ms, timeFor } from '../reports/time-for.ts';
import type { EventContext } from './event-context.ts';
import { recordApplied } from './keep-event.ts';
import { logAmountMismatch, logWithoutEffect } from './log-event.ts';
import { arrivedAt, lookUpOnceMore, mayPredate, mustWait } from './must-wait.ts';
import { failOperation, isNamed, type Named, nameOf, type ReportedOperation } from './named-operation.ts';
import { asReported, isBehind, isForeign, keepReported, markExternal } from './reported-capture.ts';

/** Looks the payment up: the result decides, and the event only says which operation it is about. */
export const askAboutOperation = async (context: ReportedOperation): Promise<void> => {
  const { ports, psp, records, event, about, succeeded } = context;
  const call = timeFor(ports, lookUpTimeout_ms);
  const asked_at = ports.clock.now();
  const shows = call && (await psp.lookUp?.(attemptOf(records.charge, records.session), call));
  if (shows && isOtherAmount(shows)) return logAmountMismatch(context);
  if (!shows || !isDefinite(shows)) throw mustWait(psp);
  const found = asReported(shows, event);
  const options: ApplyOptions = { event: event.id };
  if (!succeeded) return takeFailure(context, { found, asked_at });
  const shown = about === 'capture' ? found.outcome === 'captured' : found.outcome !== 'approved';
  if (about === 'capture' && isBehind(context, { found, asked_at })) throw mustWait(psp);
  if (isCapturedMeanwhile(records.charge, found)) throw mustWait(psp);
  if (!shown) {
    await applyResult(ports, records, found);
    return notShown(context, asked_at);
  }
  const kept = keptEvent(records.charge, event.id);
  const captured_elsewhere = about === 'capture' && isForeign(records.charge, event, kept);
  const known = about === 'capture' ? await keepReported(context, found) : records;
  const { outcome, records: after } = await applyResult(ports, known, found, {
    ...options,
    captured_elsewhere,
  });
  if (outcome === 'stale') return lookUpOnceMore({ ...context, records: after });
  if (about === 'capture' && isForeign(after.charge, event, kept)) await markExternal(ports, after);
  const operation = after.charge[about];
  const ours = isUnderWay(operation) && operation.id === event.operation;
  const seen = ours && operationIn(found, about, operation, after.charge);
  if (ours && seen && seen !== 'absent') await settleOperation(ports, about, after, operation, seen);
};

/** More was captured while the money goes back: it is returned afterwards. */
const isCapturedMeanwhile = (charge: Charge, found: LookUpResult): boolean =>
  stateOf(charge) === 'reversing' &&
  found.outcome === 'captured' &&
  found.amount_captured > (charge.reversal?.captured ?? found.amount_captured);

/**
 * If the operation has already ended here, the event is out of date, unless a lagging look-up does not show it yet. Otherwise the PSP may show it
 * later; if it never does, the event was untrue.
 */
const notShown = async (context: ReportedOperation, asked_at: number): Promise<void> => {
  const { psp, event, about } = context;
  const { charge } = context.records;
  const named = nameOf(charge, event, about);
  const lags = !showsAtOnce(psp.capabilities);
  const done = named === 'done' && !(lags && isUndone(charge, about));
  const isAboutOurs = isNamed(charge, event, about) || !hasFallen(psp, charge, about, asked_at);
  const isOld = named === 'former' ? !lags : done && isAboutOurs;
  if (isOld) return logWithoutEffect(context);
  const behind = mayPredate(psp, arrivedAt(context), asked_at);
  if (behind || !lags) throw mustWait(psp);
  return logWithoutEffect(context);
};

/** A look-up has contradicted the report that it is done. An event may report this or another operation before a look-up can show it. */
const isUndone = (charge: Charge, about: 'capture' | 'cancel'): boolean =>
  about === 'capture' ? charge.amount_captured === 0 : stateOf(charge) !== 'canceled';

/**
 * The PSP shows nothing captured, although the capture recorded here was seen long ago. So that one has failed, and an event that names no operation
 * may be about another capture that is not shown yet.
 */
const hasFallen = (psp: Psp, charge: Charge, about: 'capture' | 'cancel', asked_at: number): boolean =>
  about === 'capture' &&
  !showsAtOnce(psp.capabilities) &&
  !mayPredate(psp, charge.captured_at ?? 0, asked_at);

/**
 * Handles the failure of a capture that is not counted here yet. Anything seen before the failure is out of date, and a lagging look-up may still
 * show it.
 */
const failBeforehand = async (context: EventContext, { found, asked_at }: LookUp): Promise<void> => {
  const { ports, psp, records, event } = context;
  const { records: noted, outcome: current } = await changeCharge(ports, records, ({ charge }) =>
    hasMovedSince(records.charge, charge)
      ? { outcome: false }
      : {
          charge: withFailure(charge, event, ports.clock.now()),
          outcome: true,
        },
  );
  if (!current) throw mustWait(psp);
  const recent = mayPredate(psp, arrivedAt({ ...context, records: noted }), asked_at);
  if (recent && found.outcome === 'captured') throw mustWait(psp);
  await applyResult(ports, noted, found, { event: event.id });
};

/** The failure counts once, however often its event is taken up: while it waits, the charge keeps it. */
const withFailure = (charge: Charge, event: PspEvent, now: number): Charge => {
  if (keptEvent(charge, event.id)) return charge;
  const after = { ...charge, captures_failed: (charge.captures_failed ?? 0) + 1 };
  return withKeptEvent(after, waitingEvent(charge, event, now)) ?? after;
};

/**
 * A capture has failed, yet the PSP shows no less than is recorded: the event is untrue, or as much was captured elsewhere. Only what is shown now
 * counts.
 */
const takeRest = async (
  { ports, psp, records, event: { id, operation_reference } }: EventContext,
  found: LookUpResult,
): Promise<void> => {
  const known = await changeCharge(ports, records, ({ charge }) =>
    hasMovedSince(records.charge, charge)
      ? { outcome: 'stale' }
      : { charge: withoutReported(charge, operation_reference), outcome: 'changed' },
  );
  if (known.outcome === 'stale') throw mustWait(psp);
  const applied = await applyResult(ports, known.records, found);
  if (applied.outcome === 'stale') throw mustWait(psp);
  await recordApplied(ports, applied.records.charge, id);
};

type Failure = LookUp & {
  readonly named: Named;
  /** Our operation under way, if the failure names it or can be of no other. */
  readonly ours: ChargeOperation | undefined;
  /** What the look-up says of `ours`. */
  readonly seen: ReturnType<typeof operationIn>;
  /** The look-up may be older than the failure. */
  readonly may_predate: boolean;
  /** Captured money counts here, and the failure may take it back. */
  readonly counts: boolean;
  /** What the look-up shows as captured. Minor units. */
  readonly total: number;
};

/** Throws `mustWait` while the look-up may be older than the failure. */
const takeFailure = (context: ReportedOperation, look: LookUp): Promise<void> => {
  const { psp, event, about } = context;
  const { charge } = context.records;
  if (about === 'capture' && isAttemptOpen(charge)) return failBeforehand(context, look);
  const named = nameOf(charge, event, about);
  const operation = charge[about];
  const seen = isUnderWay(operation) ? operationIn(look.found, about, operation, charge) : undefined;
  const mayBeOurs = named === undefined && seen === 'absent' && isSentOnce(psp, operation);
  const ours = isUnderWay(operation) && (named === 'under_way' || mayBeOurs) ? operation : undefined;
  const failure: Failure = {
    ...look,
    named,
    ours,
    seen,
    may_predate: mayPredate(psp, arrivedAt(context), look.asked_at),
    counts: about === 'capture' && charge.amount_captured > 0,
    total: look.found.outcome === 'captured' ? look.found.amount_captured : 0,
  };
  return ours ? failUnderWay(context, ours, failure) : takeFromTotal(context, failure);
};

/** A failure ends our operation once nobody can still send it, unless it is that of a capture made elsewhere, whose money the PSP shows no more. */
const failUnderWay = async (
  context: ReportedOperation,
  ours: ChargeOperation,
  failure: Failure,
): Promise<void> => {
  const { ports, psp, records } = context;
  const { found, asked_at, seen, may_predate, counts, total } = failure;
  if (seen === 'absent' && mayStillSucceed(context, ours, asked_at)) throw mustWait(psp);
  // The look-up may show the state before the failure, or our capture among those made elsewhere.
  if ((seen !== 'absent' || counts) && may_predate) throw mustWait(psp);
  if (isGone(failure)) return takeFromTotal(context, failure);
  if (seen !== 'absent') return void (await applyResult(ports, records, found));
  return counts && total < records.charge.amount_captured
    ? takeFromTotal(context, failure)
    : failOperation(context);
};

/** The captured total falls if the PSP shows less: that is the proof, and the event need only name a capture that counts here. */
const takeFromTotal = async (context: ReportedOperation, failure: Failure): Promise<void> => {
  const { psp, about, event } = context;
  const { charge } = context.records;
  const { found, asked_at, named, ours, may_predate, counts, total } = failure;
  const takes = counts && named !== 'former';
  const isShown = takes ? hasFallenBy(charge, total, event.money) : total <= charge.amount_captured;
  if (about === 'capture' && !isShown && may_predate) throw mustWait(psp);
  if (!takes || total >= charge.amount_captured) {
    await takeRest(context, found);
    return logWithoutEffect(context);
  }
  if (mayPredate(psp, charge.captured_at ?? 0, asked_at)) throw mustWait(psp);
  const is_other = isGone(failure) || (named === undefined && !ours);
  return takeCapturedBack(context, found, { left: total, is_other });
};

/** The total has fallen by just what failed. Any other fall may be that of another capture, such as one that was only supposed. */
const hasFallenBy = (charge: Charge, total: number, failed: Money | undefined): boolean =>
  !charge.supposed && charge.amount_captured - total === failed?.amount;

/** Nothing is captured, and nothing will be: whatever counts here has failed. */
const isGone = ({ found, counts }: Failure): boolean => found.outcome === 'canceled' && counts;

/**
 * Without idempotency nothing is sent again: once our operation is proved absent, any failure that may be about it ends it. An accepted one still
 * gets its own result.
 */
const isSentOnce = ({ capabilities }: Psp, operation: ChargeOperation | undefined): boolean =>
  operation?.status === 'open' && capabilities.idempotency.kind === 'none';

/** Whether our operation may still be executed although this failure is reported: the failure may be another operation's, or a former request's. */
const mayStillSucceed = (
  { ports: { recovery }, psp, records: { charge }, event, about }: ReportedOperation,
  operation: ChargeOperation,
  asked_at: number,
): boolean => {
  const { look_up, idempotency } = psp.capabilities;
  const hasArrived = provesAbsence(operation.sent, asked_at, look_up?.lag_ms ?? 0, recovery);
  // Without our id or the PSP's, the failure may be of another operation: ours may be on its way, or is sent again and gets its own result.
  const isLost = idempotency.kind === 'none' && hasArrived;
  if (!isNamed(charge, event, about) && !isLost) return true;
  const accepted = operation.status === 'accepted';
  if (mayStillBeSent(psp.capabilities, { ...operation, accepted }, { now: asked_at, recovery })) return true;
  // After a repeat, the failure may be that of the first request: it is if it came before the repeat, and it may be until a look-up would have to
  // show the repeat.
  const repeated = operation.sent !== operation.started;
  const before = (keptEvent(charge, event.id)?.at ?? operation.sent) < operation.sent;
  const mayBeFormer = before || (repeated && !hasArrived);
  return mayBeFormer && !coversRepeat(idempotency, operation.started, asked_at);
};

/** The captured total falls to what the PSP shows, and everything else that the look-up shows is applied. */
const takeCapturedBack = async (
  { ports, psp, records, event }: EventContext,
  found: LookUpResult,
  fallen: { readonly left: number; readonly is_other: boolean },
): Promise<void> => {
  const what = { ...fallen, ...defined({ psp_id: event.operation_reference }) };
  const only_at = records.charge.rev;
  const taken = await applyTransition(ports, records, 'capture_taken_back', what, { only_at });
  if (taken.outcome === 'stale') throw mustWait(psp);
  // Only now the event counts as applied: if the rest cannot be applied, it has to wait.
  const applied = await applyResult(ports, taken.records, found);
  if (applied.outcome === 'stale') throw mustWait(psp);
  await recordApplied(ports, applied.records.charge, event.id);
};
