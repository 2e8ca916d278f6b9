import { toWire } from '../../types/amount-rules.ts';
import type {
  Attempt,
  AuthorizationAnswer,
  AuthorizeRequest,
  Call,
  Declined,
  Unknown,
} from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { capabilities } from './capabilities.ts';
import type { PayPalConnection } from './connection.ts';
import { createOrder } from './create-order.ts';
import { paymentSource } from './payment-source.ts';
import { readPaid } from './read-paid.ts';
import { readRefusal } from './read-refusal.ts';

/** Creates the order, which moves no money, and pays it with the card: only that second call does. */
export const authorize = async (
  connection: PayPalConnection,
  attempt: Attempt,
  request: AuthorizeRequest,
  { timeout_ms }: Call,
): Promise<AuthorizationAnswer> => {
  const amount = toWire(capabilities.amounts, attempt);
  if (!amount.ok) return { outcome: 'not_supported', code: amount.reason };
  const third_ms = Math.floor(timeout_ms / 3);
  const created = await createOrder(connection, attempt, third_ms);
  switch (created.kind) {
    case 'doubtful':
      return created.doubt;
    case 'refused':
      return beforePaying(created.reply);
    case 'created': {
      const { id } = created.order;
      const reply = await connection.move({
        path: `/v2/checkout/orders/${encodeURIComponent(id)}/${verbOf(attempt)}`,
        key: `${attempt.reference}-p`,
        body: JSON.stringify({ payment_source: paymentSource(request) }),
        timeout_ms: timeout_ms - third_ms,
      });
      return readPaid({ ...attempt, psp_reference: id }, reply);
    }
    default:
      return created satisfies never;
  }
};

export const verbOf = ({ capture_method }: Attempt): 'capture' | 'authorize' =>
  capture_method === 'automatic' ? 'capture' : 'authorize';

/** Nothing was paid, so an answer that never came or makes no sense is a no all the same. */
const beforePaying = (reply: JsonReply): Declined | Unknown => {
  const refusal = readRefusal(reply);
  // A creation under the same key is under way or was paid, and with it another call of this attempt.
  if (!('doubt' in refusal) || refusal.outcome === 'duplicate') return refusal;
  return reply.kind === 'lost'
    ? { outcome: 'not_sent', code: `preparation_${refusal.doubt}` }
    : { outcome: 'psp_unavailable', code: 'preparation_failed' };
};
