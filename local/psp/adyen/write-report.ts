import { writeCsv } from '../../reconcile/csv.ts';
import { decimal } from '../../reconcile/decimal.ts';
import { listBookEntries, reportTime } from '../framework/list-book-entries.ts';
import type { AdyenBooks } from './adyen-books.ts';
import { exponents } from './exponents.ts';
import { merchantAccount } from './merchant-account.ts';

const columns = [
  'Company Account',
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Payment Method',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Exchange Rate',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Commission (NC)',
  'Markup (NC)',
  'Scheme Fees (NC)',
  'Interchange (NC)',
  'Payment Method Variant',
  'Modification Merchant Reference',
  'Batch Number',
];

const types = {
  capture: ['Settled', 'credit'],
  refund: ['Refunded', 'debit'],
  chargeback: ['Chargeback', 'debit'],
  chargeback_reversal: ['ChargebackReversed', 'credit'],
} as const;

/** The settlement details report, with everything in one batch. Only successful operations are settled. */
export const writeReport = (books: AdyenBooks): string => {
  const movements = listBookEntries({
    payments: books.payments.values(),
    refunds: books.refunds.values(),
    disputes: books.disputes.values(),
    exponents,
  });
  const rows = movements
    .filter(({ status }) => status === 'succeeded')
    .map(({ kind, id, payment, refund, amount, fee, at }) => {
      const [type, direction] = types[kind];
      const currency = payment.currency.toUpperCase();
      const inColumns = (value: number) =>
        direction === 'credit'
          ? [null, decimal(value, payment.currency)]
          : [decimal(value, payment.currency), null];
      return [
        'SimulatedCompany',
        merchantAccount,
        payment.id,
        payment.reference,
        payment.brand,
        reportTime(at),
        'UTC',
        type,
        id,
        currency,
        ...inColumns(amount),
        '1',
        currency,
        ...inColumns(direction === 'credit' ? amount - fee : amount + fee),
        null,
        decimal(fee, payment.currency),
        null,
        null,
        payment.brand,
        refund?.reference ?? null,
        '1',
      ];
    });
  return writeCsv(columns, rows);
};
