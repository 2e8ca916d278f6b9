import type { Stats, StatsRow } from '../../server/src/generated/api-types.ts';

/** The rows as they were answered: a column for each field, amounts in minor units, times in Unix seconds. */
export const statsCsv = ({ rows }: Stats): string => {
  const [first] = rows;
  if (!first) return '';
  const names = Object.keys(flat(first));
  const lines = rows.map((row) => {
    const values = flat(row);
    return names.map((name) => cell(values[name])).join(',');
  });
  return `${[names.join(','), ...lines].join('\r\n')}\r\n`;
};

const flat = (row: StatsRow): Readonly<Record<string, unknown>> => {
  const { approval_interval, lost_answers, captured, refunded, disputed, ...rest } = row;
  return {
    ...rest,
    approval_low: approval_interval?.[0],
    approval_high: approval_interval?.[1],
    lost_answers: lost_answers?.count,
    lost_answers_captured: lost_answers?.captured.count,
    lost_answers_captured_amount: lost_answers?.captured.amount,
    captured: captured?.count,
    captured_amount: captured?.amount,
    refunded: refunded?.count,
    refunded_amount: refunded?.amount,
    disputed: disputed?.count,
    disputed_amount: disputed?.amount,
  };
};

/** A text that a spreadsheet would take for a formula is made a text. */
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
