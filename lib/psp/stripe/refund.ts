import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { operationRefused } from '../operation-refused.ts';
import { wirePart } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { locateIntent } from './locate-intent.ts';
import type { StripeApi } from './stripe-api.ts';
import { readRefund, refundAnswer } from './stripe-refund.ts';
import { verdict } from './verdict.ts';

/** Refunds in full or in part, in total at most the captured amount. */
export const refund = async (
  api: StripeApi,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationAnswer> => {
  const amount = wirePart(capabilities.amounts, { amount: operation.amount, currency: attempt.currency });
  if (!amount.ok) return { outcome: 'failed', reason: 'not_supported', code: amount.reason };
  const located = await locateIntent(api, attempt, call);
  if (located.kind === 'unlocated') return { outcome: 'unknown', doubt: 'ambiguous_error' };

  const reply = await api.post(
    '/v1/refunds',
    {
      payment_intent: located.id,
      amount: amount.value,
      reason: operation.reason,
      metadata: { refund: operation.id, charge: attempt.reference },
    },
    `${operation.id}-refund`,
    located.timeout_ms,
  );
  return reply.kind === 'object'
    ? refundAnswer(attempt, operation, readRefund(reply.body))
    : operationRefused(verdict(reply));
};
