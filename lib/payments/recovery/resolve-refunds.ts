import type { OperationAnswer, Psp } from '../../types/psp.ts';
import type { Charge, Refund } from '../../types/records.ts';
import { Replay } from '../../types/replay.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { settleRefund } from '../refund-charge.ts';
import { lookUpOperation, resolveOperation } from '../run-operation.ts';

/** Finds out what became of a charge's pending refunds: by look-up, or by repeating those the PSP has not accepted under their own key. */
export const resolveRefunds = async (ports: PaymentPorts, charge: Charge): Promise<void> => {
  const psp = ports.psps.connect(charge.psp);
  const first_look_s = ports.recovery.schedule_s[0] ?? 60;
  for (const refund of Object.values(charge.refunds)) {
    if (!psp || refund.status !== 'pending') continue;
    if (refund.created + first_look_s > ports.clock.now() / 1000) continue;
    const answer = await resultOf(ports, psp, charge, refund);
    if (answer || (refund.remembered && !refund.remembered.answer))
      await settle(ports, charge, refund, answer ?? { outcome: 'unknown', doubt: 'pending' });
  }
};

const resultOf = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  refund: Refund,
): Promise<OperationAnswer | undefined> => {
  const operation = {
    id: refund.id,
    amount: refund.amount,
    started: refund.created * 1000,
    ...(refund.psp_reference === undefined ? {} : { psp_reference: refund.psp_reference }),
  };
  if (!refund.accepted) return resolveOperation(ports, psp, 'refund', charge, operation);
  const found = await lookUpOperation(ports, psp, 'refund', charge, operation);
  return found?.outcome === 'succeeded' || found?.outcome === 'failed' ? found : undefined;
};

const settle = async (
  ports: PaymentPorts,
  charge: Charge,
  refund: Refund,
  answer: OperationAnswer,
): Promise<void> => {
  try {
    await settleRefund(ports, { charge, refund }, answer);
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
  }
};
