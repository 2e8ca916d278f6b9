import type { Attempt, Call, OperationAnswer } from '../../types/psp.ts';
import { at } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import { answerOf } from './answer-of.ts';
import type { SquareConnection } from './connection.ts';
import { getPayment } from './get-payment.ts';
import { readPayment } from './read-payment.ts';
import { readRefusal } from './read-refusal.ts';

type Change = {
  readonly path: 'complete' | 'cancel';
  readonly body?: { readonly [field: string]: unknown };
  /** The outcome that the payment then shows. */
  readonly becomes: 'captured' | 'canceled';
};

/**
 * `POST /v2/payments/{id}/complete` or `…/cancel`, neither of which takes an idempotency key. A refusal can be the echo of an earlier call whose
 * answer was lost, so the payment itself is asked before one counts.
 */
export const changeState = async (
  connection: SquareConnection,
  attempt: Attempt,
  { path, body, becomes }: Change,
  { timeout_ms }: Call,
): Promise<OperationAnswer> => {
  const payment = attempt.psp_reference;
  if (!payment) return { outcome: 'failed', reason: 'invalid_request', code: 'psp_reference_missing' };
  const half_ms = Math.floor(timeout_ms / 2);
  const reply = await connection.post(
    `/v2/payments/${encodeURIComponent(payment)}/${path}`,
    body,
    timeout_ms - half_ms,
  );
  const json = answerOf(reply);
  if (json !== undefined) return resultOf(readPayment(attempt, at(json, 'payment')), becomes);
  const refusal = readRefusal(reply);
  if (reply.kind !== 'answered' || ![400, 404, 409].includes(reply.status)) return operationRefused(refusal);
  const now = await getPayment(connection, attempt, payment, half_ms);
  if (now.outcome === 'approved' && !('doubt' in refusal)) return operationRefused(refusal);
  return resultOf(now, becomes);
};

const resultOf = (
  answer: ReturnType<typeof readPayment>,
  becomes: 'captured' | 'canceled',
): OperationAnswer => {
  if (answer.outcome === becomes) return { outcome: 'succeeded' };
  if (answer.outcome === 'captured' || answer.outcome === 'canceled')
    return { outcome: 'failed', reason: 'invalid_request', code: answer.outcome };
  return { outcome: 'unknown', doubt: 'doubt' in answer ? answer.doubt : 'ambiguous_error' };
};
