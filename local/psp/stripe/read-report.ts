import { type CsvRecord, readCsv } from '../../reconcile/csv.ts';
import { minorUnits } from '../../reconcile/decimal.ts';
import type { MovementKind, ReadReport, ReportLine } from '../../reconcile/movement.ts';
import { linesOf } from '../../reconcile/read-lines.ts';
import { reportTime } from '../../reconcile/report-time.ts';

/** "Balance change from activity", itemized (`balance_change_from_activity.itemized.3`), with `payment_metadata[charge]` and `refund_metadata[refund]`. */
export const readReport: ReadReport = (text) =>
  linesOf(
    readCsv(text, ['created_utc', 'currency', 'gross', 'fee', 'net', 'reporting_category', 'source_id']),
    read,
  );

/** The movement of each category, and the sign of its gross amount. A partial capture is booked in full, then its rest is taken back. */
const categories: ReadonlyMap<string, readonly [MovementKind, 1 | -1]> = new Map([
  ['charge', ['capture', 1]],
  ['charge_failure', ['capture', 1]],
  ['partial_capture_reversal', ['capture', 1]],
  ['refund', ['refund', -1]],
  ['partial_refund', ['refund', -1]],
  ['refund_failure', ['refund', -1]],
  ['dispute', ['chargeback', -1]],
  ['dispute_reversal', ['chargeback_reversal', 1]],
]);

const read = ({ line, field }: CsvRecord): ReportLine | undefined => {
  const category = categories.get(field('reporting_category'));
  if (category === undefined) return undefined;
  const [kind, sign] = category;
  const currency = field('currency').toLowerCase();
  const money = (name: string): number => minorUnits(field(name), currency);
  return {
    line,
    kind,
    charge: field('payment_metadata[charge]') || undefined,
    operation: field('refund_metadata[refund]') || undefined,
    payment: field('payment_intent_id') || undefined,
    ...(kind !== 'capture' && { psp_reference: field('source_id') }),
    amount: sign * money('gross') + 0,
    currency,
    fee: { amount: sign * money('fee') + 0, currency, net: sign * money('net') + 0 },
    at: reportTime(field('created_utc')),
  };
};
