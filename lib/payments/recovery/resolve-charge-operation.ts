import type { Charge } from '../../types/records.ts';
import { Replay } from '../../types/replay.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { lookUpOperation, resolveOperation } from '../run-operation.ts';
import { settleOperation } from '../settle-operation.ts';

/** Finds out what became of a capture or cancel: it holds no card, so one that the PSP has not accepted may be repeated under its key. */
export const resolveChargeOperation = async (ports: PaymentPorts, charge: Charge): Promise<void> => {
  const kind = charge.status === 'capturing' ? 'capture' : 'cancel';
  const claimed = charge[kind];
  const psp = ports.psps.connect(charge.psp);
  if (!claimed || !psp) return;
  const operation = {
    ...claimed,
    ...(charge.psp_reference === undefined ? {} : { psp_reference: charge.psp_reference }),
  };
  const seen = await (claimed.accepted ? lookUpOperation : resolveOperation)(
    ports,
    psp,
    kind,
    charge,
    operation,
  );
  const answer =
    seen && seen.outcome !== 'absent' ? seen : ({ outcome: 'unknown', doubt: 'pending' } as const);
  try {
    await settleOperation(ports, kind, charge, answer);
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
  }
};
