import type { Attempt, Call, LookUpAnswer } from '../../types/psp.ts';
import type { SquareConnection } from './connection.ts';
import { findPayment } from './find-payment.ts';
import { getPayment } from './get-payment.ts';

/** The payment as it is now: by its id where that is known, else by the id that the list of payments has for our reference. */
export const lookUp = async (
  connection: SquareConnection,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<LookUpAnswer> => {
  if (attempt.psp_reference) return getPayment(connection, attempt, attempt.psp_reference, timeout_ms);
  const half_ms = Math.floor(timeout_ms / 2);
  const found = await findPayment(connection, attempt, half_ms);
  if ('trouble' in found) return found.trouble;
  return found.id === undefined
    ? { outcome: 'absent' }
    : getPayment(connection, attempt, found.id, timeout_ms - half_ms);
};
