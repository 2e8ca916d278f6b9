import { createHash } from 'node:crypto';
import type { Attempt, Call, LookUpResult } from '../../types/psp.ts';
import { markFinalDecline, markRefusedCompletion } from '../mark-completion.ts';
import type { AdyenClient } from './client.ts';
import { readCompletion } from './read-payment.ts';
import { readRefusal } from './read-refusal.ts';

/**
 * `POST /payments/details` with the parameters that Adyen added to the return URL. Nothing is authorised before this call. A return without
 * `redirectResult` leaves the attempt open, and Adyen closes it (OFFER_CLOSED).
 *
 * Only `redirectResult` identifies the payment, and anyone who has the URL can change it. So the idempotency key includes it: the response to a
 * forged return cannot be replayed to the genuine one.
 */
export const completeAuthentication = async (
  post: AdyenClient,
  attempt: Attempt,
  { redirectResult }: Readonly<Record<string, string>>,
  call: Call,
): Promise<LookUpResult> => {
  if (!redirectResult) return { outcome: 'unknown', doubt: 'pending' };
  const digest = createHash('sha256').update(redirectResult).digest('base64url').slice(0, 22);
  const reply = await post(
    '/payments/details',
    `${attempt.reference}-d-${digest}`,
    () => ({ details: { redirectResult } }),
    call,
  );
  return reply.kind === 'answered' && reply.status === 200
    ? markFinalDecline(readCompletion(attempt, reply.json))
    : markRefusedCompletion(reply, readRefusal(reply));
};
