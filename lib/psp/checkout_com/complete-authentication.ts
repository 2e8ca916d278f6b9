import type { Attempt, Call, LookUpAnswer } from '../../types/psp.ts';
import { textAt } from '../json.ts';
import type { CheckoutComConnection } from './connection.ts';
import { getPayment } from './get-payment.ts';
import { lookUp } from './look-up.ts';

/**
 * Checkout.com finishes the payment itself before it sends the customer back: what is left is to ask. The session id in the query is the
 * customer's word, so a payment that it leads to counts only where reference, amount and currency are the attempt's; otherwise, and where
 * the query has none, the payment is looked up.
 */
export const completeAuthentication = async (
  connection: CheckoutComConnection,
  attempt: Attempt,
  params: Readonly<Record<string, string>>,
  call: Call,
): Promise<LookUpAnswer> => {
  const session = textAt(params, 'cko-session-id');
  if (session === undefined || !/^sid_\w{26}$/.test(session)) return lookUp(connection, attempt, call);
  const half_ms = Math.floor(call.timeout_ms / 2);
  const answer = await getPayment(connection, attempt, session, half_ms);
  return answer.outcome === 'unknown' && answer.doubt !== 'pending'
    ? lookUp(connection, attempt, { timeout_ms: call.timeout_ms - half_ms })
    : answer;
};
