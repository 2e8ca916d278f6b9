import type { Money } from '../../types/money.ts';
import type { Attempt, Canceled, Declined, LookUpResult, Unknown } from '../../types/psp.ts';
import { at, integerAt, textAt } from '../json.ts';
import { referenceAtPsp } from '../reference.ts';
import { unixSeconds } from '../utc-time.ts';
import { moneyFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { readParticulars } from './read-particulars.ts';
import { readErrors } from './read-refusal.ts';

type PaymentResult = Exclude<LookUpResult, { outcome: 'absent' }>;

/** The state of this attempt according to a Payment, once the Payment is certainly this attempt's and its amount is possible. */
export const readPayment = (attempt: Attempt, payment: unknown): PaymentResult => {
  if (at(payment, 'reference_id') !== referenceAtPsp(attempt)) return unreadable;
  const result = { ...describePayment(payment), ...readParticulars(payment) };
  switch (result.outcome) {
    case 'captured':
      return isWithin(attempt, payment) ? result : mismatch(result.psp_reference);
    case 'approved':
      if (!isWhole(attempt, payment)) return mismatch(result.psp_reference);
      // With automatic capture, Square itself completes the payment, and reports that.
      return attempt.capture_method === 'manual'
        ? result
        : { ...pending, psp_reference: result.psp_reference };
    default:
      return result;
  }
};

/**
 * The state of a Payment, of any attempt. Square completes a payment as a whole and only once, so its total is then the captured amount. Square does
 * not report who completed it, or when.
 */
export const describePayment = (payment: unknown): PaymentResult => {
  const psp_reference = textAt(payment, 'id');
  if (psp_reference === undefined) return unreadable;
  switch (at(payment, 'status')) {
    case 'COMPLETED': {
      const money = moneyAt(payment, 'total_money');
      const refunded = moneyAt(payment, 'refunded_money');
      return !money?.amount
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
      return { ...readFailure(at(payment, 'card_details', 'errors')), psp_reference };
    default:
      return { ...unreadable, psp_reference };
  }
};

/** It has ended, even if Square does not know why. */
const readFailure = (errors: unknown): Declined => {
  const read = readErrors(errors);
  return 'doubt' in read ? { outcome: 'unmapped' } : read;
};

/** If a hold is not completed in time, Square cancels it (`delay_action`). A payment that was never approved has no hold. */
const endOfHold = (payment: unknown): Pick<Canceled, 'hold'> => {
  if (at(payment, 'approved_money') === undefined) return {};
  const until = unixSeconds(textAt(payment, 'delayed_until'));
  const ended = unixSeconds(
    textAt(payment, 'card_details', 'card_payment_timeline', 'voided_at') ?? textAt(payment, 'updated_at'),
  );
  const lapsed = until !== undefined && ended !== undefined && ended >= until;
  return { hold: lapsed && at(payment, 'delay_action') !== 'COMPLETE' ? 'expired' : 'voided' };
};

const unreadable: Unknown = { outcome: 'unknown', doubt: 'unreadable_answer' };
const pending: Unknown = { outcome: 'unknown', doubt: 'pending' };
const mismatch = (psp_reference: string): Unknown => ({
  outcome: 'unknown',
  doubt: 'amount_mismatch',
  psp_reference,
});

/** No more than was requested and approved. */
const isWithin = (attempt: Attempt, payment: unknown): boolean => {
  const total = moneyAt(payment, 'total_money');
  const approved = approvedOf(attempt, payment);
  return (
    total?.currency === attempt.currency &&
    approved?.currency === attempt.currency &&
    total.amount <= Math.min(attempt.amount, approved.amount)
  );
};

/** The whole requested amount: gift cards may be approved in part, and the amount to complete can be changed. */
const isWhole = (attempt: Attempt, payment: unknown): boolean =>
  [moneyAt(payment, 'total_money'), approvedOf(attempt, payment)].every(
    (money) => money?.amount === attempt.amount && money.currency === attempt.currency,
  );

const approvedOf = (attempt: Attempt, payment: unknown): Money | undefined =>
  at(payment, 'approved_money') === undefined ? attempt : moneyAt(payment, 'approved_money');

/** Square's `Money` in a field, in ISO 4217 minor units; undefined if malformed. */
export const moneyAt = (object: unknown, field: string): Money | undefined => {
  const money = at(object, field);
  return moneyFromWire(capabilities.amounts, integerAt(money, 'amount'), textAt(money, 'currency'));
};
