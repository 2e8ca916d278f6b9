import { readReference } from '../../../lib/psp/reference.ts';
import { type CsvRecord, readCsv } from '../../reconcile/csv.ts';
import { minorUnits, roundedMinorUnits } from '../../reconcile/decimal.ts';
import type { MovementKind, ReadReport, ReportLine } from '../../reconcile/movement.ts';
import { linesOf } from '../../reconcile/read-lines.ts';
import { reportTime } from '../../reconcile/report-time.ts';

const gross = { debit: 'Gross Debit (GC)', credit: 'Gross Credit (GC)' };
const net = { debit: 'Net Debit (NC)', credit: 'Net Credit (NC)' };
const costs = ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'];

/** The settlement details report, version 2. */
export const readReport: ReadReport = (text) =>
  linesOf(
    readCsv(text, [
      'Psp Reference',
      'Merchant Reference',
      'Type',
      'Modification Reference',
      'Gross Currency',
      gross.debit,
      gross.credit,
    ]),
    read,
  );

/** The movement of each entry, and whether it comes in (`credit`) or goes out. */
const types: ReadonlyMap<string, readonly [MovementKind, 'credit' | 'debit']> = new Map([
  ['Settled', ['capture', 'credit']],
  ['SettledReversed', ['capture', 'credit']],
  ['Refunded', ['refund', 'debit']],
  ['RefundedReversed', ['refund', 'debit']],
  ['Chargeback', ['chargeback', 'debit']],
  ['SecondChargeback', ['chargeback', 'debit']],
  ['ChargebackReversed', ['chargeback_reversal', 'credit']],
]);

const read = ({ line, field }: CsvRecord): ReportLine | undefined => {
  const type = types.get(field('Type'));
  if (type === undefined) return undefined;
  const [kind, direction] = type;
  const currency = field('Gross Currency').toLowerCase();
  const sum = (columns: typeof gross, code: string): number => {
    const credit =
      minorUnits(field(columns.credit) || '0', code) - minorUnits(field(columns.debit) || '0', code);
    return direction === 'credit' ? credit : 0 - credit;
  };
  const netCurrency = field('Net Currency').toLowerCase() || currency;
  // Costs are subtracted from incoming amounts and added to outgoing ones.
  const cost = costs.reduce((total, name) => total + roundedMinorUnits(field(name) || '0', netCurrency), 0);
  return {
    line,
    kind,
    charge: readReference(field('Merchant Reference'))?.charge,
    operation: readReference(field('Modification Merchant Reference'))?.operation,
    payment: field('Psp Reference') || undefined,
    ...(kind !== 'capture' && { psp_reference: field('Modification Reference') }),
    amount: sum(gross, currency),
    currency,
    // The bank can take it again.
    ...(kind === 'chargeback_reversal' && { pending: true }),
    fee: {
      amount: direction === 'credit' ? cost : 0 - cost,
      currency: netCurrency,
      ...(netCurrency === currency && { net: sum(net, currency) }),
    },
    at: reportTime(field('Creation Date'), field('TimeZone') || 'UTC'),
  };
};
