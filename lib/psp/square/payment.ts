import type { Money } from '../../types/money.ts';
import type { Attempt, Canceled, LookUpAnswer, Unknown } from '../../types/psp.ts';
import { at, textAt } from '../json.ts';
import { moneyAt } from './money.ts';
import { readParticulars } from './read-particulars.ts';
import { readErrors } from './replies.ts';

type PaymentAnswer = Exclude<LookUpAnswer, { outcome: 'absent' }>;

/** What a Payment says about this attempt, once it is certainly this attempt's and has a possible amount. */
export const readPayment = (attempt: Attempt, payment: unknown): PaymentAnswer => {
  if (at(payment, 'reference_id') !== attempt.reference) return unreadable;
  const answer = { ...describePayment(payment), ...readParticulars(payment) };
  switch (answer.outcome) {
    case 'captured':
      return isWithin(attempt, payment) ? answer : mismatch(answer.psp_reference);
    case 'approved':
      if (!isWhole(attempt, payment)) return mismatch(answer.psp_reference);
      // With automatic capture Square completes it itself, and reports when it has.
      return attempt.capture_method === 'manual'
        ? answer
        : { ...pending, psp_reference: answer.psp_reference };
    default:
      return answer;
  }
};

/**
 * The state of a Payment, of any attempt. Square completes a payment as a whole and only once, so its total then is what was captured; who completed
 * it, and whether at once or later, it does not say.
 */
export const describePayment = (payment: unknown): PaymentAnswer => {
  const psp_reference = textAt(payment, 'id');
  if (psp_reference === undefined) return unreadable;
  switch (at(payment, 'status')) {
    case 'COMPLETED': {
      const money = moneyAt(payment, 'total_money');
      const refunded = moneyAt(payment, 'refunded_money');
      return money === undefined
        ? { ...unreadable, psp_reference }
        : {
            outcome: 'captured',
            psp_reference,
            amount_captured: money.amount,
            ...(refunded?.currency === money.currency && { amount_refunded: refunded.amount }),
          };
    }
    case 'APPROVED':
      return { outcome: 'approved', psp_reference };
    case 'PENDING':
      return { ...pending, psp_reference };
    case 'CANCELED':
      return { outcome: 'canceled', psp_reference, ...endOfHold(payment) };
    case 'FAILED':
      return { ...readErrors(at(payment, 'card_details', 'errors')), psp_reference };
    default:
      return { ...unreadable, psp_reference };
  }
};

/** If nobody completes a hold in time, Square cancels it (`delay_action`). One that was never approved has none. */
const endOfHold = (payment: unknown): Pick<Canceled, 'hold'> => {
  if (at(payment, 'approved_money') === undefined) return {};
  const until = textAt(payment, 'delayed_until');
  const ended =
    textAt(payment, 'card_details', 'card_payment_timeline', 'voided_at') ?? textAt(payment, 'updated_at');
  // All are UTC; up to the second they sort chronologically.
  const lapsed = until !== undefined && ended !== undefined && ended.slice(0, 19) >= until.slice(0, 19);
  return { hold: lapsed && at(payment, 'delay_action') !== 'COMPLETE' ? 'expired' : 'voided' };
};

const unreadable: Unknown = { outcome: 'unknown', doubt: 'unreadable_answer' };
const pending: Unknown = { outcome: 'unknown', doubt: 'pending' };
const mismatch = (psp_reference: string): Unknown => ({
  outcome: 'unknown',
  doubt: 'amount_mismatch',
  psp_reference,
});

/** No more than was asked for and approved. */
const isWithin = (attempt: Attempt, payment: unknown): boolean => {
  const total = moneyAt(payment, 'total_money');
  const approved = approvedOf(attempt, payment);
  return (
    total?.currency === attempt.currency &&
    approved?.currency === attempt.currency &&
    total.amount <= Math.min(attempt.amount, approved.amount)
  );
};

/** All that was asked for: gift cards may be approved in part, and what is to be completed can be changed. */
const isWhole = (attempt: Attempt, payment: unknown): boolean =>
  [moneyAt(payment, 'total_money'), approvedOf(attempt, payment)].every(
    (money) => money?.amount === attempt.amount && money.currency === attempt.currency,
  );

/** What Square says was approved, if it says so. */
const approvedOf = (attempt: Attempt, payment: unknown): Money | undefined =>
  at(payment, 'approved_money') === undefined ? attempt : moneyAt(payment, 'approved_money');
