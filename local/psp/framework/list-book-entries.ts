import type { Dispute } from './dispute.ts';
import { isoAmount } from './ledger.ts';
import type { Payment, Refund } from './payment.ts';

/** One movement of money in a PSP's books, for its report. Amounts in ISO 4217 minor units, `at` in Unix milliseconds. */
export type BookEntry<P extends Payment, R extends Refund> = {
  readonly kind: 'capture' | 'refund' | 'chargeback' | 'chargeback_reversal';
  readonly id: string;
  readonly payment: P;
  readonly refund?: R;
  readonly status: Refund['status'];
  readonly amount: number;
  readonly fee: number;
  readonly at: number;
};

type Books<P, R> = {
  readonly payments: Iterable<P>;
  readonly refunds: Iterable<R>;
  readonly disputes: Iterable<Pick<Dispute, 'id' | 'payment' | 'amount' | 'status'>>;
  readonly exponents: Readonly<Record<string, number>>;
};

/** Every movement: captures, then refunds, then disputes. Here a chargeback costs nothing, a capture 1.4 % and 25 cents. */
export const listBookEntries = <P extends Payment, R extends Refund>({
  payments,
  refunds,
  disputes,
  exponents,
}: Books<P, R>): readonly BookEntry<P, R>[] => {
  const byId = new Map([...payments].map((payment) => [payment.id, payment]));
  const of = (id: string): P => {
    const payment = byId.get(id);
    if (payment === undefined) throw new Error(`no payment ${id} in the books`);
    return payment;
  };
  const iso = (amount: number, { currency }: P): number => isoAmount(amount, currency, exponents);
  const captures = [...byId.values()].flatMap((payment): BookEntry<P, R>[] => {
    const amount = iso(payment.captured, payment);
    const fee = Math.min(amount, 25 + Math.floor(amount * 0.014));
    const { id, created: at } = payment;
    return amount === 0 ? [] : [{ kind: 'capture', id, payment, status: 'succeeded', amount, fee, at }];
  });
  const given = [...refunds].map((refund): BookEntry<P, R> => {
    const { id, status, created: at } = refund;
    const payment = of(refund.payment);
    return { kind: 'refund', id, payment, refund, status, amount: iso(refund.amount, payment), fee: 0, at };
  });
  const disputed = [...disputes].flatMap((dispute): BookEntry<P, R>[] => {
    const payment = of(dispute.payment);
    const amount = iso(dispute.amount, payment);
    const taken = {
      id: dispute.id,
      payment,
      status: 'succeeded',
      amount,
      fee: 0,
      at: payment.created,
    } as const;
    const back: BookEntry<P, R> = { ...taken, kind: 'chargeback_reversal' };
    return [{ ...taken, kind: 'chargeback' }, ...(dispute.status === 'won' ? [back] : [])];
  });
  return [...captures, ...given, ...disputed];
};

/** A time (Unix milliseconds) as reports write it: UTC, to the second. */
export const reportTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
