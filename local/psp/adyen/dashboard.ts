import type { DashboardAct, DashboardAnswer } from '../framework/dashboard.ts';
import { wireAmount } from '../framework/ledger.ts';
import { cancelPayment, capturePayment, moveRefund, refundable } from '../framework/payment.ts';
import { type AdyenBooks, type AdyenDispute, type AdyenPayment, pspReference } from './adyen-books.ts';
import { exponents } from './exponents.ts';
import { notify } from './notify.ts';

/**
 * Actions in Adyen's Customer Area and by the bank: none has its own merchant reference, so the events carry the payment's. A dispute is announced
 * and its money withdrawn at once. A won one is reversed, and the bank does not answer in time. A lost one was not defended, or came back after being won.
 */
export const actInDashboard = (
  books: AdyenBooks,
  { act, payment: id, amount }: DashboardAct,
): DashboardAnswer => {
  const payment = books.payments.get(id);
  if (payment === undefined) return `no payment ${id}`;
  const value = amount === undefined ? undefined : wireAmount(amount, payment.currency, exponents);
  switch (act) {
    case 'capture':
      return capture(books, payment, value ?? payment.authorized);
    case 'void':
      return endHold(books, payment, 'CANCELLATION');
    case 'expire':
      return endHold(books, payment, 'EXPIRE');
    case 'refund':
      return refund(books, payment, value ?? refundable(payment));
    case 'dispute':
      return dispute(books, payment, value ?? payment.captured);
    case 'win':
      return decide(books, payment, 'won');
    case 'lose':
      return decide(books, payment, 'lost');
    default:
      return act satisfies never;
  }
};

const capture = (books: AdyenBooks, payment: AdyenPayment, amount: number): DashboardAnswer => {
  if (payment.status !== 'authorized') return `nothing is held: the payment is ${payment.status}`;
  if (amount > payment.authorized) return `only ${payment.authorized} is held`;
  const taken = capturePayment(payment, amount);
  books.payments.put(payment.id, taken);
  notify(books, { code: 'CAPTURE', success: true, payment: taken, modification: unnamed(payment, amount) });
  return undefined;
};

/** Adyen reports an expired hold under the payment's own reference. */
const endHold = (
  books: AdyenBooks,
  payment: AdyenPayment,
  code: 'CANCELLATION' | 'EXPIRE',
): DashboardAnswer => {
  if (payment.status !== 'authorized') return `nothing is held: the payment is ${payment.status}`;
  books.payments.put(payment.id, cancelPayment(payment));
  const modification = unnamed(payment, payment.amount);
  notify(books, { code, success: true, payment, ...(code === 'CANCELLATION' && { modification }) });
  return undefined;
};

const refund = (books: AdyenBooks, payment: AdyenPayment, amount: number): DashboardAnswer => {
  if (amount < 1 || amount > refundable(payment)) return `only ${refundable(payment)} can be refunded`;
  const modification = unnamed(payment, amount);
  const { id, reference } = modification;
  const created = books.context.now();
  books.refunds.put(id, { id, reference, payment: payment.id, amount, status: 'succeeded', created });
  const refunded = moveRefund(payment, amount, undefined, 'succeeded');
  books.payments.put(payment.id, refunded);
  notify(books, { code: 'REFUND', success: true, payment: refunded, modification });
  return undefined;
};

const dispute = (books: AdyenBooks, payment: AdyenPayment, amount: number): DashboardAnswer => {
  if (amount < 1 || amount > payment.captured) return `only ${payment.captured} was captured`;
  const opened: AdyenDispute = { ...unnamed(payment, amount), payment: payment.id, status: 'open' };
  books.disputes.put(opened.id, opened);
  for (const code of ['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK'])
    notify(books, { code, success: true, payment, modification: opened, additional: facts(books) });
  return undefined;
};

const decide = (books: AdyenBooks, payment: AdyenPayment, status: 'won' | 'lost'): DashboardAnswer => {
  const newest = books.disputes.by(payment.id).at(-1);
  if (newest === undefined) return 'it is not disputed';
  if (newest.status === 'lost' || newest.status === status) return `the dispute is ${newest.status}`;
  books.disputes.put(newest.id, { ...newest, status });
  const lost = newest.status === 'won' ? 'SECOND_CHARGEBACK' : 'DISPUTE_DEFENSE_PERIOD_ENDED';
  const codes = status === 'won' ? ['CHARGEBACK_REVERSED', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED'] : [lost];
  for (const code of codes)
    notify(books, { code, success: true, payment, modification: newest, additional: facts(books) });
  return undefined;
};

const unnamed = ({ currency }: AdyenPayment, amount: number) => ({
  id: pspReference(),
  reference: null,
  amount,
  currency,
});

const dayMs = 24 * 3_600_000;

/** 18 days, until the end of the day: all events of a dispute name the same moment. */
const defendedUntil = (now: number): number => Math.ceil((now + 18 * dayMs) / dayMs) * dayMs;

/** A dispute's unsigned fields. */
const facts = ({ context }: AdyenBooks): Readonly<Record<string, string>> => ({
  chargebackReasonCode: '10.4',
  chargebackSchemeCode: 'visa',
  defendable: 'true',
  defensePeriodEndsAt: new Date(defendedUntil(context.now())).toISOString(),
});
