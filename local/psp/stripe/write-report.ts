import { writeCsv } from '../../reconcile/csv.ts';
import { decimal } from '../../reconcile/decimal.ts';
import { listBookEntries, reportTime } from '../framework/list-book-entries.ts';
import { stripeExponents } from './amount-rules.ts';
import type { StripeBooks } from './stripe-books.ts';

const columns = [
  'balance_transaction_id',
  'created_utc',
  'currency',
  'gross',
  'fee',
  'net',
  'reporting_category',
  'source_id',
  'charge_id',
  'payment_intent_id',
  'payment_metadata[charge]',
  'refund_metadata[refund]',
];

const categories = {
  capture: ['charge', 1],
  refund: ['refund', -1],
  chargeback: ['dispute', -1],
  chargeback_reversal: ['dispute_reversal', 1],
} as const;

/** "Balance change from activity", itemized. A refund that failed is booked and taken back; one that is pending is booked. */
export const writeReport = (books: StripeBooks): string => {
  const movements = listBookEntries({
    payments: books.intents.values(),
    refunds: books.refunds.values(),
    disputes: books.disputes.values(),
    exponents: stripeExponents,
  });
  const rows = movements.flatMap(({ kind, id, payment, refund, status, amount, fee, at }) => {
    const [category, sign] = categories[kind];
    const row = (reporting_category: string, gross: number) => [
      `txn_${reporting_category}_${id}`,
      reportTime(at),
      payment.currency,
      decimal(gross, payment.currency),
      decimal(fee, payment.currency),
      decimal(gross - fee, payment.currency),
      reporting_category,
      kind === 'capture' ? payment.latest_charge : id,
      payment.latest_charge,
      payment.id,
      payment.metadata.charge ?? null,
      refund?.metadata.refund ?? null,
    ];
    const booking = row(category, sign * amount);
    return status === 'failed' ? [booking, row('refund_failure', amount)] : [booking];
  });
  return writeCsv(columns, rows);
};
