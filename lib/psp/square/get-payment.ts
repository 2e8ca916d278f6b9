import type { Attempt, LookUpAnswer } from '../../types/psp.ts';
import { at } from '../json.ts';
import { answerOf } from './answer-of.ts';
import type { SquareConnection } from './connection.ts';
import { readPayment } from './read-payment.ts';
import { undecided } from './undecided.ts';

/** `GET /v2/payments/{id}`, which shows a payment as it is now. */
export const getPayment = async (
  connection: SquareConnection,
  attempt: Attempt,
  psp_reference: string,
  timeout_ms: number,
): Promise<Exclude<LookUpAnswer, { outcome: 'absent' }>> => {
  const reply = await connection.get(`/v2/payments/${encodeURIComponent(psp_reference)}`, timeout_ms);
  const json = answerOf(reply);
  return json === undefined
    ? { ...undecided(reply), psp_reference }
    : readPayment(attempt, at(json, 'payment'));
};
