import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { textAt } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import type { CheckoutComConnection } from './connection.ts';
import { type ActionType, lookUpOperation } from './look-up-operation.ts';
import { readRefusal } from './read-refusal.ts';

export type Action = {
  readonly type: ActionType;
  readonly path: 'captures' | 'voids' | 'refunds';
  readonly body?: { readonly [field: string]: unknown };
};

/**
 * `POST /payments/{id}/captures`, `…/voids` or `…/refunds`: 202 accepts it, the result comes by webhook and among the payment's actions. A
 * refusal that speaks of the payment's state can be the echo of an earlier call of the same operation whose answer was lost (its key keeps
 * only 2xx), so it counts only where the actions do not hold that operation.
 */
export const postAction = async (
  connection: CheckoutComConnection,
  attempt: Attempt,
  operation: Operation,
  { type, path, body }: Action,
  { timeout_ms }: Call,
): Promise<OperationAnswer> => {
  const payment = attempt.psp_reference;
  if (!payment) return { outcome: 'failed', reason: 'invalid_request', code: 'psp_reference_missing' };
  const half_ms = Math.floor(timeout_ms / 2);
  const reply = await connection.post(
    `/payments/${encodeURIComponent(payment)}/${path}`,
    `${operation.id}-${path}`,
    {
      ...body,
      reference: operation.id,
      metadata: { charge: attempt.reference, operation: operation.id },
    },
    half_ms,
  );
  if (reply.kind !== 'answered') return operationRefused(readRefusal(reply));
  if (reply.status === 202) {
    const psp_reference = textAt(reply.json, 'action_id');
    return psp_reference === undefined
      ? { outcome: 'unknown', doubt: 'unreadable_answer' }
      : { outcome: 'pending', psp_reference };
  }
  if (reply.status !== 403 && reply.status !== 404 && reply.status !== 422)
    return operationRefused(readRefusal(reply));
  const { currency } = attempt;
  const known = await lookUpOperation(
    connection,
    { type, payment, currency, operation },
    { timeout_ms: timeout_ms - half_ms },
  );
  return known.outcome === 'absent' ? refused(reply) : known;
};

/** Here 403 and 404 are about the payment, which may not (or no longer) be captured, voided or refunded. */
const refused = (reply: Parameters<typeof readRefusal>[0]): OperationAnswer => {
  const refusal = readRefusal(reply);
  return refusal.outcome === 'psp_unavailable' || 'doubt' in refusal
    ? { outcome: 'failed', reason: 'invalid_request', code: 'action_not_allowed' }
    : operationRefused(refusal);
};
