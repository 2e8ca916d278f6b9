import type { Attempt, LookUpAnswer, Unknown } from '../../types/psp.ts';
import { echoesAmount } from '../echoes-amount.ts';
import { capabilities } from './capabilities.ts';
import { describe, type PaymentIntent } from './payment-intent.ts';

/**
 * What an intent says about this attempt, once it is certain that it is this attempt's and tells the amount that was asked for, in full. A
 * canceled one can take no money, whatever it says about amounts.
 */
export const authorizationAnswer = (
  attempt: Attempt,
  intent: PaymentIntent,
): Exclude<LookUpAnswer, { outcome: 'absent' }> => {
  if (isForeign(attempt, intent)) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  if (intent.status !== 'canceled' && !tellsTheAmount(attempt, intent)) return mismatch(intent);
  return describe(intent);
};

/** The intent of another attempt: by the id known before, or by the charge id written on it. */
export const isForeign = (attempt: Attempt, intent: PaymentIntent): boolean =>
  (attempt.psp_reference !== undefined && attempt.psp_reference !== intent.id) ||
  (intent.charge !== undefined && intent.charge !== attempt.reference);

export const mismatch = (intent: PaymentIntent): Unknown => ({
  outcome: 'unknown',
  doubt: 'amount_mismatch',
  psp_reference: intent.id,
});

const tellsTheAmount = (attempt: Attempt, intent: PaymentIntent): boolean => {
  if (!echoesAmount(capabilities.amounts, attempt, intent.amount, intent.currency)) return false;
  switch (intent.status) {
    case 'succeeded':
      // A manual capture may be for less.
      return attempt.capture_method === 'manual'
        ? (intent.amount_received ?? 0) <= intent.amount
        : (intent.amount_received ?? intent.amount) === intent.amount;
    case 'requires_capture':
      return (intent.amount_capturable ?? intent.amount) === intent.amount;
    default:
      return true;
  }
};
