import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { at } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import { writeReference } from '../reference.ts';
import { wirePart } from '../wire-part.ts';
import { answerOf } from './answer-of.ts';
import { capabilities } from './capabilities.ts';
import type { SquareConnection } from './connection.ts';
import { readRefund } from './read-refund.ts';
import { readRefusal } from './read-refusal.ts';

/** `POST /v2/refunds`. A refund has no reference of the merchant's: its reason, which every event repeats, holds both our ids. */
export const refund = async (
  connection: SquareConnection,
  attempt: Attempt,
  operation: Operation,
  { timeout_ms }: Call,
): Promise<OperationAnswer> => {
  const payment = attempt.psp_reference;
  const wire = wirePart(capabilities.amounts, { amount: operation.amount, currency: attempt.currency });
  if (!wire.ok) return { outcome: 'failed', reason: 'not_supported', code: wire.reason };
  if (!payment) return { outcome: 'failed', reason: 'invalid_request', code: 'psp_reference_missing' };
  const reply = await connection.post(
    '/v2/refunds',
    {
      idempotency_key: `${operation.id}-refund`,
      payment_id: payment,
      amount_money: { amount: wire.value, currency: attempt.currency.toUpperCase() },
      reason: writeReference(attempt.reference, operation.id),
    },
    timeout_ms,
  );
  const json = answerOf(reply);
  return json === undefined
    ? operationRefused(readRefusal(reply))
    : readRefund(attempt, operation, at(json, 'refund'));
};
