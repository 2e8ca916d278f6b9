import type { Attempt, Call, Declined, LookUpAnswer, Unknown } from '../../types/psp.ts';
import { at } from '../json.ts';
import { verbOf } from './authorize.ts';
import type { PayPalConnection } from './connection.ts';
import { getOrder } from './get-order.ts';
import type { Order } from './order.ts';
import { orderAnswer } from './order-answer.ts';
import { readPaid } from './read-paid.ts';

/**
 * The customer is back: the order tells what the issuer said, and unless it was paid by an earlier return, this is the call that pays it. What
 * the customer's browser brought along is anybody's and is not read. An order that still waits for the customer ends here: nothing but our own
 * call pays it, and that is not made any more.
 */
export const completeAuthentication = async (
  connection: PayPalConnection,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<LookUpAnswer> => {
  if (!attempt.psp_reference) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const known = { ...attempt, psp_reference: attempt.psp_reference };
  const third_ms = Math.floor(timeout_ms / 3);
  const found = await getOrder(connection, known, third_ms);
  if ('trouble' in found) return { ...found.trouble, psp_reference: known.psp_reference };
  const answer = orderAnswer(known, found.order);
  if (answer.outcome === 'requires_action') return failed(known.psp_reference, 'PAYER_ACTION_REQUIRED');
  if (answer.outcome !== 'absent') return answer;
  if (!isAuthenticated(found.order)) return failed(known.psp_reference, 'AUTHENTICATION_FAILED');
  const reply = await connection.move({
    path: `/v2/checkout/orders/${encodeURIComponent(known.psp_reference)}/${verbOf(attempt)}`,
    key: `${attempt.reference}-a`,
    body: '{}',
    timeout_ms: timeout_ms - third_ms,
  });
  return completed(readPaid(known, reply));
};

const failed = (psp_reference: string, code: string): Declined => ({
  outcome: 'authentication_failed',
  code,
  psp_reference,
});

/**
 * By PayPal's own advice: paid with the issuer's liability, or without it where the card takes no part in 3-D Secure. An order without a result
 * was not asked to authenticate.
 */
const isAuthenticated = ({ authentication }: Order): boolean => {
  if (authentication === undefined) return true;
  if (at(authentication, 'liability_shift') === 'POSSIBLE') return true;
  const enrolled = at(authentication, 'three_d_secure', 'enrollment_status');
  return (
    at(authentication, 'liability_shift') === 'NO' &&
    (enrolled === 'N' || enrolled === 'U' || enrolled === 'B')
  );
};

/** A call that did not get through can be made again when the customer comes back once more, so it ends nothing. */
const completed = (answer: ReturnType<typeof readPaid>): LookUpAnswer => {
  switch (answer.outcome) {
    case 'not_sent':
      return open(answer.psp_reference, 'connection_lost');
    case 'psp_unavailable':
    case 'rate_limited':
      return open(answer.psp_reference, 'ambiguous_error');
    case 'requires_action':
      return failed(answer.psp_reference, 'PAYER_ACTION_REQUIRED');
    default:
      return answer;
  }
};

const open = (psp_reference: string | undefined, doubt: Unknown['doubt']): Unknown => ({
  outcome: 'unknown',
  doubt,
  ...(psp_reference === undefined ? {} : { psp_reference }),
});
