import { attemptOf } from '../../charge/attempt.ts';
import type { Charge } from '../../types/charge.ts';
import type { Operation, OperationResult, Psp } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { lookUpTimeout_ms, timeFor } from './time-for.ts';

/**
 * `of`: the capture that a refund has to name, undefined if it need not name one; `most`: how much of it can be refunded, in minor units. `result`:
 * the refund cannot be sent now, and has not been.
 */
export type FoundCapture =
  | { readonly of?: undefined }
  | { readonly of: string; readonly most: number }
  | { readonly result: OperationResult };

/**
 * Finds the capture for a refund if the PSP refunds one capture at a time and there may be several. It is recorded before the refund is sent: a
 * repeat that named another capture would be a second refund.
 */
export const findCapture = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  operation: Operation,
): Promise<FoundCapture> => {
  if (!psp.findCapture || operation.of !== undefined || !mayBeSplit(charge)) return {};
  const call = timeFor(ports, lookUpTimeout_ms);
  if (!call) return { result: { outcome: 'unknown', doubt: 'timeout' } };
  const found = await psp.findCapture(attemptOf(charge), operation, call);
  return found.outcome === 'found' ? { of: found.of, most: found.amount } : { result: found };
};

/** This service makes one final capture per charge. */
const mayBeSplit = (charge: Charge): boolean =>
  charge.capture_method === 'manual' && mayBeCapturedElsewhere(charge);

const mayBeCapturedElsewhere = ({ external, presumed, reversal }: Charge): boolean =>
  external === true || presumed === true || reversal !== undefined;
