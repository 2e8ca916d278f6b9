import {
  isOfHold,
  leftToRefund,
  limitParts,
  nextTry,
  type RefundName,
  sumOfParts,
  withReturnedPart,
} from '../../charge/transitions/reversal-cells.ts';
import type { Reversal } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import type { OperationResult } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, changeCharge, type Records } from '../records/change-charge.ts';
import { changeBy, type Effect } from './apply.ts';

export type ReversalOptions = {
  readonly by_event?: boolean;
  /** A person decided it: the next try has its own schedule. */
  readonly by_person?: boolean;
  /** The failed try is repeated the same way: it never reached the PSP. */
  readonly same_way?: boolean;
  /** How much must still be returned, and how much was captured in all, if a look-up has shown it. */
  readonly amount?: number;
  readonly captured?: number;
  /** How much of it was lost to disputes; already deducted from `amount`. */
  readonly lost?: number;
  /** The refund that failed, if the PSP shows it. */
  readonly failed?: RefundName;
};

/**
 * Records the progress of the reversal under that operation, on the charge and on its session's attempt. Only an event (`by_event`) may withdraw a
 * refund that was done: the response to one of our own calls may be older.
 */
export const settleReversal = async (
  ports: PaymentPorts,
  from: Records,
  operation: string,
  result: OperationResult,
  options: ReversalOptions = {},
): Promise<Records> => {
  const id = ports.newId('rv');
  const { records } = await changeCharge(ports, from, (current) =>
    reversalChange(ports, current, { ...options, operation, result, id }),
  );
  return records;
};

/** The change that this makes to the current records. `id`: of the next try, if there is one. */
export const reversalChange = (
  ports: PaymentPorts,
  current: Records,
  {
    operation,
    ...what
  }: ReversalOptions & {
    readonly operation: string;
    readonly result: OperationResult;
    readonly id: string;
  },
): Change<Effect> => {
  const { reversal } = current.charge;
  return reversal?.id === operation
    ? changeByResult(ports, current, { ...what, reversal })
    : { outcome: 'unchanged' };
};

/**
 * Records that a refund other than the reversal's own has returned this much of the money, or has failed (0), for a PSP that cannot be asked. Minor
 * units. Returns whether that was new.
 */
export const noteReturned = async (
  ports: PaymentPorts,
  from: Records,
  name: RefundName,
  amount: number,
): Promise<boolean> => {
  const id = ports.newId('rv');
  const { outcome } = await changeCharge(ports, from, (current) =>
    partChange(ports, current, { name, amount, id }),
  );
  return outcome !== 'unchanged';
};

export const partChange = (
  ports: PaymentPorts,
  current: Records,
  { name, amount, id }: { readonly name: RefundName; readonly amount: number; readonly id: string },
): Change<Effect> => {
  const { reversal } = current.charge;
  const parts = withReturnedPart(reversal?.parts, name, amount);
  return !reversal || parts === reversal.parts
    ? { outcome: 'unchanged' }
    : changeByParts(ports, current, { reversal, parts, id });
};

type Next = {
  readonly reversal: Reversal;
  /** The id of the next try, if there is one: under the failed one the PSP would return the failure again, or take it for the first. */
  readonly id: string;
};

const changeByResult = (
  ports: PaymentPorts,
  current: Records,
  { result, by_event = false, ...what }: ReversalOptions & Next & { readonly result: OperationResult },
): Change<Effect> => {
  const { reversal } = what;
  const unchanged = { outcome: 'unchanged' } as const;
  // The failure of a void is never reported, but a look-up may show that it was not voided.
  const revocable = by_event && (reversal.by === 'refund' || what.amount !== undefined);
  const revokes = revocable && result.outcome === 'failed';
  if (reversal.status === 'done' && !revokes && !namesOurs(reversal, result)) return unchanged;
  switch (result.outcome) {
    case 'succeeded': {
      const name = { operation: reversal.id, psp_id: result.psp_reference };
      const parts =
        reversal.by === 'refund'
          ? withReturnedPart(reversal.parts, name, result.amount ?? reversal.amount)
          : reversal.parts;
      return changeByParts(ports, current, { ...what, parts, tryIsOver: true, settled: true });
    }
    case 'pending':
      return changeBy(ports, current, 'reversal_accepted', {});
    case 'failed':
      return tryAgain(ports, current, what);
    case 'unknown':
      return unchanged;
    default:
      return result satisfies never;
  }
};

/** The PSP's id of a refund that was recorded under our id alone: it tells ours apart from refunds made elsewhere. */
const namesOurs = ({ id, parts, unsettled }: Reversal, result: OperationResult): boolean => {
  if (result.outcome !== 'succeeded' || result.psp_reference === undefined) return false;
  return unsettled === true || parts?.[id] !== undefined;
};

/** If one way is refused, the other is tried. A refund of too much is tried again with less. */
const tryAgain = (
  ports: PaymentPorts,
  current: Records,
  {
    reversal: tried,
    id,
    by_person = false,
    same_way = false,
    amount,
    captured,
    lost,
    failed,
  }: Omit<ReversalOptions, 'by_event'> & Next,
): Change<Effect> => {
  const reversal = failed ? { ...tried, failed_at: ports.clock.now() } : tried;
  const done = reversal.status === 'done';
  const reported = failed ? withReturnedPart(reversal.parts, failed, 0) : reversal.parts;
  const shown = done && amount !== undefined && captured !== undefined;
  const parts = shown ? limitParts(reported, captured - amount - (lost ?? 0)) : reported;
  const left = leftToRefund({ ...reversal, ...defined({ parts }) });
  if (left <= 0 && (amount === undefined || !done))
    return changeByParts(ports, current, { reversal, id, parts, settled: true });
  const by = wayOfNext(reversal, { same_way, left });
  const known = captured ?? Math.max(reversal.captured ?? 0, sumOfParts(parts));
  // A captured part must be returned even if a void succeeds. If the refund of the whole amount was refused, it may not have been captured.
  const covered = by === 'cancel' && known >= current.charge.amount ? 0 : known;
  const started = startOf(ports, reversal, by_person);
  const before = { ...reversal, ...defined({ lost, parts }), captured: covered };
  const next = nextTry(before, { id, by, amount: amount ?? left, started });
  return done
    ? withdraw(ports, current, reversal, next)
    : changeBy(ports, current, 'reversal_failed', { next });
};

/**
 * How the next try returns the money: the other way, since a hold may have been captured meanwhile. The same way if the last try never reached the
 * PSP, or was a refund of more than is left. By refund after a try that was done.
 */
const wayOfNext = (
  { by, status, amount }: Reversal,
  { same_way, left }: { readonly same_way: boolean; readonly left: number },
): Reversal['by'] => {
  if (same_way || (by === 'refund' && left < amount)) return by;
  return status === 'done' || by === 'cancel' ? 'refund' : 'cancel';
};

/** The next try continues the schedule of this one, unless that is used up. Unix milliseconds. */
const startOf = (
  { clock }: PaymentPorts,
  { status, needs_review, started }: Reversal,
  by_person: boolean,
): number => (status === 'done' || needs_review || by_person ? clock.now() : started);

/** A return that was done has failed after all: it is tried again, with an event. */
const withdraw = (ports: PaymentPorts, current: Records, { id }: Reversal, next: Reversal): Change<Effect> =>
  withLateFailure(changeBy(ports, current, 'reversal_taken_back', { next }), current, id);

/** The change, with the alarm that this refund has failed after it was done. */
const withLateFailure = (change: Change<Effect>, { charge }: Records, refund: string): Change<Effect> => {
  const { id, session, psp } = charge;
  const alarm = { event: 'refund_failed_late', charge: id, session, psp, refund } as const;
  return { ...change, alarms: [...(change.alarms ?? []), alarm] };
};

/**
 * The change once refunds have returned these parts. `tryIsOver`: our own try is one of them, or was a void. `settled`: or it has failed. `id`: of the
 * next try.
 */
const changeByParts = (
  ports: PaymentPorts,
  current: Records,
  {
    reversal,
    id,
    parts,
    captured,
    lost,
    by_person = false,
    tryIsOver = false,
    settled = false,
  }: Next &
    Pick<ReversalOptions, 'captured' | 'by_person' | 'lost'> & {
      readonly parts: Reversal['parts'];
      readonly tryIsOver?: boolean;
      readonly settled?: boolean;
    },
): Change<Effect> => {
  const { charge } = current;
  const { failed_at } = reversal;
  const done = reversal.status === 'done';
  if (done && parts === reversal.parts) return { outcome: 'unchanged' };
  const before = { ...reversal, ...defined({ parts }) };
  const left = tryIsOver && isOfHold(reversal) ? 0 : leftToRefund(before);
  const started = startOf(ports, reversal, by_person);
  const next = reversal.unsettled
    ? keepTry(before)
    : nextTry(before, { id, by: 'refund', amount: left, started });
  if (done && left > Math.max(0, leftToRefund(reversal))) return withdraw(ports, current, reversal, next);
  if (!done && tryIsOver && left > 0) return changeBy(ports, current, 'reversal_incomplete', { next });
  if (done || left > 0) {
    const noted = changeBy(ports, current, 'reversal_part', { ...defined({ parts, failed_at }), settled });
    const fell = sumOfParts(parts) < sumOfParts(reversal.parts);
    return fell ? withLateFailure(noted, current, reversal.id) : noted;
  }
  const unsettled = !settled && isUnderWay(reversal) ? (true as const) : undefined;
  const change = changeBy(
    ports,
    current,
    'reversal_succeeded',
    defined({ parts, captured, unsettled, lost, failed_at }),
  );
  const about = { charge: charge.id, session: charge.session, psp: charge.psp, by: reversal.by };
  return change.charge ? { ...change, logs: [{ event: 'late_effect_reversed', ...about }] } : change;
};

const isUnderWay = ({ by, status }: Reversal): boolean =>
  by === 'refund' && (status === 'sent' || status === 'accepted');

/** Our own try, whose result is still to come: another one beside it could return the money twice. Its key counts from when it began. */
const keepTry = ({ unsettled, ...reversal }: Reversal): Reversal => ({ ...reversal, status: 'sent' });
