import { at, integerAt, textAt } from '../../../lib/psp/json.ts';
import { readIsoMoney } from '../../../lib/psp/paypal/money.ts';
import { readReference } from '../../../lib/psp/reference.ts';
import type { Money } from '../../../lib/types/money.ts';
import type { MovementKind, ReadReport, ReportLine } from '../../reconcile/movement.ts';
import { linesOf } from '../../reconcile/read-lines.ts';
import { reportTime } from '../../reconcile/report-time.ts';

/** The answer of Transaction Search (`GET /v1/reporting/transactions?fields=transaction_info`); "lines" are its transactions. */
export const readReport: ReadReport = (text) => {
  const file: unknown = JSON.parse(text);
  const details = at(file, 'transaction_details');
  if (!Array.isArray(details)) throw new Error('The file has no "transaction_details".');
  const total = integerAt(file, 'total_items') ?? 0;
  if (details.length < total)
    throw new Error(
      `The file has ${details.length} of ${total} transactions: put those of every page into its "transaction_details".`,
    );
  return linesOf(
    details.map((detail: unknown, index) => ({ line: index + 1, info: at(detail, 'transaction_info') })),
    read,
  );
};

/** The movement of each transaction event code, and the sign of its amount: payments of orders, refunds, reversals and chargebacks. */
const codes: ReadonlyMap<string, readonly [MovementKind, 1 | -1]> = new Map([
  ['T0000', ['capture', 1]],
  ['T0003', ['capture', 1]],
  ['T0005', ['capture', 1]],
  ['T0006', ['capture', 1]],
  ['T0007', ['capture', 1]],
  ['T1107', ['refund', -1]],
  ['T1106', ['chargeback', -1]],
  ['T1201', ['chargeback', -1]],
  ['T1202', ['chargeback_reversal', 1]],
]);

const read = ({ line, info }: { readonly line: number; readonly info: unknown }): ReportLine | undefined => {
  const code = codes.get(textAt(info, 'transaction_event_code') ?? '');
  const status = textAt(info, 'transaction_status');
  // Denied: nothing moved.
  if (code === undefined || status === 'D') return undefined;
  const [kind, sign] = code;
  const money = moneyIn(info, 'transaction_amount');
  if (money === undefined) throw new Error('no amount');
  const fee = at(info, 'fee_amount') === undefined ? undefined : moneyIn(info, 'fee_amount');
  const ours = readReference(textAt(info, 'custom_field'));
  const own = textAt(info, 'transaction_id');
  return {
    line,
    kind,
    charge: ours?.charge,
    ...(kind === 'refund' && { operation: ours?.operation, psp_reference: own }),
    payment: kind === 'capture' ? own : textAt(info, 'paypal_reference_id'),
    amount: sign * money.amount + 0,
    currency: money.currency,
    ...(status === 'P' && { pending: true }),
    ...(fee && { fee: { amount: 0 - sign * fee.amount, currency: fee.currency } }),
    at: reportTime(textAt(info, 'transaction_initiation_date') ?? ''),
  };
};

/** PayPal writes outgoing amounts with a minus. */
const moneyIn = (info: unknown, field: string): Money | undefined => {
  const value = textAt(info, field, 'value') ?? '';
  const money = readIsoMoney({
    currency_code: textAt(info, field, 'currency_code'),
    value: value.replace(/^-/, ''),
  });
  if (money === undefined) throw new Error(`${field} is not an amount`);
  return value.startsWith('-') ? { ...money, amount: 0 - money.amount } : money;
};
