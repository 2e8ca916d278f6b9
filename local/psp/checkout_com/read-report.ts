import { type CsvRecord, readCsv } from '../../reconcile/csv.ts';
import { minorUnits, roundedMinorUnits } from '../../reconcile/decimal.ts';
import type { MovementKind, ReadReport, ReportLine } from '../../reconcile/movement.ts';
import { linesOf } from '../../reconcile/read-lines.ts';
import { reportTime } from '../../reconcile/report-time.ts';

/** The financial actions report. One action has a line for the money and one for each fee. */
export const readReport: ReadReport = (text) => {
  const records = readCsv(text, [
    'Action Type',
    'Action ID',
    'Payment ID',
    'Processed On',
    'Processing Currency',
    'Breakdown Type',
    'Processing Currency Amount',
  ]);
  const fees = new Map<string, number>();
  for (const { field } of records)
    if (!isMoney(field)) fees.set(field('Action ID'), (fees.get(field('Action ID')) ?? 0) - feeOf(field));
  const report = linesOf(records, (record) => read(record, fees));
  const known = new Set(report.lines.map(({ psp_reference }) => psp_reference));
  const others = records.filter(({ field }) => !known.has(field('Action ID')));
  return { ...report, others: others.length };
};

/** The movement of each breakdown, and the sign of its amount. */
const breakdowns: ReadonlyMap<string, readonly [MovementKind, 1 | -1]> = new Map([
  ['capture', ['capture', 1]],
  ['refund', ['refund', -1]],
  ['refund reversal', ['refund', -1]],
  ['chargeback', ['chargeback', -1]],
  ['second chargeback', ['chargeback', -1]],
  ['chargeback reversal', ['chargeback_reversal', 1]],
]);

const isMoney = (field: CsvRecord['field']): boolean => breakdowns.has(field('Breakdown Type').toLowerCase());

const feeOf = (field: CsvRecord['field']): number =>
  roundedMinorUnits(field('Processing Currency Amount') || '0', field('Processing Currency').toLowerCase());

const read = ({ line, field }: CsvRecord, fees: ReadonlyMap<string, number>): ReportLine | undefined => {
  const breakdown = breakdowns.get(field('Breakdown Type').toLowerCase());
  if (breakdown === undefined) return undefined;
  const [kind, sign] = breakdown;
  const currency = field('Processing Currency').toLowerCase();
  const reference = field('Reference');
  return {
    line,
    kind,
    ...(reference.startsWith('ch_') && { charge: reference }),
    ...(/^r[ev]_/.test(reference) && { operation: reference }),
    payment: field('Payment ID') || undefined,
    psp_reference: field('Action ID'),
    amount: sign * minorUnits(field('Processing Currency Amount'), currency) + 0,
    currency,
    fee: { amount: sign * (fees.get(field('Action ID')) ?? 0) + 0, currency },
    at: reportTime(field('Processed On')),
  };
};
