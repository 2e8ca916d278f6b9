import type { Attempt, Call, FenceAnswer, LookUpAnswer } from '../../types/psp.ts';
import type { SquareConnection } from './connection.ts';
import { lookUp } from './look-up.ts';
import { answerOf, undecided } from './replies.ts';

/**
 * `POST /v2/payments/cancel`: cancels the payment made under the attempt's key, and answers the same if there is none, or none that can still be
 * canceled; so the payment is looked up afterwards. It leaves no mark against a payment still on its way, so it is for the time after the attempt's
 * last call; anything that still shows up is returned.
 */
export const fence = async (
  connection: SquareConnection,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<FenceAnswer> => {
  const third_ms = Math.floor(timeout_ms / 3);
  const body = { idempotency_key: attempt.reference };
  const reply = await connection.post('/v2/payments/cancel', body, third_ms);
  const refused = reply.kind === 'answered' && [400, 404, 409].includes(reply.status);
  if (answerOf(reply) === undefined && !refused) return undecided(reply);
  return fenced(await lookUp(connection, attempt, { timeout_ms: timeout_ms - third_ms }));
};

/** Dead, or what it became instead. Seeing no payment says nothing here: it may be on its way, or not listed yet. */
const fenced = (found: LookUpAnswer): FenceAnswer => {
  switch (found.outcome) {
    case 'absent':
      return { outcome: 'unknown', doubt: 'pending' };
    case 'approved':
    case 'requires_action':
      return { outcome: 'unknown', doubt: 'ambiguous_error', psp_reference: found.psp_reference };
    default:
      return found;
  }
};
