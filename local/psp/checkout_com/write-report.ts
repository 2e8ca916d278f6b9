import { writeCsv } from '../../reconcile/csv.ts';
import { decimal } from '../../reconcile/decimal.ts';
import { listBookEntries } from '../framework/list-book-entries.ts';
import { type CheckoutBooks, exponents } from './checkout-books.ts';
import { isoTime } from './render-payment.ts';

const columns = [
  'Action Type',
  'Action ID',
  'Payment ID',
  'Requested On',
  'Processed On',
  'Processing Currency',
  'Holding Currency',
  'Reference',
  'Breakdown Type',
  'Processing Currency Amount',
  'Holding Currency Amount',
];

const breakdowns = {
  capture: ['Capture', 1],
  refund: ['Refund', -1],
  chargeback: ['Chargeback', -1],
  chargeback_reversal: ['Chargeback Reversal', 1],
} as const;

/** The financial actions report: one line for the money of an action, one for its fee. Contains only processed actions. */
export const writeReport = (books: CheckoutBooks): string => {
  const movements = listBookEntries({
    payments: books.payments.values(),
    refunds: books.refunds.values(),
    disputes: books.disputes.values(),
    exponents,
  });
  const rows = movements
    .filter(({ status }) => status === 'succeeded')
    .flatMap(({ kind, id, payment, refund, amount, fee, at }) => {
      const [type, sign] = breakdowns[kind];
      const row = (breakdown: string, value: number) => [
        type,
        kind === 'capture' ? `${id}_capture` : id,
        payment.id,
        isoTime(at),
        isoTime(at),
        payment.currency.toUpperCase(),
        payment.currency.toUpperCase(),
        refund ? refund.reference : payment.reference,
        breakdown,
        decimal(value, payment.currency),
        decimal(value, payment.currency),
      ];
      return [row(type, sign * amount), ...(fee > 0 ? [row('Gateway Fee', 0 - fee)] : [])];
    });
  return writeCsv(columns, rows);
};
