import type { Capabilities } from '../types/capabilities.ts';
import { settlesFormer } from '../types/outcome.ts';
import type { Operation, OperationAnswer, OperationLookUp, Psp } from '../types/psp.ts';
import type { Charge } from '../types/records.ts';
import { attemptOf } from './attempt-of.ts';
import { coversRepeat, provesAbsence } from './elapsed-proof.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { timeFor } from './run-attempt.ts';

const timeout_ms = 10_000;
const pause_ms = 500;

export type OperationKind = 'capture' | 'cancel' | 'refund';

/**
 * A capture, cancel or refund at the PSP that holds the charge, and once more under the same key (or by look-up) where the first answer told
 * nothing. What is still unknown then stays so: recovery repeats it, since it holds no card.
 */
export const runOperation = async (
  ports: PaymentPorts,
  kind: OperationKind,
  charge: Charge,
  operation: Operation & { readonly started: number },
): Promise<OperationAnswer> => {
  const psp = ports.psps.connect(charge.psp);
  if (!psp) return { outcome: 'failed', reason: 'psp_unavailable', code: 'not_configured' };
  const call = timeFor(ports, timeout_ms);
  if (!call) return { outcome: 'failed', reason: 'not_sent', code: 'no_time_left' };
  const answer = await psp[kind](attemptOf(charge), operation, call);
  const resolved =
    answer.outcome === 'unknown' ? await askAgain(ports, psp, kind, charge, operation) : answer;
  ports.report({
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
  operation: Operation & { readonly started: number },
): Promise<OperationAnswer> => {
  await ports.clock.sleep(pause_ms);
  return (
    (await resolveOperation(ports, psp, kind, charge, operation)) ?? { outcome: 'unknown', doubt: 'timeout' }
  );
};

/**
 * What became of an operation whose outcome is unknown: by look-up where the PSP has one, else by repeating it where its idempotency covers the
 * repeat. Undefined where neither can tell yet.
 */
export const resolveOperation = async (
  ports: Pick<PaymentPorts, 'clock' | 'deadline' | 'recovery'>,
  psp: Psp,
  kind: OperationKind,
  charge: Charge,
  operation: Operation & { readonly started: number },
): Promise<OperationAnswer | undefined> => {
  const { idempotency, look_up } = psp.capabilities;
  const { started } = operation;
  const found = await lookUpOperation(ports, psp, kind, charge, operation);
  if (found && found.outcome !== 'absent') return settling(found);
  const now = ports.clock.now();
  const mayRepeat =
    coversRepeat(idempotency, started, now) ||
    (found &&
      repeatsUnseen(kind, idempotency) &&
      provesAbsence(started, now, look_up?.lag_ms ?? 0, ports.recovery));
  // Asked for anew: the look-up has taken its time, and the function may have been frozen meanwhile.
  const call = timeFor(ports, timeout_ms);
  return mayRepeat && call ? settling(await psp[kind](attemptOf(charge), operation, call)) : undefined;
};

/**
 * Whether what a look-up does not show may be sent again under its key. Without any key a first request that was held up after all would be
 * executed beside its repeat. Of a capture or cancel the look-up shows only that the authorisation stands, as it also does after a refusal: only
 * a PSP that keeps no refusals, and so would try anew at any repeat, is asked again.
 */
const repeatsUnseen = (kind: OperationKind, idempotency: Capabilities['idempotency']): boolean =>
  kind === 'refund' ? idempotency.kind !== 'none' : idempotency.kind === 'success_only';

/**
 * What the PSP shows of an operation whose outcome is unknown: a refund under its own reference, a capture or cancel by what has become of the
 * authorisation. Undefined where it cannot be asked or does not tell.
 */
export const lookUpOperation = async (
  ports: Pick<PaymentPorts, 'clock' | 'deadline'>,
  psp: Psp,
  kind: OperationKind,
  charge: Charge,
  operation: Operation,
): Promise<OperationLookUp | undefined> => {
  const call = timeFor(ports, timeout_ms);
  if (!call) return undefined;
  if (kind === 'refund') return psp.lookUpRefund?.(attemptOf(charge), operation, call);
  const authorization = await psp.lookUp?.(attemptOf(charge), call);
  switch (authorization?.outcome) {
    case kind === 'capture' ? 'captured' : 'canceled':
      return { outcome: 'succeeded' };
    case 'approved':
      return { outcome: 'absent' };
    default:
      return undefined;
  }
};

/** The answer, if it tells what became of the first call and not only that this one came to nothing. */
const settling = (answer: OperationAnswer): OperationAnswer | undefined => {
  if (answer.outcome === 'unknown') return undefined;
  return answer.outcome === 'failed' && !settlesFormer(answer.reason) ? undefined : answer;
};
