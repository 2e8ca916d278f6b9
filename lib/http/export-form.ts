import type { ExportedRecord, ExportKind, ExportQuery, FileForm } from '../types/export.ts';
import { type Cell, csvLine } from './csv-line.ts';
import { renderCharge } from './render-charge.ts';
import { renderDispute } from './render-dispute.ts';
import { renderRefund } from './render-refund.ts';
import { zoneTime } from './zone-time.ts';

/** The API's fields that a file shows, in this order. `type` says in which direction an amount moved. */
export const exportColumns = {
  charges: [
    'type',
    'id',
    'created',
    'status',
    'amount',
    'amount_captured',
    'amount_refunded',
    'amount_disputed',
    'currency',
    'psp',
    'psp_reference',
    'session',
    'reference',
    'outcome',
    'code',
    'card.brand',
    'card.last4',
    'card.country',
    'capture_method',
    'external',
    'livemode',
  ],
  movements: [
    'type',
    'id',
    'at',
    'amount',
    'currency',
    'psp',
    'psp_reference',
    'charge',
    'session',
    'reference',
    'refund',
    'dispute',
  ],
  refunds: [
    'type',
    'id',
    'created',
    'status',
    'amount',
    'currency',
    'psp',
    'psp_reference',
    'charge',
    'session',
    'reference',
    'reason',
    'failure_reason',
    'external',
  ],
  disputes: [
    'type',
    'id',
    'created',
    'status',
    'stage',
    'amount',
    'currency',
    'psp',
    'psp_reference',
    'charge',
    'session',
    'reference',
    'reason',
    'psp_reason',
    'respond_by',
  ],
} as const satisfies Readonly<Record<ExportKind, readonly string[]>>;

/** Unix seconds in the API, local time of the zone in a file. */
const times: readonly string[] = ['created', 'at', 'respond_by'];

/** How a file is written: as CSV with a header, or as a JSON array with a row in each line. */
export const exportForm = ({ what, format, time_zone }: ExportQuery): FileForm => {
  const columns = exportColumns[what];
  const timeOf = zoneTime(time_zone);
  const cellsOf = (record: ExportedRecord): readonly Cell[] => {
    const rendered = renderRecord(record);
    return columns.map((column) => {
      const value = valueAt(rendered, column);
      return times.includes(column) && typeof value === 'number' ? timeOf(value * 1000) : value;
    });
  };
  return format === 'csv'
    ? { header: csvLine(columns), row: (record) => csvLine(cellsOf(record)), between: '', footer: '' }
    : {
        header: '[\n',
        row: (record) => JSON.stringify(nested(columns, cellsOf(record))),
        between: ',\n',
        footer: '\n]\n',
      };
};

const renderRecord = (record: ExportedRecord): object => {
  const { session, reference = null } = record;
  const of = { session, reference };
  switch (record.what) {
    case 'charges':
      return { ...renderCharge(record.charge, undefined), ...of, type: 'charge' };
    case 'movements':
      return { ...record.movement, ...of, at: Math.floor(record.movement.at / 1000) };
    case 'refunds':
      return { ...renderRefund(record.refund, record.charge), ...of, type: 'refund' };
    case 'disputes':
      return { ...renderDispute(record.dispute, record.charge), ...of, type: 'dispute' };
    default:
      return record satisfies never;
  }
};

/** `card.brand` is the field `brand` of `card`; null if there is none. */
const valueAt = (rendered: object, column: string): Cell => {
  const [name = '', part] = column.split('.');
  const value: unknown = rendered[name as keyof typeof rendered];
  const of =
    part === undefined || value === null ? value : (value as Readonly<Record<string, unknown>>)[part];
  return (of ?? null) as Cell;
};

type Nested = Readonly<Record<string, Cell | Readonly<Record<string, Cell>>>>;

/** The cells by column name, with `card.brand` inside `card`. */
const nested = (columns: readonly string[], cells: readonly Cell[]): Nested => {
  const row: Record<string, Cell | Record<string, Cell>> = {};
  for (const [index, column] of columns.entries()) {
    const [name = '', part] = column.split('.');
    const cell = cells[index] ?? null;
    row[name] = part === undefined ? cell : { ...(row[name] as Record<string, Cell>), [part]: cell };
  }
  return row;
};
