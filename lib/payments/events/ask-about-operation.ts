import { isUnderWay, stateOf } from '../../types/charge-state.ts';
import type { LookUpAnswer, Psp, PspEvent } from '../../types/psp.ts';
import type { Charge } from '../../types/records.ts';
import { type ApplyOptions, applyAnswer, applyHappening } from '../apply.ts';
import { attemptOf, isDefinite, timeFor } from '../attempt.ts';
import { changeCharge, type Records } from '../change-charge.ts';
import { lookTimeout_ms } from '../look.ts';
import { settleOperation } from '../operate-charge.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { mayStillBeSent, operationIn } from '../run-operation.ts';
import { capturedElsewhere, isTold, withoutTold, withTold } from '../transitions/told-captures.ts';
import { firstDoubted, isRecent, notVerified } from './event-doubt.ts';
import { failOperation, nameOf, type Told, withoutEffect } from './named-operation.ts';

/** What the PSP shows decides; the event only says which operation it is about. */
export const askAboutOperation = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  told: Told,
): Promise<void> => {
  const { event, about, succeeded } = told;
  const call = timeFor(ports, lookTimeout_ms);
  const found = call && (await psp.lookUp?.(attemptOf(records.charge), call));
  if (!found || !isDefinite(found)) throw notVerified(psp);
  const options: ApplyOptions = { event: event.id };
  if (!succeeded) return takeFailure(ports, psp, records, told, found);
  const shown = about === 'capture' ? found.outcome === 'captured' : found.outcome !== 'approved';
  if (about === 'capture' && (await isBehind(ports, psp, records, event, found))) throw notVerified(psp);
  // What somebody captures while the money is on its way back goes back after that.
  if (
    stateOf(records.charge) === 'reversing' &&
    found.outcome === 'captured' &&
    found.amount_captured > (records.charge.reversal?.captured ?? found.amount_captured)
  )
    throw notVerified(psp);
  if (!shown) {
    await applyAnswer(ports, records, found);
    return notShown(ports, psp, records, told);
  }
  const by_others = about === 'capture' && isForeign(records.charge, event);
  const known = about === 'capture' ? await keepTold(ports, records, event, found) : records;
  const { outcome, records: after } = await applyAnswer(ports, known, found, { ...options, by_others });
  if (outcome === 'stale') throw notVerified(psp);
  if (about === 'capture' && isForeign(after.charge, event)) await markExternal(ports, after);
  const operation = after.charge[about];
  const ours = isUnderWay(operation) && operation.id === event.operation;
  const seen = ours && operationIn(found, about, operation, after.charge);
  if (ours && seen && seen !== 'absent') await settleOperation(ports, about, after, operation, seen);
};

/** Of an operation that has come to its end here the event is old; else the PSP may show it later, and if it never does, the event was untrue. */
const notShown = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  { event, about }: Told,
): Promise<void> => {
  const { charge } = records;
  const named = nameOf(charge, event, about);
  if (named === 'done' || named === 'former') return withoutEffect(ports, psp, charge, about);
  const behind = isRecent(ports, psp, await firstDoubted(ports, records, event.id));
  if (behind || psp.capabilities.look_up?.lag_ms === 0) throw notVerified(psp);
  return withoutEffect(ports, psp, charge, about);
};

/** A capture under another id than ours, or one that was told of before ours began. */
const isForeign = (
  { capture, capture_method, doubted = [] }: Charge,
  { id, operation, operation_reference: psp_id }: PspEvent,
): boolean => {
  if (operation !== undefined || psp_id === undefined) return false;
  if (!capture) return capture_method === 'manual';
  if (capture.psp_reference !== undefined) return capture.psp_reference !== psp_id;
  return doubted.some(({ event, at }) => event === id && at < capture.started);
};

/** A capture of a part that the PSP has told of, once its look-up bears it out: if not beside the others, one of those has failed. */
export const keepTold = async (
  ports: PaymentPorts,
  records: Records,
  event: PspEvent,
  found: LookUpAnswer,
): Promise<Records> => {
  const { operation_reference, money } = event;
  if (found.outcome !== 'captured' || !money || money.amount > found.amount_captured) return records;
  const { amount_captured } = found;
  const { captures_failed } = records.charge;
  const { outcome: current, records: after } = await changeCharge(ports, records, ({ charge }) => {
    // Seen before a capture failed, it may show that very capture.
    if (charge.captures_failed !== captures_failed) return { outcome: false };
    const fits = leastCaptured(charge, event).one_by_one <= amount_captured;
    const known = fits ? charge : withoutTold(charge);
    return { charge: withTold(known, operation_reference, money.amount), outcome: true };
  });
  return current ? after : records;
};

const markExternal = async (ports: PaymentPorts, records: Records): Promise<void> => {
  await changeCharge(ports, records, ({ charge }) => ({
    charge: charge.external ? charge : { ...charge, external: true },
    outcome: undefined,
  }));
};

/** What the PSP told of one by one, this capture among it, is more than its look-up, which runs behind, shows yet. */
const isBehind = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  found: LookUpAnswer,
): Promise<boolean> => {
  const { charge } = records;
  if (psp.capabilities.look_up?.lag_ms === 0 || found.outcome !== 'captured') return false;
  const { least, under_way } = leastCaptured(charge, event);
  // It may show the one under way, and this one not yet.
  const both = found.amount_captured === least ? least : least + under_way;
  if (found.amount_captured >= Math.min(charge.amount, both)) return false;
  return isRecent(ports, psp, await firstDoubted(ports, records, event.id));
};

type Least = {
  /** What is captured with this one, as far as each is known. */
  readonly one_by_one: number;
  /** The same, if this one is not in what a look has shown before. */
  readonly least: number;
  /** What ours may add to it. */
  readonly under_way: number;
};

/** The least that is captured once an event about a capture is true. Minor units. */
const leastCaptured = (charge: Charge, event: PspEvent): Least => {
  const { capture, amount_captured } = charge;
  const { operation_reference, money } = event;
  const amount = money?.amount ?? 1;
  const known = capturedElsewhere(charge, operation_reference) + amount;
  if (isOurs(charge, event)) return { one_by_one: known, least: known, under_way: 0 };
  const counted = capture?.status !== 'done' || isTold(charge, capture.psp_reference);
  const one_by_one = known + (counted ? 0 : capture.amount);
  return {
    one_by_one,
    least: isTold(charge, operation_reference) ? one_by_one : Math.max(one_by_one, amount_captured + amount),
    under_way: isUnderWay(capture) ? capture.amount : 0,
  };
};

const isOurs = ({ capture }: Charge, { operation, operation_reference: psp_id }: PspEvent): boolean =>
  operation !== undefined || (psp_id !== undefined && capture?.psp_reference === psp_id);

/** A failure ends the operation it names once nobody can send it again, and takes back what was captured by it if the PSP shows that it is gone. */
const takeFailure = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  { event, about }: Told,
  found: LookUpAnswer,
): Promise<void> => {
  const { charge } = records;
  const options = { event: event.id, only_at: charge.rev };
  const named = nameOf(charge, event, about);
  const operation = charge[about];
  const now = ports.clock.now();
  const total = found.outcome === 'captured' ? found.amount_captured : 0;
  const counts = about === 'capture' && charge.amount_captured > 0;
  if (named === 'under_way' && isUnderWay(operation)) {
    const seen = operationIn(found, about, operation, charge);
    if (seen !== 'absent') {
      // It may show what was before the failure.
      if (isRecent(ports, psp, await firstDoubted(ports, records, event.id))) throw notVerified(psp);
      return void (await applyAnswer(ports, records, found));
    }
    const accepted = operation.status === 'accepted';
    if (mayStillBeSent(psp.capabilities, { ...operation, accepted }, { now, recovery: ports.recovery }))
      throw notVerified(psp);
    // Beside what others captured ours may have been seen, and be seen still.
    if (counts && isRecent(ports, psp, await firstDoubted(ports, records, event.id))) throw notVerified(psp);
    if (!counts || total >= charge.amount_captured) return failOperation(ports, psp, records, about, options);
  }
  // What the PSP shows is the proof: the event need not name more than a capture that counts here.
  const takes = counts && named !== 'former';
  if (
    takes &&
    total >= charge.amount_captured &&
    isRecent(ports, psp, await firstDoubted(ports, records, event.id))
  )
    throw notVerified(psp);
  if (!takes || total >= charge.amount_captured) {
    await changeCharge(ports, records, ({ charge: stands }) => ({
      charge: withoutTold(stands, event.operation_reference),
      outcome: undefined,
    }));
    await applyAnswer(ports, records, found);
    return withoutEffect(ports, psp, charge, about);
  }
  if (isRecent(ports, psp, charge.captured_at ?? 0)) throw notVerified(psp);
  const { only_at } = options;
  const psp_id = event.operation_reference;
  const what = { left: total, ...(psp_id === undefined ? {} : { psp_id }) };
  const taken = await applyHappening(ports, records, 'capture_taken_back', what, { only_at });
  if (taken.outcome === 'stale') throw notVerified(psp);
  // The event is done with once what else the look shows is taken over, too.
  await applyAnswer(ports, taken.records, found, { event: event.id });
};
