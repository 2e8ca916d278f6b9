import type { Attempt, Call, Operation, OperationLookUp } from '../../types/psp.ts';
import { booleanAt, listAt } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import { refundAnswer, refundId } from './refund-answer.ts';
import type { StripeApi } from './stripe-api.ts';
import { undecided } from './verdict.ts';

/** A refund by the id of ours written on it. One page holds more than a charge may have; beyond it, absence is not shown. */
export const lookUpRefund = async (
  api: StripeApi,
  attempt: Attempt,
  operation: Operation,
  { timeout_ms }: Call,
): Promise<OperationLookUp> => {
  if (operation.psp_reference !== undefined) {
    const reply = await api.get(`/v1/refunds/${encodeURIComponent(operation.psp_reference)}`, {}, timeout_ms);
    return reply.kind === 'object'
      ? refundAnswer(attempt, operation, reply.body)
      : operationRefused(undecided(reply));
  }
  if (attempt.psp_reference === undefined) return { outcome: 'unknown', doubt: 'ambiguous_error' };

  const query = { payment_intent: attempt.psp_reference, limit: '100' };
  const reply = await api.get('/v1/refunds', query, timeout_ms);
  if (reply.kind !== 'object') return operationRefused(undecided(reply));
  const refunds = listAt(reply.body, 'data');
  if (refunds === undefined) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const found = refunds.find((refund) => refundId(refund) === operation.id);
  if (found !== undefined) return refundAnswer(attempt, operation, found);
  return booleanAt(reply.body, 'has_more') === false
    ? { outcome: 'absent' }
    : { outcome: 'unknown', doubt: 'ambiguous_error' };
};
