import type { Attempt, Call, LookUpResult, RefundsFound, Unknown } from '../../types/psp.ts';
import { booleanAt, listAt } from '../json.ts';
import { toUnknown } from '../refusal-reader.ts';
import type { StripeClient } from './client.ts';
import { locateIntent } from './create-payment.ts';
import { parseIntent } from './payment.ts';
import { readPayment } from './read-payment.ts';
import { isRelease, readRefund, refundFact } from './read-refund.ts';
import { readRefusal } from './read-refusal.ts';

/** The current intent; Stripe's reads are consistent with its writes. A failed look-up is never a result. */
export const lookUp = async (client: StripeClient, attempt: Attempt, call: Call): Promise<LookUpResult> => {
  const located = await locateIntent(client, attempt, call);
  if (located.kind === 'unlocated') return located.result;

  const { id, rest } = located;
  const reply = await client.get(
    `/v1/payment_intents/${encodeURIComponent(id)}`,
    { expand: ['latest_charge'] },
    rest,
  );
  if (reply.kind !== 'object') return { ...toUnknown(readRefusal(reply)), psp_reference: id };
  const intent = parseIntent(reply.body);
  return intent === undefined
    ? { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference: id }
    : readPayment({ ...attempt, psp_reference: id }, intent);
};

/**
 * The refunds of a payment, newest first. One page holds more than a charge may have; if another follows, or a refund cannot be read, the list is not
 * complete.
 */
export const lookUpRefunds = async (
  client: StripeClient,
  attempt: Attempt,
  call: Call,
): Promise<RefundsFound | Unknown> => {
  if (attempt.psp_reference === undefined) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const query = { payment_intent: attempt.psp_reference, limit: '100' };
  const reply = await client.get('/v1/refunds', query, call);
  if (reply.kind !== 'object') return toUnknown(readRefusal(reply));
  const listed = listAt(reply.body, 'data')?.filter((refund) => !isRelease(refund));
  if (listed === undefined) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const refunds = listed
    .flatMap((refund) => readRefund(refund) ?? [])
    .filter(({ money }) => money.currency === attempt.currency);
  return {
    outcome: 'found',
    refunds: refunds.map(refundFact),
    complete: refunds.length === listed.length && booleanAt(reply.body, 'has_more') === false,
  };
};
