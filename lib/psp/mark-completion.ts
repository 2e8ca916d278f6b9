import { isDecline, type Outcome } from '../types/outcome.ts';
import type { AuthorizationResult } from '../types/psp.ts';
import type { JsonReply } from './exchange-json.ts';

/**
 * The result of a completing call that did not succeed: a definite decline with a code of the PSP refuses the completion. A problem of our key (401)
 * or our rate (429) says nothing about the payment, nor does a proxy's page, which has no code.
 */
export const markRefusedCompletion = (reply: JsonReply, result: AuthorizationResult): AuthorizationResult => {
  if (reply.kind !== 'answered' || concernsCaller(reply.status)) return result;
  return 'code' in result && result.code !== undefined ? { ...result, refuses_completion: true } : result;
};

const concernsCaller = (status: number): boolean => status === 401 || status === 429;

/** What a completion shows of the payment itself: once that is declined, nothing can be completed any more, whatever the category. */
export const markFinalDecline = <Result extends { readonly outcome: Outcome | 'canceled' | 'absent' }>(
  result: Result,
): Result => {
  const { outcome } = result;
  const isDeclined = outcome !== 'canceled' && outcome !== 'absent' && isDecline(outcome);
  return isDeclined ? { ...result, refuses_completion: true } : result;
};
