import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { echoesPart } from '../echoes-amount.ts';
import { at, textAt } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import { wirePart } from '../wire-part.ts';
import { capabilities } from './capabilities.ts';
import type { PayPalConnection } from './connection.ts';
import { readMoney, writeMoney } from './money.ts';
import { onPayment } from './on-payment.ts';
import { readDeclined } from './read-declined.ts';
import { readRefusal } from './read-refusal.ts';

/** Captures once, all or part; `final_capture` releases what is left. */
export const capture = async (
  connection: PayPalConnection,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationAnswer> => {
  const money = { amount: operation.amount, currency: attempt.currency };
  const wire = wirePart(capabilities.amounts, money);
  if (!wire.ok) return { outcome: 'failed', reason: 'not_supported', code: wire.reason };
  return onPayment(connection, attempt, 'authorization', call, async (id, timeout_ms) => {
    const reply = await connection.move({
      path: `/v2/payments/authorizations/${encodeURIComponent(id)}/capture`,
      key: `${operation.id}-capture`,
      body: JSON.stringify({ amount: writeMoney(wire.value, attempt.currency), final_capture: true }),
      timeout_ms,
    });
    if (reply.kind !== 'answered' || (reply.status !== 200 && reply.status !== 201))
      return operationRefused(readRefusal(reply));
    const written = readMoney(at(reply.json, 'amount'));
    const answer = readCapture(reply.json);
    return answer.outcome === 'unknown' ||
      echoesPart(capabilities.amounts, money, written?.value, written?.currency)
      ? answer
      : { outcome: 'unknown', doubt: 'amount_mismatch' };
  });
};

const readCapture = (json: unknown): OperationAnswer => {
  const psp_reference = textAt(json, 'id');
  const known = psp_reference === undefined ? {} : { psp_reference };
  switch (at(json, 'status')) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return { outcome: 'succeeded', ...known };
    case 'PENDING':
      return { outcome: 'pending', ...known };
    case 'DECLINED':
    case 'FAILED':
      return operationRefused(readDeclined(json));
    default:
      return { outcome: 'unknown', doubt: 'unreadable_answer' };
  }
};
