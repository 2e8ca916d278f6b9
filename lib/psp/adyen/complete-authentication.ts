import { createHash } from 'node:crypto';
import type { Attempt, Call, LookUpAnswer } from '../../types/psp.ts';
import type { AdyenConnection } from './connection.ts';
import { readCompletion } from './read-payment.ts';
import { readRefusal } from './read-refusal.ts';

/**
 * `POST /payments/details` with what Adyen added to the return address. Nothing is authorised before this call, so a return that carries no
 * `redirectResult` leaves the attempt open: Adyen closes it itself (OFFER_CLOSED).
 *
 * The call names no payment but by that text, which whoever holds the address can change. So its key is of the text too: a forged return cannot have
 * its answer replayed to the genuine one.
 */
export const completeAuthentication = async (
  post: AdyenConnection,
  attempt: Attempt,
  { redirectResult }: Readonly<Record<string, string>>,
  call: Call,
): Promise<LookUpAnswer> => {
  if (!redirectResult) return { outcome: 'unknown', doubt: 'pending' };
  const digest = createHash('sha256').update(redirectResult).digest('base64url').slice(0, 22);
  const reply = await post(
    '/payments/details',
    `${attempt.reference}-d-${digest}`,
    () => ({ details: { redirectResult } }),
    call,
  );
  return reply.kind === 'answered' && reply.status === 200
    ? readCompletion(attempt, reply.json)
    : readRefusal(reply);
};
