import type { Attempt, AuthorizationResult, Call } from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { markFinalDecline, markRefusedCompletion } from '../mark-completion.ts';
import { type PayPalClient, readSuccess } from './client.ts';
import { parseOrder, payerAction } from './payment.ts';
import { readPayment } from './read-payment.ts';
import { readRefusal } from './read-refusal.ts';

type PayCall = Call & {
  readonly key: string;
  readonly body: string;
  /** This call completes a payment after 3-D Secure. */
  readonly completes?: true;
};

/** The call that pays the attempt's order. Returns the order with its payment, or why there is none. */
export const payOrder = async (
  client: PayPalClient,
  attempt: Attempt & { readonly psp_reference: string },
  { completes, ...request }: PayCall,
): Promise<AuthorizationResult> => {
  const { psp_reference, capture_method } = attempt;
  const verb = capture_method === 'automatic' ? 'capture' : 'authorize';
  const path = `/v2/checkout/orders/${encodeURIComponent(psp_reference)}/${verb}`;
  const reply = await client.move({ path, ...request });
  const success = readSuccess(reply);
  if (success === undefined) {
    const result = readPaymentRefusal(psp_reference, reply);
    return completes ? markRefusedCompletion(reply, result) : result;
  }
  const order = parseOrder(success.json);
  const result = order && readPayment(attempt, order);
  // An order that was just paid has a payment.
  if (result === undefined || result.outcome === 'absent')
    return { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference };
  // A void made elsewhere is a definite decline that must not lead to another PSP.
  if (result.outcome === 'canceled') return { outcome: 'unmapped', code: 'canceled', psp_reference };
  return completes ? markFinalDecline(result) : result;
};

/** A refusal with a page to visit means 3-D Secure. */
const readPaymentRefusal = (psp_reference: string, reply: JsonReply): AuthorizationResult => {
  const refusal = readRefusal(reply);
  const redirect_url = reply.kind === 'answered' ? payerAction(reply.json) : undefined;
  return refusal.outcome === 'authentication_required' && redirect_url !== undefined
    ? { outcome: 'requires_action', redirect_url, psp_reference }
    : { ...refusal, psp_reference };
};
