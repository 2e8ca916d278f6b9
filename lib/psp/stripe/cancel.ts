import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { operationRefused } from '../operation-refused.ts';
import { isForeign, refusedIntent } from './authorization-answer.ts';
import { locateIntent } from './locate-intent.ts';
import { readPaymentIntent } from './payment-intent.ts';
import type { StripeApi } from './stripe-api.ts';
import { verdict } from './verdict.ts';

/** Releases the hold. */
export const cancel = async (
  api: StripeApi,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationAnswer> => {
  const located = await locateIntent(api, attempt, call);
  if (located.kind === 'unlocated') return { outcome: 'unknown', doubt: 'ambiguous_error' };

  const known = { ...attempt, psp_reference: located.id };
  const path = `/v1/payment_intents/${encodeURIComponent(located.id)}/cancel`;
  const reply = await api.post(path, {}, `${operation.id}-cancel`, located.timeout_ms);
  if (reply.kind === 'object') {
    const intent = readPaymentIntent(reply.body);
    if (intent === undefined || isForeign(known, intent))
      return { outcome: 'unknown', doubt: 'unreadable_answer' };
    return intent.status === 'canceled'
      ? { outcome: 'succeeded' }
      : { outcome: 'unknown', doubt: 'ambiguous_error' };
  }
  switch (refusedIntent(known, reply)?.status) {
    case 'canceled':
      return { outcome: 'succeeded' };
    case 'succeeded':
      return { outcome: 'failed', reason: 'invalid_request', code: 'succeeded' };
    case undefined:
      return operationRefused(verdict(reply));
    default:
      return { outcome: 'unknown', doubt: 'ambiguous_error' };
  }
};
