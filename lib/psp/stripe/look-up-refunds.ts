import type { Attempt, Call, RefundsFound, Unknown } from '../../types/psp.ts';
import { booleanAt, listAt } from '../json.ts';
import type { StripeApi } from './stripe-api.ts';
import { readRefund, refundFact } from './stripe-refund.ts';
import { undecided } from './verdict.ts';

/** The refunds of a payment, newest first. One page holds more than a charge may have; if another follows, the list is not complete. */
export const lookUpRefunds = async (
  api: StripeApi,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<RefundsFound | Unknown> => {
  if (attempt.psp_reference === undefined) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const query = { payment_intent: attempt.psp_reference, limit: '100' };
  const reply = await api.get('/v1/refunds', query, timeout_ms);
  if (reply.kind !== 'object') return undecided(reply);
  const refunds = listAt(reply.body, 'data')?.map(readRefund);
  if (refunds === undefined || !refunds.every((refund) => refund !== undefined))
    return { outcome: 'unknown', doubt: 'unreadable_answer' };
  if (refunds.some(({ money }) => money.currency !== attempt.currency))
    return { outcome: 'unknown', doubt: 'amount_mismatch' };
  return {
    outcome: 'found',
    refunds: refunds.filter(({ is_release }) => !is_release).map(refundFact),
    complete: booleanAt(reply.body, 'has_more') === false,
  };
};
