import type { CardBrand } from '../../types/card.ts';
import type { Money } from '../../types/money.ts';
import type { CheckResult } from '../../types/particulars.ts';
import type { Attempt, Canceled, LookUpAnswer, Unknown } from '../../types/psp.ts';
import { at, integerAt, lookedUp, textAt } from '../json.ts';
import { particulars } from '../particulars.ts';
import { moneyFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
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

/** What a Payment says about its card. Square has one answer for the whole address, and reports neither the network's id nor 3-D Secure. */
export const readParticulars = (payment: unknown) => {
  const details = at(payment, 'card_details');
  const card = at(details, 'card');
  const address = lookedUp(results, textAt(details, 'avs_status')?.slice('AVS_'.length));
  return particulars({
    card: {
      brand: lookedUp(brands, textAt(card, 'card_brand')),
      last4: textAt(card, 'last_4'),
      exp_month: integerAt(card, 'exp_month'),
      exp_year: integerAt(card, 'exp_year'),
      funding: textAt(card, 'prepaid_type') === 'PREPAID' ? 'prepaid' : textAt(card, 'card_type'),
    },
    checks: {
      address,
      postal_code: address,
      cvc: lookedUp(results, textAt(details, 'cvv_status')?.slice('CVV_'.length)),
    },
    authorization_code: textAt(details, 'auth_result_code'),
  });
};

const results: Readonly<Record<string, CheckResult>> = {
  ACCEPTED: 'pass',
  REJECTED: 'fail',
  NOT_CHECKED: 'unchecked',
};

const brands: Readonly<Record<string, CardBrand>> = {
  VISA: 'visa',
  MASTERCARD: 'mastercard',
  AMERICAN_EXPRESS: 'amex',
  DISCOVER: 'discover',
  DISCOVER_DINERS: 'diners',
  JCB: 'jcb',
  CHINA_UNIONPAY: 'unionpay',
};

/** Square's `Money` at a field, in ISO 4217 minor units; undefined if malformed. */
export const moneyAt = (object: unknown, field: string): Money | undefined => {
  const money = at(object, field);
  return moneyFromWire(capabilities.amounts, integerAt(money, 'amount'), textAt(money, 'currency'));
};
