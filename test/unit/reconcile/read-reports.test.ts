import { describe, expect, test } from '@jest/globals';
import { readReport as readAdyen } from '../../../local/psp/adyen/read-report.ts';
import { readReport as readCheckoutCom } from '../../../local/psp/checkout_com/read-report.ts';
import { readReport as readPayPal } from '../../../local/psp/paypal/read-report.ts';
import { readReport as readStripe } from '../../../local/psp/stripe/read-report.ts';
import { readCsv, writeCsv } from '../../../local/reconcile/csv.ts';
import { decimal, minorUnits, roundedMinorUnits } from '../../../local/reconcile/decimal.ts';
import { reconcile } from '../../../local/reconcile/reconcile.ts';
import { reportTime } from '../../../local/reconcile/report-time.ts';
import { sampleDispute, sampleRefund } from '../../contract/sample-records.ts';
import { shownCharge } from '../../contract/shown-charge.ts';

/** Adyen's own example lines, from its page on the settlement details report. */
const adyen = `Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number
TestCompany,TestMerchant,1813702551707653,3vpzf7,visa,2013-06-03 11:26:49,CET,Settled,1713702551795048,GBP,,5.00,1,GBP,,4.88,,0.04,0.01,0.07,visaclassic,,,
TestCompany,TestMerchant,1313642467023511,324959451,visa,2013-03-26 22:37:26,CET,Chargeback,2313642467170922,EUR,349.99,,1,EUR,357.49,,7.5,,,,visaclassic,,,
TestCompany,TestMerchant,,,,2013-06-11 04:55:40,BST,Fee,Transaction Fees May 2013,,,,,GBP,1.00,,,,,,,,
`;

describe('the settlement details report of Adyen', () => {
  test('gives its own examples, with costs deducted from income and added to outflow', () => {
    const { lines, others } = readAdyen(adyen);
    expect(others).toBe(1);
    expect(lines).toMatchObject([
      {
        line: 2,
        kind: 'capture',
        payment: '1813702551707653',
        amount: 500,
        currency: 'gbp',
        fee: { amount: 12, currency: 'gbp', net: 488 },
        at: Date.UTC(2013, 5, 3, 10, 26, 49),
      },
      {
        line: 3,
        kind: 'chargeback',
        psp_reference: '2313642467170922',
        amount: 34_999,
        fee: { amount: -750, net: 35_749 },
      },
    ]);
  });

  test('whose net is not gross less costs has a wrong fee', () => {
    const { discrepancies } = reconcile(readAdyen(adyen.replace('357.49', '357.50')), []);
    expect(discrepancies.map(({ kind, lines }) => [kind, ...lines])).toEqual([
      ['missing_here', 2],
      ['missing_here', 3],
      ['fee', 3],
    ]);
  });
});

test.each([
  ['won', []],
  ['open', []],
  ['lost', ['state']],
] as const)(
  'a chargeback that Adyen reversed, which the bank may make again, is %s here',
  (status, kinds) => {
    const [head, , chargeback = ''] = adyen.split('\n');
    const reversed = chargeback
      .replace('Chargeback', 'ChargebackReversed')
      .replace('2013-03-26', '2013-03-28')
      .replace('EUR,349.99,,1,EUR,357.49,,7.5', 'EUR,,349.99,1,EUR,,349.99,');
    const dispute = sampleDispute('dp_1', { status, amount: 34_999, psp_reference: '2313642467170922' });
    const charge = shownCharge('ch_1', { psp_reference: '1313642467023511', disputes: { dp_1: dispute } });
    const { discrepancies } = reconcile(readAdyen([head, chargeback, reversed].join('\n')), [charge]);
    expect(discrepancies.map(({ kind }) => kind)).toEqual(kinds);
  },
);

describe('reports', () => {
  const stripe = (rows: readonly string[]) =>
    readStripe(
      `created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id,payment_metadata[charge]\n${rows.join('\n')}`,
    );
  const at = '2026-11-22 10:00:00';

  test('a capture in part is booked whole, then its rest is taken back', () => {
    const report = stripe([
      `${at},eur,40.00,0.81,39.19,charge,ch_s,pi_1,ch_1`,
      `${at},eur,-15.00,0.00,-15.00,partial_capture_reversal,ch_s,pi_1,ch_1`,
      `${at},eur,-99.00,0.00,-99.00,payout,po_1,,`,
    ]);
    const charge = shownCharge('ch_1', { amount_captured: 2_500, psp_reference: 'pi_1' });
    expect(reconcile(report, [charge])).toMatchObject({
      discrepancies: [],
      others: 1,
      movements: 1,
      explained: [{ currency: 'eur', total: 2_500, explained: 2_500 }],
    });
  });

  test('a second payment under the id of a charge is the charge’s that records it', () => {
    const report = stripe([
      `${at},eur,40.00,0.81,39.19,charge,ch_s,pi_1,ch_1`,
      `${at},eur,40.00,0.81,39.19,charge,ch_t,pi_2,ch_1`,
    ]);
    const paid = { amount_captured: 4_000, captured_at: Date.UTC(2026, 10, 22) };
    const charges = [
      shownCharge('ch_1', { ...paid, psp_reference: 'pi_1' }),
      shownCharge('ch_2', { ...paid, psp_reference: 'pi_2', other_payment_of: 'ch_1' }),
    ];
    expect(reconcile(report, charges)).toMatchObject({ discrepancies: [], movements: 2 });
  });

  test.each([
    ['failed', []],
    ['succeeded', ['state']],
    ['pending', ['state']],
  ] as const)('a refund that failed after all, %s here', (status, kinds) => {
    const report = stripe([
      `${at},eur,-10.00,0.00,-10.00,refund,re_s,pi_1,`,
      `${at},eur,10.00,0.00,10.00,refund_failure,re_s,pi_1,`,
    ]);
    const refund = sampleRefund('re_1', 1_000, { status, psp_reference: 're_s' });
    const charge = shownCharge('ch_1', { psp_reference: 'pi_1', refunds: { re_1: refund } });
    expect(reconcile(report, [charge]).discrepancies.map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each([
    ['won', []],
    ['closed', []],
    ['lost', ['state']],
    ['open', ['state']],
  ] as const)('disputed money returned, which is %s here', (status, kinds) => {
    const report = stripe([
      `${at},eur,-15.00,15.00,-30.00,dispute,psp-dp_1,pi_1,`,
      `${at},eur,15.00,-15.00,30.00,dispute_reversal,psp-dp_1,pi_1,`,
    ]);
    const disputes = { dp_1: sampleDispute('dp_1', { status }) };
    const charge = shownCharge('ch_1', { psp_reference: 'pi_1', disputes });
    expect(reconcile(report, [charge]).discrepancies.map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each([
    ['lost', []],
    ['open', []],
    ['won', [['state', 4]]],
  ] as const)('disputed money returned and taken again, which is %s here', (status, wrong) => {
    const moved = (time: string, gross: number, category: string) =>
      `2026-11-22 ${time},eur,${gross}.00,0.00,${gross}.00,${category},psp-dp_1,pi_1,`;
    const report = stripe([
      moved('10:00:00', -15, 'dispute'),
      moved('11:00:00', 15, 'dispute_reversal'),
      moved('12:00:00', -15, 'dispute'),
    ]);
    const disputes = { dp_1: sampleDispute('dp_1', { status }) };
    const charge = shownCharge('ch_1', { psp_reference: 'pi_1', disputes });
    const { discrepancies } = reconcile(report, [charge]);
    expect(discrepancies.map(({ kind, lines }) => [kind, lines.at(-1)])).toEqual(wrong);
  });

  test('disputed money taken twice without a return is too much', () => {
    const row = `${at},eur,-15.00,0.00,-15.00,dispute,psp-dp_1,pi_1,`;
    const charge = shownCharge('ch_1', {
      psp_reference: 'pi_1',
      disputes: { dp_1: sampleDispute('dp_1', { status: 'lost' }) },
    });
    expect(reconcile(stripe([row, row]), [charge]).discrepancies).toMatchObject([
      { kind: 'amount', here: 1_500, there: 3_000 },
    ]);
  });

  test('only operations done on the days of the report have to be in it', () => {
    const paid = (id: string, day: number) =>
      shownCharge(id, { psp_reference: `pi_${id}`, captured_at: Date.UTC(2026, 10, day, 23, 59, 59) });
    const report = stripe([`${at},eur,40.00,0.81,39.19,charge,ch_s,pi_ch_1,ch_1`]);
    const { discrepancies } = reconcile(report, [paid('ch_1', 22), paid('ch_2', 22), paid('ch_3', 23)]);
    expect(discrepancies).toMatchObject([
      { kind: 'missing_there', charge: 'ch_2', here: 4_000, there: null },
    ]);
  });

  test('the same capture twice is too much', () => {
    const row = `${at},eur,40.00,0.81,39.19,charge,ch_s,pi_1,ch_1`;
    const charge = shownCharge('ch_1', { psp_reference: 'pi_1' });
    expect(reconcile(stripe([row, row]), [charge]).discrepancies).toMatchObject([
      { kind: 'amount', lines: [2, 3], here: 4_000, there: 8_000 },
    ]);
  });

  test('fees of Checkout.com are lines of the same action, in parts of a cent', () => {
    const { lines, others } = readCheckoutCom(
      [
        'Action Type,Action ID,Payment ID,Processed On,Processing Currency,Reference,Breakdown Type,Processing Currency Amount',
        'Capture,act_1,pay_1,2022-11-14 12:08:07,GBP,ch_1,Capture,81.50',
        'Capture,act_1,pay_1,2022-11-14 12:08:07,GBP,ch_1,Gateway Fixed Fee,-0.08',
        'Capture,act_1,pay_1,2022-11-14 12:08:07,GBP,ch_1,Scheme Variable Fee,-1.58417',
        'Adjustment,adj_1,,2022-11-14 12:08:07,GBP,,Scheme Fixed Fee,-2.00',
      ].join('\n'),
    );
    expect([lines.length, others]).toEqual([1, 1]);
    expect(lines[0]).toMatchObject({ amount: 8_150, charge: 'ch_1', fee: { amount: 166, currency: 'gbp' } });
  });

  test('PayPal writes outgoing money with a minus, and a denied transaction moves nothing', () => {
    const info = (more: object) => ({
      transaction_info: {
        transaction_id: '5TY05013RG002845M',
        transaction_event_code: 'T1107',
        transaction_initiation_date: '2014-07-11T04:03:52+0000',
        transaction_amount: { currency_code: 'USD', value: '-465.00' },
        fee_amount: { currency_code: 'USD', value: '13.79' },
        transaction_status: 'S',
        custom_field: `ch_${'0'.repeat(26)}.re_1`,
        ...more,
      },
    });
    const { lines, others } = readPayPal(
      JSON.stringify({
        transaction_details: [
          info({}),
          info({ transaction_status: 'D' }),
          info({ transaction_event_code: 'T0400' }),
        ],
      }),
    );
    expect(others).toBe(2);
    expect(lines).toMatchObject([
      { kind: 'refund', operation: 're_1', amount: 46_500, currency: 'usd', fee: { amount: 1_379 } },
    ]);
  });

  test('PayPal: one page of several is not the report', () => {
    const page = (total_items: number) =>
      JSON.stringify({ transaction_details: [{ transaction_info: {} }], page: 1, total_items });
    expect(() => readPayPal(page(501))).toThrow('has 1 of 501 transactions');
    expect(readPayPal(page(1))).toEqual({ lines: [], others: 1 });
  });

  test('an error names its line', () => {
    expect(() => stripe([`${at},eur,40.001,0.81,39.19,charge,ch_s,pi_1,ch_1`])).toThrow('Line 2: "40.001"');
    expect(() => stripe([`${at},xxx,40.00,0.81,39.19,charge,ch_s,pi_1,ch_1`])).toThrow('Line 2: "xxx"');
    expect(() => stripe(['yesterday,eur,40.00,0.81,39.19,charge,ch_s,pi_1,ch_1'])).toThrow(
      'Line 2: "yesterday"',
    );
  });
});

describe('the parts', () => {
  test('CSV: quotes, line ends within a field, a byte order mark, nothing a spreadsheet would run', () => {
    const rows = readCsv('\uFEFFa,b\r\n"x, ""y""\nz",1\r\n\r\n2,\n', ['a', 'b']);
    expect(rows.map(({ line, field }) => [line, field('a'), field('b'), field('c')])).toEqual([
      [2, 'x, "y"\nz', '1', ''],
      [5, '2', '', ''],
    ]);
    expect(() => readCsv('a,b\n', ['c'])).toThrow('no column "c"');
    expect(writeCsv(['a'], [['=1+1'], ['-5.00'], ['x,"'], [null], [7]])).toBe(
      'a\r\n\'=1+1\r\n-5.00\r\n"x,"""\r\n\r\n7\r\n',
    );
  });

  test.each([
    ['19.90', 'eur', 1_990],
    ['-0.05', 'eur', -5],
    ['7.5', 'eur', 750],
    ['100', 'jpy', 100],
    ['1.2340', 'kwd', 1_234],
    ['10.000', 'eur', 1_000],
  ])('%s %s is %i', (text, currency, amount) => {
    expect(minorUnits(text, currency)).toBe(amount);
    expect(minorUnits(decimal(amount, currency), currency)).toBe(amount);
  });

  test('parts of a minor unit are rounded where they may be', () => {
    expect(roundedMinorUnits('-1.58417', 'gbp')).toBe(-158);
    expect(roundedMinorUnits('0.005', 'gbp')).toBe(1);
    expect(() => minorUnits('1e3', 'eur')).toThrow();
  });

  test('times', () => {
    expect(reportTime('2026-11-22 21:00:00')).toBe(Date.UTC(2026, 10, 22, 21));
    expect(reportTime('2026-07-01 21:00:00', 'CEST')).toBe(Date.UTC(2026, 6, 1, 19));
    expect(reportTime('2014-07-11T04:03:52+0000')).toBe(Date.UTC(2014, 6, 11, 4, 3, 52));
    expect(() => reportTime('2026-11-22 21:00:00', 'XYZ')).toThrow('time zone');
  });
});
