import type { Call } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';

/** For one look-up of a payment or its refunds. */
export const lookUpTimeout_ms = 8_000;

/** For one capture, cancel, refund or cancel by reference, or for a look-up instead of it. */
export const operationTimeout_ms = 10_000;

/** Milliseconds reserved before the deadline for recording the result. */
const settling_ms = 3_000;
/** A call with less time than this would only end in another unknown outcome. */
const shortest_call_ms = 1_000;

/** The time that the next call to a PSP may take; undefined if its result could no longer be recorded. */
export const timeFor = (
  { clock, deadline }: Pick<PaymentPorts, 'clock' | 'deadline'>,
  wanted_ms: number,
): Call | undefined => {
  const now = clock.now();
  const timeout_ms = Math.min(wanted_ms, deadline - now - settling_ms);
  return timeout_ms < shortest_call_ms ? undefined : { timeout_ms, until: now + timeout_ms };
};
