import type { Attempt, Unknown } from '../../types/psp.ts';
import type { PayPalConnection } from './connection.ts';
import { type Order, readOrder } from './order.ts';
import { isForeign } from './order-answer.ts';
import { undecided } from './undecided.ts';

/** `GET /v2/checkout/orders/{id}`: the attempt's order as it is now, or why it is not known. */
export const getOrder = async (
  connection: PayPalConnection,
  attempt: Attempt & { readonly psp_reference: string },
  timeout_ms: number,
): Promise<{ readonly order: Order } | { readonly trouble: Unknown }> => {
  const path = `/v2/checkout/orders/${encodeURIComponent(attempt.psp_reference)}`;
  const reply = await connection.get({ path, timeout_ms });
  if (reply.kind !== 'answered' || reply.status !== 200) return { trouble: undecided(reply) };
  const order = readOrder(reply.json);
  return order === undefined || isForeign(attempt, order)
    ? { trouble: { outcome: 'unknown', doubt: 'unreadable_answer' } }
    : { order };
};
