import type { Attempt, Operation, OperationAnswer } from '../../types/psp.ts';
import { echoesPart } from '../echoes-amount.ts';
import { at, integerAt, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import { capabilities } from './capabilities.ts';

/** What a PaymentRefund says about this refund, once it is certain that it is this one and for this amount. */
export const readRefund = (attempt: Attempt, operation: Operation, refund: unknown): OperationAnswer => {
  if (refundOf(refund) !== operation.id) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const expected = { amount: operation.amount, currency: attempt.currency };
  const value = integerAt(refund, 'amount_money', 'amount');
  return echoesPart(capabilities.amounts, expected, value, textAt(refund, 'amount_money', 'currency'))
    ? describeRefund(refund)
    : { outcome: 'unknown', doubt: 'amount_mismatch' };
};

/** The id of ours written on a refund. */
export const refundOf = (refund: unknown): string | undefined =>
  readReference(textAt(refund, 'reason'))?.operation;

/** What a refund's status says, its amount aside. */
export const describeRefund = (refund: unknown): OperationAnswer => {
  const psp_reference = textAt(refund, 'id');
  if (psp_reference === undefined) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  switch (at(refund, 'status')) {
    case 'COMPLETED':
      return { outcome: 'succeeded', psp_reference };
    case 'PENDING':
      return { outcome: 'pending', psp_reference };
    case 'REJECTED':
      return { outcome: 'failed', reason: 'do_not_honor', code: 'REJECTED' };
    case 'FAILED':
      return { outcome: 'failed', reason: 'processor_error', code: 'FAILED' };
    default:
      return { outcome: 'unknown', doubt: 'unreadable_answer' };
  }
};
