import { exponentOf } from '../../lib/types/currency.ts';
import type { Ledger } from '../psp/framework/ledger.ts';

/** A PSP's ledger for people: payments, refunds, and what came in and went out by currency. */
export const printLedger = (answer: unknown): void => {
  const { payments, refunds, calls } = answer as Ledger;
  const currencyOf = new Map(payments.map(({ id, currency }) => [id, currency]));
  console.table(
    payments.map((payment) => ({
      payment: payment.id,
      reference: payment.reference ?? '',
      status: payment.status,
      card: payment.card_last4 === null ? '' : `… ${payment.card_last4}`,
      amount: written(payment.amount, payment.currency),
      captured: written(payment.amount_captured, payment.currency),
      refunded: written(payment.amount_refunded, payment.currency),
    })),
  );
  if (refunds.length > 0)
    console.table(
      refunds.map(({ id, reference, payment, amount, status }) => ({
        refund: id,
        reference: reference ?? '',
        payment,
        status,
        amount: written(amount, currencyOf.get(payment) ?? ''),
      })),
    );
  for (const currency of new Set(payments.map((payment) => payment.currency)))
    console.log(totalOf(currency, payments));
  const counted = Object.keys(calls)
    .toSorted()
    .map((call) => `${call} ${calls[call]}`);
  console.log(`calls since start: ${counted.join(', ') || 'none'}`);
};

const totalOf = (currency: string, payments: Ledger['payments']): string => {
  const own = payments.filter((payment) => payment.currency === currency);
  const sum = (amounts: readonly number[]) =>
    written(
      amounts.reduce((total, amount) => total + amount, 0),
      currency,
    );
  const captured = sum(own.map((payment) => payment.amount_captured));
  const refunded = sum(own.map((payment) => payment.amount_refunded));
  return `total: captured ${captured}, refunded ${refunded}`;
};

const written = (amount: number, currency: string): string => {
  const digits = exponentOf(currency) ?? 2;
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
};
