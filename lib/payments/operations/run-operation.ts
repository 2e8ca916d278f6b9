import { attemptOf } from '../../charge/attempt.ts';
import { settlingResult } from '../../charge/definite-result.ts';
import { coversRepeat } from '../../charge/elapsed-proof.ts';
import type { SentOperation } from '../../charge/may-repeat.ts';
import { operationIn, refundIn } from '../../charge/shown-operation.ts';
import type { Charge } from '../../types/charge.ts';
import { isUnderWay } from '../../types/charge-state.ts';
import type { Operation, OperationResult, Psp } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { operationTimeout_ms, timeFor } from '../reports/time-for.ts';

const pause_ms = 500;

export type OperationKind = 'capture' | 'cancel' | 'refund';

/**
 * A capture, cancel or refund at the PSP that holds the charge. If the first response leaves its outcome unknown, it is looked up, and if that does not
 * show it, repeated once under the same key. If it is still unknown then, recovery takes over, since no card is needed.
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
  const result = await psp[kind](attemptOf(charge), operation, call);
  const resolved =
    result.outcome === 'unknown' ? await askAgain(ports, psp, kind, charge, operation) : result;
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
  if (seen && seen !== 'absent') return settlingResult(seen) ?? nothingKnown;
  if (!isOpen(await ports.store.charge(charge.id), kind, operation.id)) return nothingKnown;
  const call = timeFor(ports, operationTimeout_ms);
  if (!call || !coversRepeat(psp.capabilities.idempotency, operation.started, ports.clock.now()))
    return nothingKnown;
  return settlingResult(await psp[kind](attemptOf(charge), operation, call)) ?? nothingKnown;
};

/** Its outcome has not been recorded meanwhile. */
const isOpen = (charge: Charge | undefined, kind: OperationKind, id: string): boolean => {
  if (kind === 'refund') return charge?.refunds[id]?.status === 'pending';
  const operation = charge?.[kind];
  return operation?.id === id && isUnderWay(operation);
};

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
