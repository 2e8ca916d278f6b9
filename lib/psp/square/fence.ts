import type { Attempt, Call, FenceAnswer } from '../../types/psp.ts';
import { answerOf } from './answer-of.ts';
import type { SquareConnection } from './connection.ts';
import { undecided } from './undecided.ts';

/**
 * `POST /v2/payments/cancel`: cancels the payment made under the attempt's key, and answers the same where there is none. It leaves no mark
 * against a payment that is still on its way, so it is for the time after the attempt's last call; what shows up all the same is returned.
 */
export const fence = async (
  connection: SquareConnection,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<FenceAnswer> => {
  const body = { idempotency_key: attempt.reference };
  const reply = await connection.post('/v2/payments/cancel', body, timeout_ms);
  const { psp_reference } = attempt;
  const known = psp_reference === undefined ? {} : { psp_reference };
  // No refusal of this call says anything about the payment.
  return answerOf(reply) === undefined
    ? { ...undecided(reply), ...known }
    : { outcome: 'canceled', ...known };
};
