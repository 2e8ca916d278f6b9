import type { Attempt, AuthorizationAnswer } from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { payerAction, readOrder } from './order.ts';
import { orderAnswer } from './order-answer.ts';
import { readRefusal } from './read-refusal.ts';

/** The answer to the call that pays an order: the order with its payment, or why there is none. `attempt` knows the order's id. */
export const readPaid = (
  attempt: Attempt & { readonly psp_reference: string },
  reply: JsonReply,
): AuthorizationAnswer => {
  const { psp_reference } = attempt;
  if (reply.kind !== 'answered' || (reply.status !== 200 && reply.status !== 201))
    return refused(psp_reference, reply);
  const order = readOrder(reply.json);
  const answer = order && orderAnswer(attempt, order);
  // An order that was paid just now has a payment.
  if (answer === undefined || answer.outcome === 'absent')
    return { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference };
  // Voided under us is a definite no that must not lead to another PSP.
  return answer.outcome === 'canceled' ? { ...answer, outcome: 'unmapped', code: 'canceled' } : answer;
};

/** A refusal that names a page to go to is 3-D Secure. */
const refused = (psp_reference: string, reply: JsonReply): AuthorizationAnswer => {
  const refusal = readRefusal(reply);
  const redirect_url = reply.kind === 'answered' ? payerAction(reply.json) : undefined;
  return refusal.outcome === 'authentication_required' && redirect_url !== undefined
    ? { outcome: 'requires_action', redirect_url, psp_reference }
    : { ...refusal, psp_reference };
};
