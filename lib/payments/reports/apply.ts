import { settleCard } from '../../charge/card-limits.ts';
import { alarmsOf, logRecordsOf } from '../../charge/change-logs.ts';
import { stepCodeOf, withReport } from '../../charge/charge-steps.ts';
import { provesAbsence } from '../../charge/elapsed-proof.ts';
import { settleLink } from '../../charge/link-limits.ts';
import { hasFailedSince, hasMovedSince } from '../../charge/moved-since.ts';
import { withParticulars } from '../../charge/particulars.ts';
import { sessionAfter } from '../../charge/session-after.ts';
import { isDisproved } from '../../charge/supposed-capture.ts';
import type { Circumstances } from '../../charge/transitions/cell.ts';
import { makeTransition } from '../../charge/transitions/charge-table.ts';
import { type Transition, type Transitions, transitionOf } from '../../charge/transitions/transitions.ts';
import { withEvent } from '../../charge/with-event.ts';
import type { Charge } from '../../types/charge.ts';
import { hasAttemptEnded, heldOrTookMoney, isAttemptOpen, isUnderWay } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import { holdsMoney } from '../../types/outcome.ts';
import type { LookUpResult } from '../../types/psp.ts';
import type { Skipped } from '../../types/routing.ts';
import type { Session } from '../../types/session.ts';
import type { Step } from '../../types/step.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, type Changed, changeCharge, type Records } from '../records/change-charge.ts';
import { lookUpOf } from '../records/look-up-of.ts';
import { withOperationResponses } from '../records/operation-result.ts';
import { withResponses } from '../records/session-result.ts';

/** How a result or a transition is applied. Without options: to the current records, as what the PSP said when it was asked. */
export type ApplyOptions = Pick<Circumstances, 'capture_refused' | 'captured_elsewhere' | 'unverified'> & {
  /** The webhook event behind it, kept so that a redelivery is not processed again. */
  readonly event?: string;
  /**
   * Counts even while a cancel by reference is sent: its source is the cancel by reference, or takes it into account. Any other report that the
   * payment holds or took money, or waits for its customer, is only noted until then.
   */
  readonly decisive?: boolean;
  /** The response to the attempt's own call, and reported as such. */
  readonly own?: true;
  /** How it was reported, and by whom. */
  readonly step?: Pick<Step, 'what' | 'by'>;
  /** PSPs that the confirm with this response does not try after all. */
  readonly passed_over?: readonly Skipped[];
  /** The charge revision that the result was derived from: for any other it proves nothing. */
  readonly only_at?: number;
  /** For a look-up: whatever happened before this is certainly shown. Unix milliseconds. */
  readonly shown_by?: number;
};

/** `late`: an abandoned attempt took money, which is being returned. `stale`: the charge has changed since `only_at`. */
export type Effect = 'changed' | 'late' | 'unchanged' | 'stale';

/** Applies what a verified source says about the payment to the current records, even if they change. An older report moves nothing back. */
export const applyResult = (
  ports: PaymentPorts,
  records: Records,
  latest: LookUpResult,
  options: ApplyOptions = {},
): Promise<Changed<Records, Effect>> =>
  changeCharge(ports, records, (current) => resultChange(ports, records.charge, current, latest, options));

/**
 * The change that this result makes to the current records. `before`: the charge when its source was asked. `stale` if the result may be older than
 * the record; only noted while a cancel by reference is sent; otherwise the transition of the table.
 */
export const resultChange = (
  ports: PaymentPorts,
  before: Charge,
  current: Records,
  latest: LookUpResult,
  options: ApplyOptions,
): Change<Effect> => {
  const known = options.decisive ? undefined : findKnownCapture(ports, current.charge, latest);
  const result = known ?? latest;
  const records = { ...current, charge: withParticulars(current.charge, result) };
  const { charge } = records;
  if (options.only_at !== undefined && charge.rev !== options.only_at) return { outcome: 'stale' };
  if (result.outcome === 'captured' && isOutOfDate(before, charge, result.amount_captured, options))
    return { outcome: 'stale' };
  if (charge.recovery?.fence === 'sent' && !options.decisive && isAlive(result))
    return changeBy(ports, records, 'noted', { result }, options);
  const { transition, ...what } = isDisproved(charge, result, options.shown_by)
    ? { ...supposedFailed, left: result.outcome === 'captured' ? result.amount_captured : 0 }
    : transitionOf(charge, result);
  const change = changeBy(ports, records, transition, what as Transitions[typeof transition], {
    ...options,
    ...(result.outcome === 'requires_action' ? { next_action: result.redirect_url } : {}),
  });
  if (change.charge === undefined) return charge === current.charge ? change : { ...change, charge };
  const reported = { ...change, charge: withResultStep(ports, charge, change.charge, result, options) };
  return hasAttemptEnded(charge, change.charge) ? withNotedRelease(ports, records, reported) : reported;
};

const supposedFailed = { transition: 'capture_taken_back' } as const;

/** The charge with the step that changed how its attempt ended. The attempt's own response brings its steps, unless it was a simple one. */
const withResultStep = (
  { clock }: PaymentPorts,
  before: Charge,
  after: Charge,
  result: LookUpResult,
  { event, own, step = sourceOf(own, event) }: ApplyOptions,
): Charge => {
  const changesOutcome = after.outcome !== before.outcome || after.reversal?.id !== before.reversal?.id;
  if (step === undefined || !changesOutcome || 'steps' in result) return after;
  return withReport(after, { at_ms: clock.now(), ...step, code: stepCodeOf(result) });
};

const sourceOf = (own: ApplyOptions['own'], event: string | undefined): ApplyOptions['step'] => {
  if (own) return { what: 'reported', by: 'confirm' };
  return event === undefined ? undefined : { what: 'reported', by: 'webhook' };
};

/** The capture already reported, if the PSP cannot be asked whether it still counts: the report of a hold is older. */
const findKnownCapture = (
  ports: PaymentPorts,
  charge: Charge,
  { outcome }: LookUpResult,
): LookUpResult | undefined => {
  const observed = charge.recovery?.observed;
  if (outcome !== 'approved' || lookUpOf(ports, charge) !== null) return undefined;
  return observed?.outcome === 'captured' && isAttemptOpen(charge) ? observed : undefined;
};

/** A total above the recorded one may be newer or older than what was recorded meanwhile: the PSP has to be asked again, if it can be. */
const isOutOfDate = (
  before: Charge,
  current: Charge,
  total: number,
  { unverified }: ApplyOptions,
): boolean => {
  if (hasFailedSince(before, current)) return true;
  const isMore = total > current.amount_captured && heldOrTookMoney(current);
  return isMore && !unverified && hasMovedSince(before, current);
};

/** The change, and the end of the hold if that was reported and noted before the response that the money is held. */
const withNotedRelease = (
  ports: PaymentPorts,
  { charge, session }: Records,
  change: Change<Effect>,
): Change<Effect> => {
  const observed = charge.recovery?.observed;
  if (change.charge?.outcome !== 'approved' || observed?.outcome !== 'canceled') return change;
  const records = { charge: change.charge, session: change.session ?? session };
  const released = changeBy(ports, records, 'voided', { result: observed });
  if (!released.charge) return change;
  const logs = [...(change.logs ?? []), ...(released.logs ?? [])];
  const alarms = [...(change.alarms ?? []), ...(released.alarms ?? [])];
  return { ...change, ...released, logs, alarms };
};

/** Applies any other transition to the current records. */
export const applyTransition = <T extends Transition>(
  ports: PaymentPorts,
  records: Records,
  transition: T,
  what: Transitions[T],
  options: ApplyOptions = {},
): Promise<Changed<Records, Effect>> =>
  changeCharge(ports, records, (current) =>
    options.only_at !== undefined && current.charge.rev !== options.only_at
      ? { outcome: 'stale' }
      : changeBy(ports, current, transition, what, options),
  );

/**
 * The change that a transition makes: the charge after it, and its session. `unchanged` if the event was applied before, or the table ignores it
 * here. Throws the table's error if the transition is a request that must be refused. Reports one that is impossible.
 */
export const changeBy = <T extends Transition>(
  ports: PaymentPorts,
  { charge, session }: Records,
  transition: T,
  what: Transitions[T],
  {
    event,
    next_action,
    own,
    passed_over = [],
    ...source
  }: ApplyOptions & { readonly next_action?: string } = {},
): Change<Effect> => {
  if (event !== undefined && charge.events?.includes(event)) return { outcome: 'unchanged' };
  const now = ports.clock.now();
  const given_up = charge.other_payment_of === undefined && session?.charge !== charge.id;
  const circumstances = { now, nothing_may_be_sent: nothingMayBeSent(ports, charge), given_up };
  const transitioned = makeTransition(charge, transition, what, { ...circumstances, ...source });
  if ('impossible' in transitioned) {
    ports.log({ event: 'impossible', charge: charge.id, psp: charge.psp, what: transitioned.impossible });
    return { outcome: 'unchanged' };
  }
  if (!transitioned.changed) return { outcome: 'unchanged' };
  const withResponse = withOperationResponses(ports, transitioned.charge, { open: false });
  const after = event === undefined ? withResponse : withEvent(withResponse, event);
  return {
    charge: after,
    session:
      session && sessionBy(ports, withPassedOver(session, passed_over), { charge, after, now, next_action }),
    logs: logRecordsOf(charge, after, { now, own: own === true }),
    alarms: alarmsOf(charge, after, now),
    ...(hasAttemptEnded(charge, after) && { limits: [...settleCard(after), ...settleLink(session, after)] }),
    outcome: after.reversal && !charge.reversal ? 'late' : 'changed',
  };
};

/** Whether the capture or cancel under way can no longer be sent, and if it was sent, must have arrived by now. */
const nothingMayBeSent = (ports: PaymentPorts, charge: Charge): boolean => {
  const { clock, recovery } = ports;
  const look_up = lookUpOf(ports, charge);
  const lag_ms = look_up?.lag_ms ?? 0;
  // If the PSP cannot be asked, an accepted one may still be executed.
  const awaited = look_up === null && charge.capture?.status === 'accepted';
  return (
    !awaited &&
    [charge.capture, charge.cancel].every(
      (operation) => !isUnderWay(operation) || provesAbsence(operation.sent, clock.now(), lag_ms, recovery),
    )
  );
};

const withPassedOver = (session: Session, passed_over: readonly Skipped[]): Session =>
  passed_over.length === 0 ? session : { ...session, passed_over: [...session.passed_over, ...passed_over] };

/** The session after this change of its charge, with stored responses for its keys if it is the session's own and has changed. */
const sessionBy = (
  ports: PaymentPorts,
  session: Session,
  {
    charge,
    after,
    now,
    next_action,
  }: {
    readonly charge: Charge;
    readonly after: Charge;
    readonly now: number;
    readonly next_action: string | undefined;
  },
): Session => {
  const latest = sessionAfter(session, charge, after, { now, ...defined({ next_action }) });
  // News of an earlier attempt is no response to the confirm of the current one.
  return latest === session || session.charge !== charge.id ? latest : withResponses(latest, ports);
};

/** The PSP reports a payment that holds or took money, or may still do so. */
const isAlive = ({ outcome }: LookUpResult): boolean => holdsMoney(outcome) || outcome === 'requires_action';
