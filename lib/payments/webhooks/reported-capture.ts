import { showsAtOnce } from '../../charge/elapsed-proof.ts';
import { keyElsewhere } from '../../charge/key-elsewhere.ts';
import { hasMovedSince } from '../../charge/moved-since.ts';
import {
  isReported,
  sumCapturedElsewhere,
  withoutReported,
  withReported,
} from '../../charge/reported-captures.ts';
import { waitingEvents } from '../../charge/waiting-events.ts';
import type { Charge, KeptEvent } from '../../types/charge.ts';
import { isUnderWay } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import type { LookUpResult, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { changeCharge, type Records } from '../records/change-charge.ts';
import type { LookUp } from '../reports/apply-look-up.ts';
import type { EventContext } from './event-context.ts';
import { arrivedAt, mayPredate } from './must-wait.ts';
import { isNamed } from './named-operation.ts';

/** The key under which the capture that an event names is recorded, if it is not ours; undefined if it names none. */
export const captureKeyOf = ({ again, operation_reference }: PspEvent): string | undefined =>
  operation_reference && keyElsewhere(again ? 'again' : 'ext', operation_reference);

/** A capture under an id that is not ours, for more than we requested, or reported before ours began. `kept`: what was kept of the event. */
export const isForeign = (
  { capture, capture_method }: Charge,
  { operation, operation_reference: psp_id, money }: PspEvent,
  kept: KeptEvent | undefined,
): boolean => {
  if (operation !== undefined || psp_id === undefined) return false;
  if (!capture) return capture_method === 'manual';
  if (capture.psp_reference !== undefined) return capture.psp_reference !== psp_id;
  if (money && money.amount > capture.amount) return true;
  return (kept?.capture ?? capture.id) !== capture.id;
};

/**
 * At a PSP that cannot be asked: this capture was made after another one had failed, which its own event reports. It is the PSP's repetition, or takes
 * less than the automatic one.
 */
export const followsFailure = ({ psp, records: { charge }, event }: EventContext): boolean => {
  if (psp.lookUp) return false;
  const isLess = event.money?.currency === charge.currency && event.money.amount < charge.amount;
  return event.again === true || (charge.capture_method === 'automatic' && isLess);
};

/**
 * Keeps a reported partial capture once the look-up confirms it: ours is accepted then, so it is not sent again. If the look-up does not confirm all of them together, one of the others has failed.
 */
export const keepReported = async (
  { ports, records, event }: EventContext,
  found: LookUpResult,
): Promise<Records> => {
  const { operation_reference, money } = event;
  if (found.outcome !== 'captured' || !money || money.amount > found.amount_captured) return records;
  const { amount_captured } = found;
  const { outcome: current, records: after } = await changeCharge(ports, records, ({ charge }) => {
    if (hasMovedSince(records.charge, charge)) return { outcome: false };
    const fits = countLeast(charge, event).one_by_one <= amount_captured;
    const known = fits ? charge : withoutReported(charge);
    const reported = withReported(asAccepted(known, event), operation_reference, money.amount);
    return { charge: reported, outcome: true };
  });
  return current ? after : records;
};

/** If the event names our capture by our id, the PSP has it, under the PSP's. */
const asAccepted = (charge: Charge, { operation, operation_reference }: PspEvent): Charge => {
  const { capture } = charge;
  return isUnderWay(capture) && capture.id === operation
    ? {
        ...charge,
        capture: { ...capture, status: 'accepted', ...defined({ psp_reference: operation_reference }) },
      }
    : charge;
};

/** What a look-up shows now that an event reports the whole of it as captured: it is no longer supposed. */
export const asReported = (found: LookUpResult, { claim, money }: PspEvent): LookUpResult => {
  if (found.outcome !== 'captured' || claim.about !== 'capture' || claim.result.outcome !== 'succeeded')
    return found;
  const { supposed, ...known } = found;
  return money?.amount === found.amount_captured ? known : found;
};

export const markExternal = async (ports: PaymentPorts, records: Records): Promise<void> => {
  await changeCharge(ports, records, ({ charge }) => ({
    charge: charge.external ? charge : { ...charge, external: true },
    outcome: undefined,
  }));
};

/** The partial captures that the PSP reported one by one, including this one, exceed what its lagging look-up shows so far. */
export const isBehind = (context: EventContext, { found, asked_at }: LookUp): boolean => {
  const { psp, event } = context;
  const { charge } = context.records;
  if (showsAtOnce(psp.capabilities) || found.outcome !== 'captured') return false;
  const { least, under_way } = countLeast(charge, event);
  // The look-up may include the capture under way, but not this one yet.
  const both = found.amount_captured === least ? least : least + under_way;
  if (found.amount_captured >= Math.min(charge.amount, both)) return false;
  return mayPredate(psp, arrivedAt(context), asked_at);
};

type Least = {
  /** The total of all recorded captures and this one. */
  readonly one_by_one: number;
  /** The same, if no earlier look-up included this one. */
  readonly least: number;
  /** The amount that our capture under way may add. */
  readonly under_way: number;
};

/** The least that must be captured if an event about a capture is true. Minor units. */
const countLeast = (charge: Charge, event: PspEvent): Least => {
  const { capture, amount_captured } = charge;
  const { operation_reference, money } = event;
  const amount = money?.amount ?? 1;
  const known = sumCapturedElsewhere(charge, operation_reference) + amount;
  if (isOurLast(charge, event)) return { one_by_one: known, least: known, under_way: 0 };
  const counted = capture?.status !== 'done' || isReported(charge, capture.psp_reference);
  const one_by_one = known + (counted ? 0 : capture.amount);
  return {
    one_by_one,
    least: isReported(charge, operation_reference)
      ? one_by_one
      : Math.max(one_by_one, amount_captured + amount) + sumWaiting(charge, event),
    under_way: isUnderWay(capture) ? capture.amount : 0,
  };
};

/** Whether the event names our last capture, which a look-up may have counted already, unless it has failed. */
const isOurLast = (charge: Charge, event: PspEvent): boolean => {
  const { capture } = charge;
  if (capture?.status === 'failed' || !isNamed(charge, event, 'capture')) return false;
  return (event.operation ?? capture?.id) === capture?.id;
};

/** What other captures took, by events that wait on the charge: no total counts them yet. Minor units. */
const sumWaiting = (charge: Charge, { id, operation_reference }: PspEvent): number =>
  waitingEvents(charge)
    .filter((other) => other.id !== id && other.operation_reference !== operation_reference)
    .filter((other) => isTaken(other) && !isReported(charge, other.operation_reference))
    .reduce((sum, { money }) => sum + (money?.amount ?? 0), 0);

const isTaken = ({ claim }: PspEvent): boolean =>
  claim.about === 'capture' && claim.result.outcome === 'succeeded';
