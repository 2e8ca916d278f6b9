import { attemptOf } from '../../charge/attempt.ts';
import { settlingResult, settlingResultAfterProof } from '../../charge/definite-result.ts';
import { provesAbsence } from '../../charge/elapsed-proof.ts';
import { mayRepeat, type SentOperation } from '../../charge/may-repeat.ts';
import { firstCheck } from '../../charge/schedule.ts';
import { operationIn, refundIn } from '../../charge/shown-operation.ts';
import { waitingEvents } from '../../charge/waiting-events.ts';
import type { Charge, ChargeOperation, Refund } from '../../types/charge.ts';
import { isUnderWay } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import type { OperationResult, Psp } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { applyTransition } from '../reports/apply.ts';
import type { AppliedLookUp } from '../reports/apply-look-up.ts';
import { findCapture } from '../reports/find-capture.ts';
import { settleOperation } from '../reports/settle-operation.ts';
import { readRefundReport, settleRefund } from '../reports/settle-refund.ts';
import { lookUpTimeout_ms, operationTimeout_ms, timeFor } from '../reports/time-for.ts';

/**
 * Finds the outcome of a capture or cancel that a look-up has left open. One that the PSP has not accepted may be sent again under its key. A PSP
 * without idempotency would execute it twice, and a failed operation is not checked again: there it stays open until a fact or a person ends it.
 */
export const resolveOperation = async (
  ports: PaymentPorts,
  psp: Psp,
  kind: 'capture' | 'cancel',
  { records, asked_at, payment }: AppliedLookUp,
): Promise<Records> => {
  const { charge } = records;
  const claimed = charge[kind];
  if (!isUnderWay(claimed)) return records;
  // The rest of a hold may be released while a part is being captured; the capture's own event reports its result.
  const may_release_rest = claimed.status === 'accepted' || claimed.amount < charge.amount;
  const awaited = kind === 'capture' && may_release_rest && !psp.lookUp;
  if (charge.hold !== undefined && charge.amount_captured === 0 && !awaited)
    return endWithoutHold(ports, psp, kind, { records, asked_at }, claimed.sent);
  const seen = payment && operationIn(payment, kind, claimed, charge);
  const absent_at = seen === 'absent' ? asked_at : undefined;
  if (claimed.status === 'accepted') {
    const reported = reportedResult(charge, claimed);
    const isShown = reported && isProvedAbsent(ports, psp, claimed.sent, absent_at);
    return isShown ? settle(ports, kind, records, reported) : records;
  }
  if (seen && seen !== 'absent') return settle(ports, kind, records, seen);
  const now = ports.clock.now();
  if (!mayRepeat(psp.capabilities, claimed, { absent_at, now, recovery: ports.recovery })) return records;
  const proved = isProvedAbsent(ports, psp, claimed.sent, absent_at);
  const again = await sendAgain(ports, psp, kind, records, proved);
  if (!again) return records;
  return settle(ports, kind, again.records, await excludeReplay(ports, psp, kind, again));
};

/** What the PSP has reported of a capture that took only the rest: by now, the captured total that it shows includes it. */
const reportedResult = (
  { captures_told }: Charge,
  { psp_reference = '' }: ChargeOperation,
): OperationResult | undefined => {
  const amount = captures_told?.[psp_reference];
  return amount === undefined ? undefined : { outcome: 'succeeded', amount, psp_reference };
};

/**
 * A PSP may replay its first response, although that capture has failed since. Until the PSP shows something captured, its success only means that it
 * has accepted the capture, which is not sent again. Nor is it added to a capture that may have failed.
 */
const excludeReplay = async (
  ports: PaymentPorts,
  psp: Psp,
  kind: 'capture' | 'cancel',
  { records: { charge, session }, result }: { readonly records: Records; readonly result: OperationResult },
): Promise<OperationResult> => {
  if (kind === 'cancel' || result.outcome !== 'succeeded' || !psp.lookUp) return result;
  const accepted = { outcome: 'pending', ...defined({ psp_reference: result.psp_reference }) } as const;
  if (charge.amount_captured > 0) return mayHaveFallen(charge) ? accepted : result;
  const call = timeFor(ports, lookUpTimeout_ms);
  const payment = call && (await psp.lookUp(attemptOf(charge, session), call));
  return payment?.outcome === 'captured' ? result : accepted;
};

/** A capture made elsewhere, which counts, may have failed: the event that says so waits. */
const mayHaveFallen = (charge: Charge): boolean =>
  waitingEvents(charge).some(
    ({ claim, operation }) =>
      claim.about === 'capture' && claim.result.outcome === 'failed' && operation === undefined,
  );

/** The hold is gone: a cancel has nothing left to do, and a capture has failed once everything sent for it has arrived. Neither is sent again. */
const endWithoutHold = async (
  ports: PaymentPorts,
  psp: Psp,
  kind: 'capture' | 'cancel',
  { records, asked_at }: AppliedLookUp,
  sent: number,
): Promise<Records> => {
  if (kind === 'cancel') return settle(ports, kind, records, { outcome: 'succeeded' });
  return isProvedAbsent(ports, psp, sent, asked_at)
    ? settle(ports, kind, records, { outcome: 'failed', reason: 'processor_error', code: 'hold_gone' })
    : records;
};

/** Proved if it was absent at `absent_at`, and everything sent until `sent` had arrived by then. */
export const isProvedAbsent = (
  { recovery }: PaymentPorts,
  psp: Psp,
  sent: number,
  absent_at: number | undefined,
): boolean =>
  absent_at !== undefined && provesAbsence(sent, absent_at, psp.capabilities.look_up?.lag_ms ?? 0, recovery);

const settle = async (
  ports: PaymentPorts,
  kind: 'capture' | 'cancel',
  records: Records,
  result: OperationResult,
): Promise<Records> => {
  const claimed = records.charge[kind];
  if (claimed) await settleOperation(ports, kind, records, claimed, result);
  return reread(ports, records);
};

const reread = async (ports: PaymentPorts, { charge, session }: Records): Promise<Records> => ({
  charge: (await ports.store.charge(charge.id)) ?? charge,
  session: session && (await ports.store.session(session.id)),
});

/**
 * Sends a capture or cancel again. Recorded before sending, on the revision that was checked: a result recorded in between prevents it. Undefined if
 * nothing was sent, or the response settles nothing. `proved`: nothing sent before has arrived or ever will.
 */
const sendAgain = async (
  ports: PaymentPorts,
  psp: Psp,
  kind: 'capture' | 'cancel',
  records: Records,
  proved: boolean,
): Promise<{ readonly records: Records; readonly result: OperationResult } | undefined> => {
  const now = ports.clock.now();
  const marked = await applyTransition(
    ports,
    records,
    'operation_sent',
    { now },
    { only_at: records.charge.rev },
  );
  const operation = marked.records.charge[kind];
  const call = timeFor(ports, operationTimeout_ms);
  if (marked.outcome !== 'changed' || !isUnderWay(operation) || !call) return undefined;
  const { charge } = marked.records;
  const repeated = await psp[kind](attemptOf(charge), operation, call);
  const result = proved ? settlingResultAfterProof(repeated) : settlingResult(repeated);
  return result && { records: marked.records, result };
};

/** Finds the outcome of a charge's pending refunds: from the PSP's list, or by sending those it has not accepted again under their own keys. */
export const resolveRefunds = async (
  ports: PaymentPorts,
  psp: Psp,
  { records, asked_at, refunds }: AppliedLookUp,
): Promise<Records> => {
  let { charge } = records;
  for (const { id } of Object.values(charge.refunds)) {
    const refund = charge.refunds[id];
    if (refund?.status !== 'pending' || refund.accepted) continue;
    if (firstCheck(refund.created * 1000, ports.recovery) > ports.clock.now()) continue;
    const operation = operationOf(refund);
    const seen = refunds && refundIn(refunds, operation);
    const result =
      seen && seen !== 'absent'
        ? seen
        : await sendRefundAgain(ports, psp, charge, refund, seen === 'absent' ? asked_at : undefined);
    if (result)
      charge = (await settleRefund(ports, charge, id, readRefundReport(ports, charge, refund, result)))
        .charge;
  }
  return { ...records, charge };
};

const operationOf = ({ id, amount, created, sent, of, reason }: Refund): SentOperation => ({
  id,
  amount,
  started: created * 1000,
  sent: sent ?? created * 1000,
  ...defined({ of, reason }),
});

/**
 * Sends a refund again if its key or its proved absence allows that; undefined if its outcome is still unknown. Writes a new revision first: then the
 * function that recorded the refund can no longer call it failed because its own request failed.
 */
const sendRefundAgain = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  refund: Refund,
  absent_at: number | undefined,
): Promise<OperationResult | undefined> => {
  const operation = operationOf(refund);
  const now = ports.clock.now();
  const proved = isProvedAbsent(ports, psp, operation.sent, absent_at);
  if (!mayRepeat(psp.capabilities, operation, { absent_at, now, recovery: ports.recovery })) return undefined;
  const found = await findCapture(ports, psp, charge, operation);
  const settling = proved ? settlingResultAfterProof : settlingResult;
  if ('result' in found) return settling(found.result);
  if (proved && found.of !== undefined && found.most < refund.amount) return tooLargeForOne;
  const of = defined({ of: found.of });
  const next: Refund = { ...refund, ...of, sent: now, rev: refund.rev + 1, write: ports.newWrite() };
  if (!(await ports.store.replaceRefund(charge.id, next, { release: false })).ok) return undefined;
  const call = timeFor(ports, operationTimeout_ms);
  if (!call) return undefined;
  return settling(await psp.refund(attemptOf(charge), { ...operation, ...of }, call));
};

/** No single capture has this much left, so it is not sent. */
const tooLargeForOne = { outcome: 'failed', reason: 'invalid_request' } as const;
