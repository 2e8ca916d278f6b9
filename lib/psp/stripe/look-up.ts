import type { Attempt, Call, LookUpAnswer } from '../../types/psp.ts';
import { authorizationAnswer } from './authorization-answer.ts';
import { locateIntent } from './locate-intent.ts';
import { readPaymentIntent } from './payment-intent.ts';
import type { StripeApi } from './stripe-api.ts';
import { undecided } from './verdict.ts';

/** The current intent; Stripe's reads are consistent with its writes. A failed look-up is never a result. */
export const lookUp = async (api: StripeApi, attempt: Attempt, call: Call): Promise<LookUpAnswer> => {
  const located = await locateIntent(api, attempt, call);
  if (located.kind === 'unlocated') return located.answer;

  const { id, timeout_ms } = located;
  const reply = await api.get(
    `/v1/payment_intents/${encodeURIComponent(id)}`,
    { expand: ['latest_charge'] },
    timeout_ms,
  );
  if (reply.kind !== 'object') return { ...undecided(reply), psp_reference: id };
  const intent = readPaymentIntent(reply.body);
  return intent === undefined
    ? { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference: id }
    : authorizationAnswer({ ...attempt, psp_reference: id }, intent);
};
