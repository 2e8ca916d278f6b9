import type { Attempt, Call, Operation, OperationLookUp } from '../../types/psp.ts';
import { operationRefused } from '../operation-refused.ts';
import type { PayPalConnection } from './connection.ts';
import { getOrder } from './get-order.ts';
import { readRefund, refundOf } from './read-refund.ts';
import { undecided } from './undecided.ts';

/** A refund by PayPal's id where it is known, else by ours among those of its order, which lists them all. */
export const lookUpRefund = async (
  connection: PayPalConnection,
  attempt: Attempt,
  operation: Operation,
  { timeout_ms }: Call,
): Promise<OperationLookUp> => {
  if (operation.psp_reference) {
    const path = `/v2/payments/refunds/${encodeURIComponent(operation.psp_reference)}`;
    const reply = await connection.get({ path, timeout_ms });
    return reply.kind === 'answered' && reply.status === 200
      ? readRefund(attempt, operation, reply.json)
      : operationRefused(undecided(reply));
  }
  const { psp_reference } = attempt;
  if (!psp_reference) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const found = await getOrder(connection, { ...attempt, psp_reference }, timeout_ms);
  if ('trouble' in found) return operationRefused(found.trouble);
  const refund = found.order.refunds.find((candidate) => refundOf(candidate) === operation.id);
  return refund === undefined ? { outcome: 'absent' } : readRefund(attempt, operation, refund);
};
