import type { Capabilities } from '../types/capabilities.ts';
import type { Charge } from '../types/charge.ts';
import { isUnderWay } from '../types/charge-state.ts';
import { settlesFormer } from '../types/outcome.ts';
import type {
  LookUpResult,
  Operation,
  OperationResult,
  Psp,
  RefundFact,
  RefundsFound,
  Unknown,
} from '../types/psp.ts';
import { attemptOf } from './attempt.ts';
import { coversRepeat, provesAbsence } from './elapsed-proof.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { timeFor } from './time-for.ts';
import { takenOf } from './transitions/captured-total.ts';

export const operationTimeout_ms = 10_000;
const pause_ms = 500;

export type OperationKind = 'capture' | 'cancel' | 'refund';

/** An operation with the times of its first and last request, recorded before sending, Unix milliseconds. */
export type SentOperation = Operation & { readonly started: number; readonly sent: number };

/**
 * A capture, cancel or refund at the PSP that holds the charge, repeated once under the same key (or looked up) if the first response leaves its
 * outcome unknown. If it is still unknown then, recovery takes over, since no card is needed.
 */
export const runOperation = async (
  ports: PaymentPorts,
  kind: OperationKind,
  charge: Charge,
  operation: SentOperation,
): Promise<OperationResult> => {
  const psp = ports.psps.connect(charge.psp);
  if (!psp) return { outcome: 'failed', reason: 'psp_unavailable', code: 'not_configured' };
  const call = timeFor(ports, operationTimeout_ms);
  if (!call) return { outcome: 'failed', reason: 'not_sent', code: 'no_time_left' };
  const answer = await psp[kind](attemptOf(charge), operation, call);
  const resolved =
    answer.outcome === 'unknown' ? await askAgain(ports, psp, kind, charge, operation) : answer;
  ports.log({
    event: kind,
    charge: charge.id,
    operation: operation.id,
    psp: charge.psp,
    outcome: resolved.outcome,
    reason: resolved.outcome === 'failed' ? resolved.reason : undefined,
    latency_ms: ports.clock.now() - operation.started,
  });
  return resolved;
};

const askAgain = async (
  ports: PaymentPorts,
  psp: Psp,
  kind: OperationKind,
  charge: Charge,
  operation: SentOperation,
): Promise<OperationResult> => {
  const nothingKnown = { outcome: 'unknown', doubt: 'timeout' } as const;
  await ports.clock.sleep(pause_ms);
  const seen = await seeOperation(ports, psp, kind, charge, operation);
  if (seen && seen !== 'absent') return definite(seen) ?? nothingKnown;
  if (!isOpen(await ports.store.charge(charge.id), kind, operation.id)) return nothingKnown;
  const call = timeFor(ports, operationTimeout_ms);
  if (!call || !coversRepeat(psp.capabilities.idempotency, operation.started, ports.clock.now()))
    return nothingKnown;
  return definite(await psp[kind](attemptOf(charge), operation, call)) ?? nothingKnown;
};

/** Its outcome has not been recorded meanwhile. */
const isOpen = (charge: Charge | undefined, kind: OperationKind, id: string): boolean => {
  if (kind === 'refund') return charge?.refunds[id]?.status === 'pending';
  const operation = charge?.[kind];
  return operation?.id === id && isUnderWay(operation);
};

/** The response, if it settles the first call and not only this one. */
export const definite = (answer: OperationResult): OperationResult | undefined => {
  if (answer.outcome === 'unknown') return undefined;
  return answer.outcome === 'failed' && !settlesFormer(answer.reason) ? undefined : answer;
};

/** The same for a repeat after proof that the first call never arrived: the PSP's objections are then final. */
export const definiteAlone = (answer: OperationResult): OperationResult | undefined =>
  answer.outcome === 'failed' && (answer.reason === 'invalid_request' || answer.reason === 'not_supported')
    ? answer
    : definite(answer);

const seeOperation = async (
  ports: Pick<PaymentPorts, 'clock' | 'deadline'>,
  psp: Psp,
  kind: OperationKind,
  charge: Charge,
  operation: Operation,
): Promise<OperationResult | 'absent' | undefined> => {
  const call = timeFor(ports, operationTimeout_ms);
  if (!call) return undefined;
  if (kind !== 'refund') {
    const payment = await psp.lookUp?.(attemptOf(charge), call);
    return payment && operationIn(payment, kind, operation, charge);
  }
  const found = await psp.lookUpRefunds?.(attemptOf(charge), call);
  return found && refundIn(found, operation);
};

/**
 * What a payment's state says about its capture or cancel; undefined if unclear. Anything the charge already counts as captured was captured
 * elsewhere.
 */
export const operationIn = (
  payment: LookUpResult,
  kind: 'capture' | 'cancel',
  operation: Operation,
  charge: Charge,
): OperationResult | 'absent' | undefined => {
  switch (payment.outcome) {
    case 'captured':
      if (kind === 'cancel') return { outcome: 'failed', reason: 'invalid_request', code: 'captured' };
      return takenOf(payment.amount_captured, operation, charge) === undefined
        ? 'absent'
        : { outcome: 'succeeded', total: payment.amount_captured };
    case 'canceled':
      return kind === 'cancel' && payment.hold !== 'expired' ? { outcome: 'succeeded' } : undefined;
    case 'approved':
      return payment.in_progress ? undefined : 'absent';
    default:
      return undefined;
  }
};

/** What the PSP's list says about one refund. */
export const refundIn = (
  found: RefundsFound | Unknown,
  operation: Operation,
): OperationResult | 'absent' | undefined => {
  if (found.outcome !== 'found') return undefined;
  const fact = found.refunds.find(
    ({ operation: id, psp_reference }) =>
      id === operation.id ||
      (operation.psp_reference !== undefined && psp_reference === operation.psp_reference),
  );
  if (fact) return refundResult(fact);
  return found.complete ? 'absent' : undefined;
};

const refundResult = ({ status, psp_reference, amount, reason }: RefundFact): OperationResult => {
  switch (status) {
    case 'succeeded':
      return { outcome: 'succeeded', psp_reference, amount };
    case 'pending':
      return { outcome: 'pending', psp_reference };
    case 'failed':
      return { outcome: 'failed', reason: reason ?? 'unmapped' };
    default:
      return status satisfies never;
  }
};

/**
 * Whether an operation with an unknown outcome may be sent again under its key. `absent_at`: when the PSP was asked, if it showed no such operation.
 * Always if the key returns the first response again; otherwise only once no earlier request can still arrive, and never without a key.
 */
export const mayRepeat = (
  { idempotency, look_up }: Capabilities,
  { started, sent }: SentOperation,
  {
    absent_at,
    now,
    recovery,
  }: {
    readonly absent_at: number | undefined;
    readonly now: number;
    readonly recovery: PaymentPorts['recovery'];
  },
): boolean =>
  coversRepeat(idempotency, started, now) ||
  (absent_at !== undefined &&
    idempotency.kind !== 'none' &&
    provesAbsence(sent, absent_at, look_up?.lag_ms ?? 0, recovery));

/** Whether another execution under the same key may follow one that the PSP reports as failed, because a request may still be sent. */
export const mayStillBeSent = (
  { idempotency, look_up }: Capabilities,
  {
    started,
    sent,
    accepted,
  }: { readonly started: number; readonly sent: number; readonly accepted: boolean },
  { now, recovery }: { readonly now: number; readonly recovery: PaymentPorts['recovery'] },
): boolean =>
  !accepted &&
  !coversRepeat(idempotency, started, now) &&
  !provesAbsence(sent, now, look_up?.lag_ms ?? 0, recovery);
