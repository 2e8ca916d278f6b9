import type { Attempt, Call, LookUpAnswer } from '../../types/psp.ts';
import type { AdyenConnection } from './connection.ts';
import { readPayment } from './read-payment.ts';
import { readRefusal } from './read-refusal.ts';

/**
 * `POST /payments/details` with what Adyen added to the return address. Nothing is authorised before this call, so a return that carries no
 * `redirectResult` leaves the attempt open: Adyen closes it itself (OFFER_CLOSED).
 */
export const completeAuthentication = async (
  post: AdyenConnection,
  attempt: Attempt,
  params: Readonly<Record<string, string>>,
  call: Call,
): Promise<LookUpAnswer> => {
  const redirectResult = params.redirectResult;
  if (!redirectResult) return { outcome: 'unknown', doubt: 'pending' };
  const reply = await post(
    '/payments/details',
    `${attempt.reference}-d`,
    { details: { redirectResult } },
    call,
  );
  if (reply.kind === 'answered' && reply.status === 200) return readPayment(attempt, reply.json);
  const refusal = readRefusal(reply);
  // What Adyen finds wrong with this call is the result it was given: the authentication did not succeed.
  return refusal.outcome === 'invalid_request' ? { ...refusal, outcome: 'authentication_failed' } : refusal;
};
