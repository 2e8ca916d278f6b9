import type { Attempt, Call, Declined, LookUpAnswer, Unknown } from '../../types/psp.ts';
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
    () => ({ details: { redirectResult } }),
    call,
  );
  return reply.kind === 'answered' && reply.status === 200
    ? readPayment(attempt, reply.json)
    : notCompleted(readRefusal(reply));
};

/** A call that did not get through can be made again when the customer comes back once more, so it ends nothing. */
const notCompleted = (refusal: Declined | Unknown): Declined | Unknown => {
  switch (refusal.outcome) {
    case 'unknown':
    case 'duplicate':
      return refusal;
    case 'not_sent':
      return { outcome: 'unknown', doubt: 'connection_lost' };
    case 'psp_unavailable':
    case 'rate_limited':
      return { outcome: 'unknown', doubt: 'ambiguous_error' };
    // What Adyen finds wrong with this call is the result it was given: the authentication did not succeed.
    default:
      return { ...refusal, outcome: 'authentication_failed' };
  }
};
