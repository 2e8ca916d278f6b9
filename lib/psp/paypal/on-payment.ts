import type { Attempt, Call, OperationAnswer } from '../../types/psp.ts';
import { textAt } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import type { PayPalConnection } from './connection.ts';
import { getOrder } from './get-order.ts';
import type { Order } from './order.ts';
import { isRefused } from './order-answer.ts';

/**
 * Captures and voids are made on the authorisation, refunds on the capture: the order, whose id is what we keep, names both. The call itself
 * gets two thirds of the time.
 */
export const onPayment = async (
  connection: PayPalConnection,
  attempt: Attempt,
  kind: 'authorization' | 'capture',
  { timeout_ms }: Call,
  operate: (id: string, timeout_ms: number) => Promise<OperationAnswer>,
): Promise<OperationAnswer> => {
  const { psp_reference } = attempt;
  if (!psp_reference) return { outcome: 'failed', reason: 'invalid_request', code: 'psp_reference_missing' };
  const third_ms = Math.floor(timeout_ms / 3);
  const found = await getOrder(connection, { ...attempt, psp_reference }, third_ms);
  if ('trouble' in found) return operationRefused(found.trouble);
  const id = paymentId(found.order, kind);
  return id === undefined
    ? { outcome: 'failed', reason: 'invalid_request', code: `${kind}_missing` }
    : operate(id, timeout_ms - third_ms);
};

const paymentId = (order: Order, kind: 'authorization' | 'capture'): string | undefined =>
  kind === 'authorization'
    ? textAt(order.authorizations, 0, 'id')
    : textAt(
        order.captures.find((capture) => !isRefused(capture)),
        'id',
      );
