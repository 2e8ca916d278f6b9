import { describe, expect, test } from '@jest/globals';
import { csvLine } from '../../../lib/http/csv-line.ts';
import { exportColumns, exportForm } from '../../../lib/http/export-form.ts';
import { exportTitle } from '../../../lib/http/export-title.ts';
import { zoneTime } from '../../../lib/http/zone-time.ts';
import type { ExportedRecord } from '../../../lib/types/export.ts';
import { readCsv } from '../../../local/reconcile/csv.ts';
import { sampleCharge, sampleDispute, sampleRefund } from '../../contract/sample-records.ts';

const of = { session: 'cs_1', reference: 'order-7' };
const charge = sampleCharge('ch_1', {
  created: 1_764_346_626,
  particulars: { card: { brand: 'visa', last4: '4242', country: 'DE' } },
});
const part = { id: 'ch_1', currency: 'eur', psp: 'stripe' };
const records: readonly ExportedRecord[] = [
  { what: 'charges', charge, ...of },
  { what: 'refunds', refund: sampleRefund('re_1', 100), charge: part, ...of },
  { what: 'disputes', dispute: sampleDispute('dp_1', { respond_by: 1_764_346_626 }), charge: part, ...of },
  {
    what: 'movements',
    movement: {
      id: 'mov_1',
      type: 'refund_failed',
      at: 1_764_346_626_000,
      amount: 5,
      currency: 'eur',
      psp: 'stripe',
      charge: 'ch_1',
      session: 'cs_1',
      refund: 're_1',
      dispute: null,
      psp_reference: null,
    },
    ...of,
  },
];

const query = { from: 0, to: 3_600, time_zone: 'Europe/Berlin' } as const;

/** `card: { brand }` as `card.brand`, as the columns are called. */
const flat = (row: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([part, inner]) => [`${name}.${part}`, inner])
        : [[name, value]],
    ),
  );

describe.each(records)('a file of $what', (record) => {
  const { what } = record;
  const form = (format: 'csv' | 'json') => exportForm({ ...query, what, format });

  test('has a value for every column, the same as CSV and as JSON', () => {
    const csv = form('csv');
    const [read] = readCsv(csv.header + csv.row(record) + csv.footer, exportColumns[what]);
    const json = form('json');
    const [written] = JSON.parse(json.header + json.row(record) + json.footer);
    const row = flat(written);
    expect(Object.keys(row)).toEqual([...exportColumns[what]]);
    for (const column of exportColumns[what])
      expect([column, read?.field(column)]).toEqual([
        column,
        row[column] === null ? '' : String(row[column]),
      ]);
    expect(row).toMatchObject({ currency: 'eur', psp: 'stripe', session: 'cs_1', reference: 'order-7' });
    expect(row.type).toBe(what === 'movements' ? 'refund_failed' : what.slice(0, -1));
  });

  test('names nobody', () => {
    expect(form('json').row({ ...record, customer_email: 'ada@shop.example' } as never)).not.toContain('@');
  });
});

test('a charge says what its card was and when it was made, in that zone', () => {
  const { row } = exportForm({ ...query, what: 'charges', format: 'json' });
  expect(JSON.parse(row(records[0] as ExportedRecord))).toMatchObject({
    card: { brand: 'visa', last4: '4242', country: 'DE' },
    created: '2025-11-28T17:17:06+01:00',
  });
});

describe('a cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['a,b', '"a,b"'],
    ['x;=1+1', '"x;=1+1"'],
    ['\n=1', `"'\n=1"`],
    ['a\nb', '"a\nb"'],
    ['order-7', 'order-7'],
    ['', ''],
  ])('of the text %j is %j', (text, written) => {
    expect(csvLine([text, 'b'])).toBe(`${written},b\r\n`);
  });

  test('that is a number or a truth is written as it is', () => {
    expect(csvLine([-5, 0, true, null])).toBe('-5,0,true,\r\n');
  });
});

describe('a time', () => {
  test.each([
    ['UTC', 0, '1970-01-01T00:00:00Z'],
    ['Europe/London', 1_764_346_626_000, '2025-11-28T16:17:06Z'],
    ['Europe/Berlin', 1_761_440_399_000, '2025-10-26T02:59:59+02:00'],
    ['Europe/Berlin', 1_761_440_400_000, '2025-10-26T02:00:00+01:00'],
    ['America/St_Johns', 1_764_346_626_000, '2025-11-28T12:47:06-03:30'],
    ['Asia/Kathmandu', 1_764_346_626_000, '2025-11-28T22:02:06+05:45'],
    ['Pacific/Kiritimati', 1_764_346_626_999, '2025-11-29T06:17:06+14:00'],
  ])('in %s at %d is %s', (zone, at, written) => {
    expect(zoneTime(zone)(at)).toBe(written);
    expect(Date.parse(written)).toBe(Math.floor(at / 1000) * 1000);
  });
});

test('a file is called by the days that it shows', () => {
  const november = { from: 1_761_951_600, to: 1_764_543_600, time_zone: 'Europe/Berlin' };
  expect(exportTitle({ ...november, what: 'movements', format: 'csv' })).toBe(
    'movements_2025-11-01_2025-11-30.csv',
  );
});
