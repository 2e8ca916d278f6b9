import type { Attempt, LookUpAnswer, Unknown } from '../../types/psp.ts';
import { echoesAmount } from '../echoes-amount.ts';
import { at, integerAt, textAt } from '../json.ts';
import { capabilities } from './capabilities.ts';
import { readErrors } from './read-errors.ts';

/** What a Payment says about this attempt, once it is certain that it is this attempt's and for the amount that was asked for. */
export const readPayment = (
  attempt: Attempt,
  payment: unknown,
): Exclude<LookUpAnswer, { outcome: 'absent' }> => {
  const psp_reference = textAt(payment, 'id');
  if (psp_reference === undefined || at(payment, 'reference_id') !== attempt.reference) return unreadable;
  const status = textAt(payment, 'status');
  if (status === 'CANCELED') return { outcome: 'canceled', psp_reference };
  if (!tellsTheAmount(attempt, payment))
    return { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference };
  switch (status) {
    case 'COMPLETED':
      return { outcome: 'captured', psp_reference };
    case 'APPROVED':
      // With automatic capture Square completes it itself, and says so when it has.
      return attempt.capture_method === 'manual'
        ? { outcome: 'approved', psp_reference }
        : { outcome: 'unknown', doubt: 'pending', psp_reference };
    case 'PENDING':
      return { outcome: 'unknown', doubt: 'pending', psp_reference };
    case 'FAILED':
      return { ...readErrors(at(payment, 'card_details', 'errors')), psp_reference };
    default:
      return { ...unreadable, psp_reference };
  }
};

const unreadable: Unknown = { outcome: 'unknown', doubt: 'unreadable_answer' };

/** The amount asked for, and where Square says what was approved, that too: gift cards may be approved in part. */
const tellsTheAmount = (attempt: Attempt, payment: unknown): boolean =>
  echoes(attempt, at(payment, 'amount_money')) &&
  (at(payment, 'approved_money') === undefined ||
    textAt(payment, 'status') === 'FAILED' ||
    echoes(attempt, at(payment, 'approved_money')));

const echoes = (attempt: Attempt, money: unknown): boolean =>
  echoesAmount(capabilities.amounts, attempt, integerAt(money, 'amount'), textAt(money, 'currency'));
