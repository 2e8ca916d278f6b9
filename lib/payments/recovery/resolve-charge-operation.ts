import type { OperationAnswer, Psp } from '../../types/psp.ts';
import type { Charge, ChargeOperation } from '../../types/records.ts';
import { Replay } from '../../types/replay.ts';
import { attemptOf } from '../attempt-of.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { timeFor } from '../run-attempt.ts';
import { resolveOperation } from '../run-operation.ts';
import { settleOperation } from '../settle-operation.ts';

const timeout_ms = 10_000;

/** Finds out what became of a capture or cancel: it holds no card, so it may be repeated under its key. */
export const resolveChargeOperation = async (ports: PaymentPorts, charge: Charge): Promise<void> => {
  const kind = charge.status === 'capturing' ? 'capture' : 'cancel';
  const operation = charge[kind];
  const psp = ports.psps.connect(charge.psp);
  if (!operation || !psp) return;
  const answer =
    (await found(ports, psp, kind, charge)) ?? (await repeated(ports, psp, kind, charge, operation));
  try {
    await settleOperation(ports, kind, charge, answer ?? { outcome: 'unknown', doubt: 'pending' });
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
  }
};

const found = async (
  ports: PaymentPorts,
  psp: Psp,
  kind: 'capture' | 'cancel',
  charge: Charge,
): Promise<OperationAnswer | undefined> => {
  const call = timeFor(ports, timeout_ms);
  if (!psp.lookUp || !call) return undefined;
  const { outcome } = await psp.lookUp(attemptOf(charge), call);
  return outcome === (kind === 'capture' ? 'captured' : 'canceled') ? { outcome: 'succeeded' } : undefined;
};

const repeated = async (
  ports: PaymentPorts,
  psp: Psp,
  kind: 'capture' | 'cancel',
  charge: Charge,
  operation: ChargeOperation,
): Promise<OperationAnswer | undefined> => {
  if (operation.accepted) return undefined;
  const known = charge.psp_reference === undefined ? {} : { psp_reference: charge.psp_reference };
  return resolveOperation(ports, psp, kind, charge, { ...operation, ...known });
};
