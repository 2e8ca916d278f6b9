import type { Attempt, Operation, OperationAnswer } from '../../types/psp.ts';
import { echoesPart } from '../echoes-amount.ts';
import { at, integerAt, textAt } from '../json.ts';
import { capabilities } from './capabilities.ts';
import { outcomes } from './outcomes.ts';

/** What a Refund object says about this refund, once it is certain that it is this one and for this amount. */
export const refundAnswer = (attempt: Attempt, operation: Operation, refund: unknown): OperationAnswer => {
  if (refundId(refund) !== operation.id) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const expected = { amount: operation.amount, currency: attempt.currency };
  return echoesPart(capabilities.amounts, expected, integerAt(refund, 'amount'), textAt(refund, 'currency'))
    ? describeRefund(refund)
    : { outcome: 'unknown', doubt: 'amount_mismatch' };
};

/** The id of ours written on a refund. */
export const refundId = (refund: unknown): string | undefined =>
  at(refund, 'object') === 'refund' ? textAt(refund, 'metadata', 'refund') : undefined;

/** What a refund's status says, its amount aside. */
export const describeRefund = (refund: unknown): OperationAnswer => {
  const psp_reference = textAt(refund, 'id');
  if (at(refund, 'object') !== 'refund' || psp_reference === undefined)
    return { outcome: 'unknown', doubt: 'unreadable_answer' };
  switch (at(refund, 'status')) {
    case 'succeeded':
      return { outcome: 'succeeded', psp_reference };
    case 'pending':
    case 'requires_action':
      return { outcome: 'pending', psp_reference };
    case 'failed':
    case 'canceled':
      return failed(textAt(refund, 'failure_reason'));
    default:
      return { outcome: 'unknown', doubt: 'unreadable_answer' };
  }
};

const failed = (reason: string | undefined): OperationAnswer =>
  reason !== undefined && Object.hasOwn(outcomes, reason)
    ? { outcome: 'failed', reason: outcomes[reason] ?? 'unmapped', code: reason }
    : { outcome: 'failed', reason: 'unmapped' };
