import { toWire } from '../../types/amount-rules.ts';
import type { Attempt, Unknown } from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { capabilities } from './capabilities.ts';
import type { PayPalConnection } from './connection.ts';
import { writeMoney } from './money.ts';
import { type Order, readOrder } from './order.ts';
import { isForeign, tells } from './order-answer.ts';

/** `refused`: no order. `doubtful`: an answer that is not the one expected, so that this order must not be paid. */
export type CreatedOrder =
  | { readonly kind: 'created'; readonly order: Order }
  | { readonly kind: 'refused'; readonly reply: JsonReply }
  | { readonly kind: 'doubtful'; readonly doubt: Unknown };

/**
 * Creates the attempt's order without a payment source, which moves no money. Key and body come from the attempt alone: whoever repeats the
 * call within PayPal's six hours, recovery without the card included, gets the same order as it is then. The invoice id is ours as well: an
 * account that insists on unique ones (PayPal's default) takes no second payment for it, whatever happens.
 */
export const createOrder = async (
  connection: PayPalConnection,
  attempt: Attempt,
  timeout_ms: number,
): Promise<CreatedOrder> => {
  const amount = toWire(capabilities.amounts, attempt);
  const unit = {
    reference_id: 'default',
    custom_id: attempt.reference,
    invoice_id: attempt.reference,
    ...(amount.ok ? { amount: writeMoney(amount.value, attempt.currency) } : {}),
  };
  const reply = await connection.post({
    path: '/v2/checkout/orders',
    key: `${attempt.reference}-o`,
    body: JSON.stringify({
      intent: attempt.capture_method === 'automatic' ? 'CAPTURE' : 'AUTHORIZE',
      purchase_units: [unit],
    }),
    timeout_ms,
  });
  if (reply.kind !== 'answered' || (reply.status !== 200 && reply.status !== 201))
    return { kind: 'refused', reply };
  const order = readOrder(reply.json);
  if (order === undefined || isForeign(attempt, order))
    return { kind: 'doubtful', doubt: { outcome: 'unknown', doubt: 'unreadable_answer' } };
  return tells(attempt, order.amount)
    ? { kind: 'created', order }
    : { kind: 'doubtful', doubt: { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: order.id } };
};
