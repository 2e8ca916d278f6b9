import type { Charge } from '../types/charge.ts';
import type {
  LookUpResult,
  Operation,
  OperationResult,
  RefundFact,
  RefundsFound,
  Unknown,
} from '../types/psp.ts';
import { takenOf } from './captured-total.ts';

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
  const fact = found.refunds.find((refund) => refund.operation === operation.id);
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
