import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { operationRefused } from '../operation-refused.ts';
import { writeReference } from '../reference.ts';
import { wirePart } from '../wire-part.ts';
import { capabilities } from './capabilities.ts';
import type { PayPalConnection } from './connection.ts';
import { writeMoney } from './money.ts';
import { onPayment } from './on-payment.ts';
import { readRefund } from './read-refund.ts';
import { readRefusal } from './read-refusal.ts';

/** Gives money back, in full or in part; several refunds add up to at most what was captured. */
export const refund = async (
  connection: PayPalConnection,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationAnswer> => {
  const wire = wirePart(capabilities.amounts, { amount: operation.amount, currency: attempt.currency });
  if (!wire.ok) return { outcome: 'failed', reason: 'not_supported', code: wire.reason };
  return onPayment(connection, attempt, 'capture', call, async (id, timeout_ms) => {
    const reply = await connection.move({
      path: `/v2/payments/captures/${encodeURIComponent(id)}/refund`,
      key: `${operation.id}-refund`,
      body: JSON.stringify({
        amount: writeMoney(wire.value, attempt.currency),
        custom_id: writeReference(attempt.reference, operation.id),
        invoice_id: operation.id,
      }),
      timeout_ms,
    });
    return reply.kind === 'answered' && (reply.status === 200 || reply.status === 201)
      ? readRefund(attempt, operation, reply.json)
      : operationRefused(readRefusal(reply));
  });
};
