import type { Attempt } from '../../types/psp.ts';
import { at } from '../json.ts';
import { isForeign } from './authorization-answer.ts';
import { type PaymentIntent, readPaymentIntent } from './payment-intent.ts';
import type { Refusal } from './verdict.ts';

/**
 * The attempt's intent, where a call on it was refused because it is in another state already. That state, which Stripe sends along, is the
 * answer: the call came after its own earlier execution, or after another.
 */
export const refusedIntent = (attempt: Attempt, reply: Refusal): PaymentIntent | undefined => {
  if (reply.kind !== 'refused' || at(reply.error, 'code') !== 'payment_intent_unexpected_state')
    return undefined;
  const intent = readPaymentIntent(at(reply.error, 'payment_intent'));
  return intent === undefined || isForeign(attempt, intent) ? undefined : intent;
};
