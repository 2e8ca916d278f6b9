import type { Attempt, Call, Operation, OperationLookUp, Unknown } from '../../types/psp.ts';
import { at, listAt, textAt } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import { answerOf } from './answer-of.ts';
import type { SquareConnection } from './connection.ts';
import { readRefund, refundOf } from './read-refund.ts';
import { undecided } from './undecided.ts';

/**
 * A refund by Square's id where it is known, else by ours among the payment's, whose ids the payment lists. The newest twenty are looked at,
 * side by side; beyond them absence is not shown.
 */
export const lookUpRefund = async (
  connection: SquareConnection,
  attempt: Attempt,
  operation: Operation,
  { timeout_ms }: Call,
): Promise<OperationLookUp> => {
  if (operation.psp_reference) {
    const found = await getRefund(connection, operation.psp_reference, timeout_ms);
    return 'refund' in found ? readRefund(attempt, operation, found.refund) : operationRefused(found.trouble);
  }
  if (!attempt.psp_reference) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const half_ms = Math.floor(timeout_ms / 2);
  const path = `/v2/payments/${encodeURIComponent(attempt.psp_reference)}`;
  const reply = await connection.get(path, half_ms);
  const json = answerOf(reply);
  if (json === undefined) return operationRefused(undecided(reply));
  if (textAt(json, 'payment', 'id') !== attempt.psp_reference)
    return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const ids = (listAt(json, 'payment', 'refund_ids') ?? []).flatMap((id) => textAt(id) ?? []);
  return among(connection, attempt, operation, ids, timeout_ms - half_ms);
};

const most = 20;

const among = async (
  connection: SquareConnection,
  attempt: Attempt,
  operation: Operation,
  ids: readonly string[],
  timeout_ms: number,
): Promise<OperationLookUp> => {
  const answers = await Promise.all(ids.slice(-most).map((id) => getRefund(connection, id, timeout_ms)));
  const refunds = answers.flatMap((answer) => ('refund' in answer ? [answer.refund] : []));
  const refund = refunds.find((candidate) => refundOf(candidate) === operation.id);
  if (refund !== undefined) return readRefund(attempt, operation, refund);
  return refunds.length === ids.length
    ? { outcome: 'absent' }
    : { outcome: 'unknown', doubt: 'ambiguous_error' };
};

/** `GET /v2/refunds/{id}`. */
const getRefund = async (
  connection: SquareConnection,
  id: string,
  timeout_ms: number,
): Promise<{ readonly refund: unknown } | { readonly trouble: Unknown }> => {
  const reply = await connection.get(`/v2/refunds/${encodeURIComponent(id)}`, timeout_ms);
  const json = answerOf(reply);
  return json === undefined ? { trouble: undecided(reply) } : { refund: at(json, 'refund') };
};
