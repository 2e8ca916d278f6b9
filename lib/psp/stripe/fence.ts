import type { Attempt, Call, FenceResult, LookUpResult } from '../../types/psp.ts';
import { undecided } from '../refusal-reader.ts';
import { authorizationResult, refusedIntent } from './authorization-result.ts';
import type { StripeClient } from './client.ts';
import { locateIntent } from './locate-intent.ts';
import { readPaymentIntent } from './payment-intent.ts';
import { isUnknown, verdict } from './verdict.ts';

/**
 * Cancels the attempt's intent: no confirm takes money after that, and a hold is released. Without an idempotency key: repeating a cancel is
 * harmless, whereas a stored 500 would block it for a day.
 */
export const fence = async (client: StripeClient, attempt: Attempt, call: Call): Promise<FenceResult> => {
  const located = await locateIntent(client, attempt, call);
  if (located.kind === 'unlocated')
    return located.answer.outcome === 'absent' ? { outcome: 'canceled' } : located.answer;

  const { id, rest } = located;
  const path = `/v1/payment_intents/${encodeURIComponent(id)}/cancel`;
  const reply = await client.post(path, { cancellation_reason: 'abandoned' }, undefined, rest);
  const known = { ...attempt, psp_reference: id };
  const intent = reply.kind === 'object' ? readPaymentIntent(reply.body) : refusedIntent(known, reply);
  if (intent !== undefined) return fenced(authorizationResult(known, intent), id);
  return reply.kind === 'object'
    ? { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference: id }
    : { ...undecided(verdict(reply)), psp_reference: id };
};

/** `canceled`, or paid after all. In any other state that a cancel leaves, the intent can still take money: even a decline is not its end. */
const fenced = (result: Exclude<LookUpResult, { outcome: 'absent' }>, psp_reference: string): FenceResult => {
  if (result.outcome === 'canceled' || result.outcome === 'captured' || result.outcome === 'approved')
    return result;
  if (isUnknown(result)) return result;
  return { outcome: 'unknown', doubt: 'ambiguous_error', psp_reference };
};
