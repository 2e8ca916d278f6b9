import type { Attempt, Operation, OperationAnswer } from '../../types/psp.ts';
import { echoesPart } from '../echoes-amount.ts';
import { at, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import { capabilities } from './capabilities.ts';
import { readMoney } from './money.ts';

/** What a refund says about this one, once it is certain that it is this one and for this amount. */
export const readRefund = (attempt: Attempt, operation: Operation, json: unknown): OperationAnswer => {
  if (refundOf(json) !== operation.id) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const money = readMoney(at(json, 'amount'));
  const expected = { amount: operation.amount, currency: attempt.currency };
  return echoesPart(capabilities.amounts, expected, money?.value, money?.currency)
    ? describeRefund(json)
    : { outcome: 'unknown', doubt: 'amount_mismatch' };
};

/** The id of ours written on a refund. */
export const refundOf = (json: unknown): string | undefined =>
  readReference(textAt(json, 'custom_id'))?.operation;

/** What a refund's status says, its amount aside. */
export const describeRefund = (json: unknown): OperationAnswer => {
  const psp_reference = textAt(json, 'id');
  if (psp_reference === undefined) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  switch (at(json, 'status')) {
    case 'COMPLETED':
      return { outcome: 'succeeded', psp_reference };
    case 'PENDING':
      return { outcome: 'pending', psp_reference };
    case 'FAILED':
      return { outcome: 'failed', reason: 'processor_error', code: 'FAILED' };
    case 'CANCELLED':
      return { outcome: 'failed', reason: 'processor_error', code: 'CANCELLED' };
    default:
      return { outcome: 'unknown', doubt: 'unreadable_answer' };
  }
};
