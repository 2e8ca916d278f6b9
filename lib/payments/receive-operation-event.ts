import { ApiError } from '../types/api-error.ts';
import { isUnderWay, stateOf } from '../types/charge-state.ts';
import type { LookUpAnswer, OperationAnswer, Psp, PspEvent, RefundFact } from '../types/psp.ts';
import type { Charge } from '../types/records.ts';
import { type ApplyOptions, applyAnswer, applyHappening, isAttemptOpen } from './apply.ts';
import { attemptOf, isDefinite, timeFor } from './attempt.ts';
import { type Change, changeCharge, type Records } from './change-charge.ts';
import { settleOperation } from './operate-charge.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { mayStillBeSent, operationIn } from './run-operation.ts';
import { applyRefundFact, applyRefundFacts, keyElsewhere } from './settle-refund.ts';
import { settleReversal } from './settle-reversal.ts';
import { unnamed } from './transitions/operation-cells.ts';

const timeout_ms = 8_000;
/** Between the clocks of two functions: each may be five minutes off. */
const clock_skew_ms = 600_000;

/** The PSP delivers the event again: by then it may be able to confirm it. */
export const notVerified = (psp: Psp): ApiError =>
  new ApiError('event_not_verified', `${psp.id} does not confirm this event yet. Deliver it again.`, {
    retry_after: 30,
  });

/**
 * Applies what a PSP says of a capture, cancel or refund to the charge, ours or made elsewhere. A PSP with a look-up is asked first, and what it shows is
 * taken over; without one the event's own amount counts. Nothing moves back but by name, and nothing is ended that may still be sent.
 */
export const receiveOperationEvent = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  about: 'capture' | 'cancel' | 'refund',
  answer: OperationAnswer,
): Promise<void> => {
  if (answer.outcome === 'unknown') return;
  const { reversal } = records.charge;
  if (reversal && (event.operation === reversal.id || about === 'refund'))
    return receiveReversal(ports, psp, records, event, answer);
  if (about === 'refund') return receiveRefund(ports, psp, records, event, answer);
  if (answer.outcome === 'pending') return;
  const told = { event, about, succeeded: answer.outcome === 'succeeded' };
  return psp.lookUp ? askAbout(ports, psp, records, told) : believe(ports, psp, records, told);
};

type Told = {
  readonly event: PspEvent;
  readonly about: 'capture' | 'cancel';
  readonly succeeded: boolean;
};

/** What the PSP shows decides; the event only says which operation it is about. */
const askAbout = async (ports: PaymentPorts, psp: Psp, records: Records, told: Told): Promise<void> => {
  const { event, about, succeeded } = told;
  const call = timeFor(ports, timeout_ms);
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
  const { outcome, records: after } = await applyAnswer(ports, records, found, { ...options, by_others });
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

const markExternal = async (ports: PaymentPorts, records: Records): Promise<void> => {
  await changeCharge(ports, records, ({ charge }) => ({
    charge: charge.external ? charge : { ...charge, external: true },
    outcome: undefined,
  }));
};

/** A capture made elsewhere that a look-up which runs behind may not show yet: its total is less than what is known and this one. */
const isBehind = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  found: LookUpAnswer,
): Promise<boolean> => {
  const { charge } = records;
  if (psp.capabilities.look_up?.lag_ms === 0 || isOurs(charge, event)) return false;
  if (found.outcome !== 'captured') return false;
  const expected = charge.amount_captured + (event.money?.amount ?? 1);
  if (found.amount_captured >= Math.min(charge.amount, expected)) return false;
  return isRecent(ports, psp, await firstDoubted(ports, records, event.id));
};

const isOurs = ({ capture }: Charge, { operation, operation_reference: psp_id }: PspEvent): boolean =>
  operation !== undefined || (psp_id !== undefined && capture?.psp_reference === psp_id);

/** Whether a look-up may still show how things were at that time. Unix milliseconds. */
const isRecent = ({ clock }: PaymentPorts, psp: Psp, since: number): boolean => {
  const lag_ms = psp.capabilities.look_up?.lag_ms ?? 0;
  return lag_ms > 0 && clock.now() - since <= lag_ms + clock_skew_ms;
};

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
    return fail(ports, psp, records, about, options);
  }
  const total = found.outcome === 'captured' ? found.amount_captured : 0;
  // What the PSP shows is the proof: the event need not name more than a capture that counts here.
  const takes =
    about === 'capture' && charge.amount_captured > 0 && named !== 'former' && named !== 'under_way';
  if (
    takes &&
    total >= charge.amount_captured &&
    isRecent(ports, psp, await firstDoubted(ports, records, event.id))
  )
    throw notVerified(psp);
  if (!takes || total >= charge.amount_captured) {
    await applyAnswer(ports, records, found);
    return withoutEffect(ports, psp, charge, about);
  }
  if (isRecent(ports, psp, charge.captured_at ?? 0)) throw notVerified(psp);
  const { only_at } = options;
  const taken = await applyHappening(ports, records, 'capture_taken_back', { left: total }, { only_at });
  if (taken.outcome === 'stale') throw notVerified(psp);
  // The event is done with once what else the look shows is taken over, too.
  await applyAnswer(ports, taken.records, found, { event: event.id });
};

/** Events kept in doubt per charge. */
const maxDoubted = 8;

/** When an event that is not borne out first came: a look-up that runs behind needs time before it proves that the event is old. */
const firstDoubted = async (ports: PaymentPorts, records: Records, event: string): Promise<number> => {
  const now = ports.clock.now();
  const { outcome } = await changeCharge(ports, records, ({ charge }): Change<number> => {
    const known = charge.doubted?.find((doubted) => doubted.event === event);
    if (known) return { outcome: known.at };
    const doubted = [...(charge.doubted ?? []), { event, at: now }].slice(-maxDoubted);
    return { charge: { ...charge, doubted }, outcome: now };
  });
  return outcome;
};

const fail = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  about: 'capture' | 'cancel',
  options: ApplyOptions,
): Promise<void> => {
  const failure = { failure: { reason: 'processor_error' } } as const;
  const failed =
    about === 'capture'
      ? await applyHappening(ports, records, 'capture_failed', failure, options)
      : await applyHappening(ports, records, 'cancel_failed', failure, options);
  if (failed.outcome === 'stale') throw notVerified(psp);
};

/** No look-up: the event is the fact, if its money is what was asked for, or names a capture of its own. */
const believe = async (ports: PaymentPorts, psp: Psp, records: Records, told: Told): Promise<void> => {
  const { event, about, succeeded } = told;
  const { charge } = records;
  const options: ApplyOptions = { event: event.id };
  const named = nameOf(charge, event, about);
  if (about === 'cancel') {
    if (succeeded)
      return void (await applyAnswer(ports, records, { outcome: 'canceled', hold: 'voided' }, options));
    if (named === 'under_way') return fail(ports, psp, records, about, { ...options, only_at: charge.rev });
    return withoutEffect(ports, psp, charge, about);
  }
  if (!succeeded) return believeFailure(ports, psp, records, event, named);
  if (named === 'former' || named === 'done') return withoutEffect(ports, psp, charge, about);
  const { money, operation_reference } = event;
  const operation = charge.capture;
  const right = money?.currency === charge.currency && isPartOf(charge, money.amount);
  // A PSP that captures several times takes what is left, if somebody else has captured a part.
  const asked = Math.min(operation?.amount ?? 0, charge.amount - charge.amount_captured);
  if (!money || !right || (named === 'under_way' && money.amount !== asked)) {
    ports.report({ event: 'webhook_amount_mismatch', psp: psp.id, charge: charge.id, webhook: event.id });
    return;
  }
  if (named === 'under_way') {
    const known = operation_reference === undefined ? {} : { psp_reference: operation_reference };
    return void (await applyHappening(
      ports,
      records,
      'capture_succeeded',
      { amount: money.amount, ...known },
      options,
    ));
  }
  if (operation_reference === undefined || charge.amount_captured >= charge.amount)
    return withoutEffect(ports, psp, charge, about);
  // More than there is to capture: the failure of another capture is still to come.
  const known = (charge.captures?.[unnamed] ?? 0) > 0;
  if (!known && charge.amount_captured + money.amount > charge.amount) {
    const since = await firstDoubted(ports, records, event.id);
    if (ports.clock.now() - since <= clock_skew_ms) throw notVerified(psp);
  }
  const key = keyElsewhere('ext', operation_reference);
  await applyHappening(ports, records, 'capture_elsewhere', { key, amount: money.amount }, options);
};

const believeFailure = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  named: Named,
): Promise<void> => {
  const { charge } = records;
  const options: ApplyOptions = { event: event.id, only_at: charge.rev };
  if (named === 'under_way') return fail(ports, psp, records, 'capture', options);
  const key = event.operation_reference && keyElsewhere('ext', event.operation_reference);
  const elsewhere = key !== undefined && (charge.captures?.[key] ?? 0) > 0;
  if (!elsewhere && named !== 'done') return withoutEffect(ports, psp, charge, 'capture');
  const taken = await applyHappening(ports, records, 'capture_taken_back', elsewhere ? { key } : {}, options);
  if (taken.outcome === 'stale') throw notVerified(psp);
};

/** Nothing else can be captured or refunded, whatever an event says. */
const isPartOf = (charge: Charge, amount: number): boolean =>
  Number.isInteger(amount) && amount > 0 && amount <= charge.amount;

/** `former`: one that came to its end before; undefined: none that is known here. */
type Named = 'under_way' | 'done' | 'former' | undefined;

/** Which capture or cancel of ours an event is about. One that names none is about ours only while it can mean nothing else. */
const nameOf = (charge: Charge, event: PspEvent, about: 'capture' | 'cancel'): Named => {
  const operation = charge[about];
  const { operation: id, operation_reference: psp_id } = event;
  if (id !== undefined) {
    if (operation?.id !== id) return 'former';
    if (isUnderWay(operation)) return 'under_way';
    return operation.status === 'done' ? 'done' : 'former';
  }
  if (psp_id !== undefined && operation?.psp_reference !== undefined && operation.psp_reference !== psp_id)
    return undefined;
  const others =
    about === 'capture' && (charge.former_captures !== undefined || charge.captures !== undefined);
  const matches = psp_id !== undefined && operation?.psp_reference === psp_id;
  if (others && !matches) return undefined;
  if (!operation) return charge.capture_method === 'automatic' && !isAttemptOpen(charge) ? 'done' : undefined;
  if (isUnderWay(operation)) return event.claim.about === about && isFailure(event) ? 'under_way' : undefined;
  return operation.status === 'done' ? 'done' : undefined;
};

const isFailure = ({ claim }: PspEvent): boolean =>
  (claim.about === 'capture' || claim.about === 'cancel') && claim.answer.outcome === 'failed';

const withoutEffect = (ports: PaymentPorts, psp: Psp, { id, status }: Charge, about: string): void =>
  ports.report({ event: 'webhook_without_effect', psp: psp.id, charge: id, about, status });

/** The way back of money that came too late: its refund or void is settled by its own name. */
const receiveReversal = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  claimed: OperationAnswer,
): Promise<void> => {
  const { reversal } = records.charge;
  if (!reversal || claimed.outcome === 'pending') return withoutEffect(ports, psp, records.charge, 'refund');
  if (event.operation !== reversal.id) return reviveReversal(ports, psp, records, claimed);
  const answer = await verifiedReversal(ports, psp, records, claimed);
  await settleReversal(ports, records, reversal.id, answer, { by_event: true });
};

/** What was given back elsewhere counted as the reversal: if that fails, the money is here again. */
const reviveReversal = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  claimed: OperationAnswer,
): Promise<void> => {
  const { reversal } = records.charge;
  const call = psp.lookUp && timeFor(ports, timeout_ms);
  if (claimed.outcome !== 'failed' || reversal?.status !== 'done' || !call)
    return withoutEffect(ports, psp, records.charge, 'refund');
  const payment = await psp.lookUp?.(attemptOf(records.charge), call);
  if (payment?.outcome !== 'captured' || payment.amount_refunded === undefined) throw notVerified(psp);
  const amount = payment.amount_captured - payment.amount_refunded;
  if (amount <= 0) throw notVerified(psp);
  const failed = { outcome: 'failed', reason: 'processor_error' } as const;
  await settleReversal(ports, records, reversal.id, failed, { by_event: true, amount });
};

const verifiedReversal = async (
  ports: PaymentPorts,
  psp: Psp,
  { charge }: Records,
  claimed: OperationAnswer,
): Promise<OperationAnswer> => {
  const { reversal } = charge;
  const call = timeFor(ports, timeout_ms);
  if (!reversal || (reversal.by === 'refund' ? !psp.lookUpRefunds : !psp.lookUp)) return claimed;
  if (!call) throw notVerified(psp);
  if (reversal.by === 'refund') {
    const found = await psp.lookUpRefunds?.(attemptOf(charge), call);
    const fact =
      found?.outcome === 'found'
        ? found.refunds.find(({ operation }) => operation === reversal.id)
        : undefined;
    // A list that runs behind may show a refund that has failed as it was before.
    if (fact?.status === 'succeeded' && claimed.outcome === 'succeeded') return { outcome: 'succeeded' };
    if (fact?.status === 'failed') return { outcome: 'failed', reason: fact.reason ?? 'processor_error' };
    throw notVerified(psp);
  }
  const found = await psp.lookUp?.(attemptOf(charge), call);
  const agrees =
    claimed.outcome === 'succeeded' ? found?.outcome === 'canceled' : found?.outcome !== 'canceled';
  if (found && isDefinite(found) && agrees) return claimed;
  throw notVerified(psp);
};

const receiveRefund = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  claimed: OperationAnswer,
): Promise<void> => {
  if (isAttemptOpen(records.charge)) throw notVerified(psp);
  const fact = factOf(records.charge, event, claimed);
  if (!psp.lookUpRefunds) {
    if (fact) await applyRefundFact(ports, records.charge, fact);
    else
      ports.report({
        event: 'webhook_amount_mismatch',
        psp: psp.id,
        charge: records.charge.id,
        webhook: event.id,
      });
    return;
  }
  const call = timeFor(ports, timeout_ms);
  const found = call && (await psp.lookUpRefunds(attemptOf(records.charge), call));
  if (found?.outcome !== 'found') throw notVerified(psp);
  await applyRefundFacts(ports, records, found);
  const shown = found.refunds.find(
    ({ operation, psp_reference }) =>
      (event.operation !== undefined && operation === event.operation) ||
      (event.operation_reference !== undefined && psp_reference === event.operation_reference),
  );
  // What the event calls ended and the list does not show as ended will be shown later.
  if (claimed.outcome !== 'pending' && (shown === undefined || shown.status === 'pending'))
    throw notVerified(psp);
  if (claimed.outcome === 'failed' && shown?.status === 'succeeded') throw notVerified(psp);
};

/** The event as a fact of its own: undefined if it does not say what refund it is about, or how much. */
const factOf = (charge: Charge, event: PspEvent, claimed: OperationAnswer): RefundFact | undefined => {
  const ours = event.operation === undefined ? undefined : charge.refunds[event.operation];
  const psp_reference = event.operation_reference ?? ours?.psp_reference ?? ours?.id;
  const amount = event.money?.amount ?? (claimed.outcome === 'failed' ? ours?.amount : undefined);
  if (psp_reference === undefined || amount === undefined || !isPartOf(charge, amount)) return undefined;
  if (event.money && event.money.currency !== charge.currency) return undefined;
  if (ours && amount !== ours.amount) return undefined;
  return {
    psp_reference,
    ...(event.operation === undefined ? {} : { operation: event.operation }),
    amount,
    status: claimed.outcome === 'succeeded' || claimed.outcome === 'failed' ? claimed.outcome : 'pending',
    ...(claimed.outcome === 'failed' ? { reason: claimed.reason } : {}),
  };
};
