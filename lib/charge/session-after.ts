import type { Charge } from '../types/charge.ts';
import { paymentStatusOf } from '../types/charge-state.ts';
import { defined } from '../types/defined.ts';
import { isDecline, isSettled } from '../types/outcome.ts';
import type { OrderWrite } from '../types/ports.ts';
import type { AttemptSummary, PaymentStatus, Session } from '../types/session.ts';
import { declineMessage } from './decline-message.ts';

/**
 * The session after its charge changed: the same object if nothing visible changed. A charge that no longer belongs to the session changes only the
 * session's summary of that attempt. `next_action`: where the customer has to go, if that is new. `now` in Unix milliseconds. Pure.
 */
export const sessionAfter = (
  session: Session,
  before: Charge,
  after: Charge,
  { now, next_action }: { readonly now: number; readonly next_action?: string },
): Session => {
  const attempts = session.attempts.map((attempt) =>
    attempt.charge === after.id ? attemptAfter(attempt, before, after, now) : attempt,
  );
  const changed = attempts.some((attempt, index) => attempt !== session.attempts[index]);
  if (session.charge !== after.id) return changed ? { ...session, attempts } : session;
  const payment_status = paymentStatusOf(after);
  if (!changed && payment_status === session.payment_status) return session;
  return {
    ...session,
    attempts,
    payment_status,
    charge: payment_status === 'unpaid' ? null : after.id,
    next_action: payment_status === 'requires_action' ? (next_action ?? session.next_action) : null,
    last_payment_error: payment_status === 'unpaid' ? paymentError(after) : null,
  };
};

const attemptAfter = (
  attempt: AttemptSummary,
  before: Charge,
  after: Charge,
  now: number,
): AttemptSummary => {
  const latest = isCompleting(before, after) ? null : after.outcome;
  const completed = attempt.outcome === null && before.completing !== undefined;
  const moved = completed || after.outcome !== before.outcome || after.code !== before.code;
  const outcome = moved
    ? { outcome: latest, ...defined({ code: after.code }), ...momentOf(attempt, after, now) }
    : {};
  const reversed = after.reversal ? after.reversal.status === 'done' : undefined;
  const reversal = reversed === undefined || reversed === attempt.reversed ? {} : { reversed };
  return Object.keys(outcome).length + Object.keys(reversal).length === 0
    ? attempt
    : { ...attempt, ...outcome, ...reversal };
};

/** The customer has just returned: the call that completes the attempt is in progress, so its outcome is not called unknown yet. */
const isCompleting = (before: Charge, after: Charge): boolean =>
  after.completing !== undefined && after.completing !== before.completing;

const momentOf = (
  { ended }: AttemptSummary,
  after: Charge,
  now: number,
): Pick<AttemptSummary, 'ended' | 'settled'> => {
  if (ended === undefined) return after.outcome === null ? {} : { ended: now };
  return isSettled(after.outcome) ? { settled: now } : {};
};

/** A canceled or absent attempt was not declined: the customer may simply try again. */
const paymentError = ({ outcome, code }: Charge): Session['last_payment_error'] => {
  const decline_code = isDecline(outcome) ? outcome : 'processor_error';
  return { decline_code, message: declineMessage(decline_code, code) };
};

/**
 * How a change of the session affects its claim on an order, if at all: in flight, held and paid keep it; a definite failure, cancel or void releases
 * it.
 */
export const orderAfter = (
  before: Session | undefined,
  after: Session | undefined,
): OrderWrite | undefined => {
  if (after?.order === undefined || !before) return undefined;
  const [held, holds] = [isClaimed[before.payment_status], isClaimed[after.payment_status]];
  if (held === holds) return undefined;
  return { order: holds ? 'take' : 'give_back', id: after.order, session: after.id };
};

const isClaimed: Readonly<Record<PaymentStatus, boolean>> = {
  unpaid: false,
  requires_action: true,
  processing: true,
  authorized: true,
  paid: true,
  canceled: false,
};
