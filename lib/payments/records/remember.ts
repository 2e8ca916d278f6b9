import type { Charge } from '../../types/charge.ts';
import type { Remembered } from '../../types/records.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import { seenBefore } from '../../types/seen-before.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { asWritten, changeCharge } from './change-charge.ts';

/** Where a charge keeps the responses to one kind of call. */
export type Memory = {
  readonly of: (charge: Charge) => readonly (Remembered | undefined)[];
  readonly keep: (charge: Charge, response: Remembered) => Charge;
};

/** Returns the current charge as the response, and stores it there under the caller's key, if there is one. */
export const chargeResult = async (
  ports: PaymentPorts,
  charge: Charge,
  idempotency: Idempotency | undefined,
  memory: Memory,
): Promise<Result> => {
  if (!idempotency) return { charge };
  const { outcome } = await changeCharge(ports, { charge }, ({ charge: current }) => {
    const stored = memory.of(current).filter((known) => known?.answer);
    const seen = seenBefore(stored, idempotency);
    if (seen) return { outcome: seen };
    const replay = ports.render({ charge: asWritten(current) }, idempotency.view);
    return {
      charge: memory.keep(current, { ...idempotency, answer: replay }),
      outcome: { replay, first: true },
    };
  });
  return outcome;
};
