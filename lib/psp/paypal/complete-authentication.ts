import type { Attempt, Call, Declined, LookUpResult, Unknown } from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { at } from '../json.ts';
import { markFinalDecline, markRefusedCompletion } from '../mark-completion.ts';
import { splitCall } from '../split-call.ts';
import type { PayPalClient } from './client.ts';
import { payOrder } from './pay-order.ts';
import { getOrder, type Order } from './payment.ts';
import { readPayment } from './read-payment.ts';

/**
 * The customer has returned: the order shows what the issuer decided, and this call pays it unless an earlier return did. The return's parameters are
 * not read, because the customer's browser can send anything: we read the attempt's own order, which counts only with our charge id on it. An order
 * that still waits for the customer keeps waiting.
 */
export const completeAuthentication = async (
  client: PayPalClient,
  attempt: Attempt,
  call: Call,
): Promise<LookUpResult> => {
  const { psp_reference } = attempt;
  if (!psp_reference) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const known = { ...attempt, psp_reference };
  const { first, rest } = splitCall(call, 3);
  const found = await getOrder(client, known, first);
  if ('refusal' in found) return { ...readUnfound(found), psp_reference };
  const result = readPayment(known, found.order);
  if (result.outcome !== 'absent') return markFinalDecline(result);
  if (!isAuthenticated(found.order))
    return { outcome: 'authentication_failed', code: 'AUTHENTICATION_FAILED', psp_reference };
  return payOrder(client, known, {
    key: `${attempt.reference}-a`,
    body: '{}',
    ...rest,
    completes: true,
  });
};

/** An order that no longer exists cannot be paid. Any other refusal only says why PayPal did not show the order. */
const readUnfound = ({
  refusal,
  reply,
}: {
  readonly refusal: Declined | Unknown;
  readonly reply: JsonReply;
}) => (reply.kind === 'answered' && reply.status === 404 ? markRefusedCompletion(reply, refusal) : refusal);

/**
 * Following PayPal's advice: pay if the issuer is liable, or if the card does not participate in 3-D Secure. An order without a result did not
 * request authentication.
 */
const isAuthenticated = ({ authentication }: Order): boolean => {
  if (authentication === undefined) return true;
  const shift = at(authentication, 'liability_shift');
  if (shift === 'POSSIBLE' || shift === 'YES') return true;
  return (
    shift === 'NO' && notParticipating.includes(at(authentication, 'three_d_secure', 'enrollment_status'))
  );
};

const notParticipating: readonly unknown[] = ['N', 'U', 'B'];
