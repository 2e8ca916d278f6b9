import { clock_skew_ms } from '../../charge/elapsed-proof.ts';
import { keyElsewhere } from '../../charge/key-elsewhere.ts';
import { isOfHold } from '../../charge/transitions/reversal-cells.ts';
import type { Charge } from '../../types/charge.ts';
import { isAttemptOpen, stateOf } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import type { Psp, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { type ApplyOptions, applyResult, applyTransition, type Effect } from '../reports/apply.ts';
import {
  failOperation,
  isPartOf,
  type Named,
  nameOf,
  type Reported,
  withoutEffect,
} from './named-operation.ts';
import { firstUnverified, notVerified } from './unverified-event.ts';

/** Without a look-up the event is the fact, if its amount is as requested, or it names its own capture. */
export const applyReportedOperation = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  reported: Reported,
): Promise<void> => {
  const { event, about, succeeded } = reported;
  const { charge } = records;
  const options: ApplyOptions = { event: event.id, only_at: charge.rev };
  const named = nameOf(charge, event, about);
  if (about === 'cancel') {
    if (succeeded) {
      // Our cancel was requested before anything was captured, and releases the whole hold. A cancel made elsewhere may release only the rest, as may
      // one that returns late money.
      const unchecked = event.operation === undefined || charge.reversal !== undefined;
      const released = { outcome: 'canceled', hold: 'voided' } as const;
      return void (await applyResult(ports, records, released, { event: event.id, unchecked }));
    }
    if (named === 'under_way') return failOperation(ports, psp, records, about, options);
    const psp_reference = event.psp_reference ?? charge.psp_reference;
    // It names our cancel and contradicts a person's decision: the money is still held.
    const decided = charge.presumed && stateOf(charge) === 'canceled' && event.operation !== undefined;
    if (named === 'done' && decided && psp_reference !== undefined)
      return void (await applyResult(ports, records, { outcome: 'approved', psp_reference }, options));
    return withoutEffect(ports, psp, charge, about);
  }
  if (!succeeded) return applyReportedFailure(ports, psp, records, event, named);
  const again = event.again === true;
  // The mark of a repetition may be unsigned: accept one for each failed capture.
  if (again && repeated(charge) >= (charge.captures_failed ?? 0))
    return withoutEffect(ports, psp, charge, about);
  // A capture that a person called failed succeeded after all: it counts, in addition to the one that failed.
  const denied = named === 'former' && wasDenied(charge, event);
  // So far only a person has said how much it captured.
  const supposed = !again && named === 'done' && event.operation !== undefined && charge.presumed === true;
  if (!denied && !again && !supposed && (named === 'former' || named === 'done'))
    return withoutEffect(ports, psp, charge, about);
  const { money, operation_reference } = event;
  const operation = charge.capture;
  const right = isPartOf(charge, money);
  // A PSP that allows several captures takes what is left, if a part was captured elsewhere.
  const asked = Math.min(operation?.amount ?? 0, charge.amount - charge.amount_captured);
  // Ours took less than requested: the event of the capture made elsewhere is still to come.
  if (right && named === 'under_way' && money.amount < asked) {
    const since = await firstUnverified(ports, records, event.id);
    if (ports.clock.now() - since <= clock_skew_ms) throw notVerified(psp);
  }
  if (!right || (named === 'under_way' && money.amount !== asked)) {
    ports.log({ event: 'webhook_amount_mismatch', psp: psp.id, charge: charge.id, webhook: event.id });
    return;
  }
  if (named === 'under_way' || supposed) {
    const known = defined({ psp_reference: operation_reference });
    const capture = { amount: money.amount, ...known };
    return void (await unlessMoved(
      psp,
      applyTransition(ports, records, 'capture_succeeded', capture, options),
    ));
  }
  const key = operation_reference && keyElsewhere(again ? 'again' : 'ext', operation_reference);
  if (key === undefined) return withoutEffect(ports, psp, charge, about);
  // This capture is returned after the money captured before it.
  if (stateOf(charge) === 'reversing' && charge.reversal && !isOfHold(charge.reversal))
    throw notVerified(psp);
  const isNew = charge.captures?.[key] === undefined;
  // More than the charge's amount: the failure of another capture is still to come.
  if (isNew && charge.amount_captured + money.amount > charge.amount) {
    const since = await firstUnverified(ports, records, event.id);
    if (ports.clock.now() - since <= clock_skew_ms) throw notVerified(psp);
  }
  const capture = { key, amount: money.amount };
  const effect = await unlessMoved(
    psp,
    applyTransition(ports, records, 'capture_elsewhere', capture, options),
  );
  if (effect === 'unchanged') withoutEffect(ports, psp, charge, about);
};

/** How many captures are repetitions of failed captures. */
const repeated = ({ captures = {} }: Charge): number =>
  Object.keys(captures).filter((key) => key.startsWith('again_')).length;

/** The event was matched to a capture on the charge as read: on any other revision it may be about another capture. */
const unlessMoved = async (psp: Psp, applied: ReturnType<typeof applyTransition>): Promise<Effect> => {
  const { outcome } = await applied;
  if (outcome === 'stale') throw notVerified(psp);
  return outcome;
};

const applyReportedFailure = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  named: Named,
): Promise<void> => {
  const { charge } = records;
  // The report that money was taken at all has not arrived or not been applied yet.
  if (isAttemptOpen(charge)) throw notVerified(psp);
  const options: ApplyOptions = { event: event.id, only_at: charge.rev };
  const { operation, operation_reference } = event;
  const key = operation_reference && keyElsewhere('ext', operation_reference);
  if (named === 'under_way') {
    const certain = operation !== undefined || operation_reference === charge.capture?.psp_reference;
    if (certain) return failOperation(ports, psp, records, 'capture', options);
    // The PSP's id may be that of our capture or of another: a resend, or the other's own event, shows which; otherwise a person decides.
    const since = await firstUnverified(ports, records, event.id);
    if (ports.clock.now() - since <= clock_skew_ms) throw notVerified(psp);
  }
  const elsewhere = key !== undefined && (charge.captures?.[key] ?? 0) > 0;
  // A success reported after the failure of the same capture is out of date.
  const by_itself = charge.capture === undefined && key !== undefined;
  if (elsewhere || named === 'done') {
    const taken = elsewhere ? { key } : by_itself ? { failed: key } : {};
    const taking = applyTransition(ports, records, 'capture_taken_back', taken, options);
    if ((await unlessMoved(psp, taking)) !== 'unchanged') return;
  }
  const unknown = named === undefined || named === 'under_way' || by_itself;
  if (key !== undefined && (unknown || wasDenied(charge, event)))
    await applyTransition(ports, records, 'capture_failure_told', { key });
  withoutEffect(ports, psp, charge, 'capture');
};

/** A person had decided that this capture of ours failed. */
const wasDenied = ({ decisions = [] }: Charge, { operation: id }: PspEvent): boolean =>
  decisions.some(
    ({ operation, outcome }) => operation === id && (outcome === 'failed' || outcome === 'absent'),
  );
