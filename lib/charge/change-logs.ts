import type { Charge, Decision } from '../types/charge.ts';
import { hasAttemptEnded, isUnderWay, stateOf } from '../types/charge-state.ts';
import type { LogRecord, QuietRecord } from '../types/ports.ts';
import { hasBeenDenied } from './transitions/operation-cells.ts';

/**
 * What a change of the charge writes to the log, apart from its alarms. `own`: the attempt's own call brought it, and logs its end. `now`: Unix
 * milliseconds.
 */
export const logRecordsOf = (
  before: Charge,
  after: Charge,
  { now, own }: { readonly now: number; readonly own: boolean },
): readonly QuietRecord[] => {
  const about = { charge: after.id, session: after.session, psp: after.psp };
  const events: QuietRecord[] = [];
  if (!own && !isLate(before, after) && hasAttemptEnded(before, after))
    events.push({ event: 'attempt_resolved', ...about, ...endOf(before, after, now) });
  if (after.external && !before.external)
    events.push({ event: 'external_change', ...about, status: after.status });
  return events;
};

/** An abandoned attempt has taken money. */
const isLate = (before: Charge, after: Charge): boolean =>
  after.reversal !== undefined && before.reversal === undefined;

const endOf = ({ started }: Charge, { outcome }: Charge, now: number) => ({
  outcome,
  open_ms: now - started,
});

const deniesCapture = ({ operation, outcome }: Decision): boolean =>
  operation.startsWith('cp_') && (outcome === 'failed' || outcome === 'absent');

/** Our capture under way has taken the money. */
const isOurCaptureDone = (before: Charge, after: Charge): boolean =>
  isUnderWay(before.capture) && after.capture?.status === 'done';

/** A person had decided that the capture, the cancel or the attempt failed. */
const isDenied = (before: Charge, after: Charge): boolean => {
  const { id, cancel, amount_captured, hold, decisions = [] } = before;
  if (stateOf(before) === 'failed' && stateOf(after) !== 'failed')
    return decisions.some(({ operation }) => operation === id);
  const isCapturedElsewhere = after.amount_captured > amount_captured && !isOurCaptureDone(before, after);
  if (isCapturedElsewhere && decisions.some(deniesCapture)) return true;
  // A hold that expires later was not released.
  const isReleased = hold === undefined && after.hold === 'voided';
  return isReleased && cancel !== undefined && hasBeenDenied(cancel);
};

/** A person had decided that the money was held, and our capture took it, or its hold has ended. */
const showsHold = (before: Charge, after: Charge): boolean => {
  const wasHeld = before.amount_captured === 0 && before.hold === undefined;
  return wasHeld && (after.hold !== undefined || isOurCaptureDone(before, after));
};

/** The alarms that a change of the charge rings. `now`: Unix milliseconds. */
export const alarmsOf = (before: Charge, after: Charge, now: number): readonly LogRecord[] => {
  const about = { charge: after.id, session: after.session, psp: after.psp };
  const fell = after.amount_captured < before.amount_captured;
  const moved = after.amount_captured !== before.amount_captured || stateOf(after) !== stateOf(before);
  const isReplaced = before.presumed && !after.presumed;
  const refuted = isReplaced && moved && !showsHold(before, after);
  const renamed = before.presumed && after.psp_reference !== before.psp_reference;
  const contradicted = refuted || renamed || isDenied(before, after);
  const alarms: LogRecord[] = [];
  if (isLate(before, after)) alarms.push({ event: 'late_effect', ...about, ...endOf(before, after, now) });
  if (fell) alarms.push({ event: 'capture_failed', ...about });
  if (contradicted) alarms.push({ event: 'decision_contradicted', ...about });
  return alarms;
};
