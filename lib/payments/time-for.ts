import type { Call } from '../types/psp.ts';
import type { PaymentPorts } from './payment-ports.ts';

/** For one look at a payment or its refunds. */
export const lookTimeout_ms = 8_000;

/** Milliseconds kept back from the deadline for writing down what happened. */
const settling_ms = 3_000;
/** A call with less time than this would only end in another unknown. */
const shortest_call_ms = 1_000;

/** The time the next call to a PSP may take, or undefined if it could no longer be settled. */
export const timeFor = (
  { clock, deadline }: Pick<PaymentPorts, 'clock' | 'deadline'>,
  wanted_ms: number,
): Call | undefined => {
  const timeout_ms = Math.min(wanted_ms, deadline - clock.now() - settling_ms);
  return timeout_ms < shortest_call_ms ? undefined : { timeout_ms };
};
