import { describe, expect, test } from '@jest/globals';
import { capabilities } from '../../../lib/psp/paypal/capabilities.ts';
import { readMoney, writeMoney } from '../../../lib/psp/paypal/money.ts';
import { paypalOrder, paypalPayment, paypalRefund } from '../../conformance/paypal-events.ts';
import { call } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import {
  attempt,
  authorization,
  bodyOf,
  capture,
  captured,
  created,
  held,
  issue,
  known,
  knownManual,
  manual,
  money,
  order,
  paypalOn,
  timeout,
} from './paypal-harness.ts';

const operation = { id: 're_1', amount: 1_000 };
const orderPath = `/orders/${order}`;

describe('look-up', () => {
  const creating = (json: object, found: object) =>
    paypalOn([
      [orderPath, answered(200, found)],
      ['/v2/checkout/orders', answered(200, json)],
    ]);

  test('without the id repeats the creation, which holds no card, and then asks', async () => {
    const { psp, to } = creating(captured(), captured());
    expect(await psp.lookUp?.(attempt, call)).toMatchObject({ outcome: 'captured', psp_reference: order });
    expect(to('/v2/checkout/orders')[0]?.headers['paypal-request-id']).toBe(`${attempt.reference}-o`);
  });

  test('an order whose time is in another zone is that of the attempt', async () => {
    const created = { ...captured(), create_time: '2025-11-20T15:00:00+06:00' };
    const answer = await creating(created, captured()).psp.lookUp?.(attempt, call);
    expect(answer).toMatchObject({ outcome: 'captured' });
  });

  test('an order that was not paid: no payment', async () => {
    const found = paypalOrder(attempt, money, { status: 'CREATED' });
    expect(await creating(found, found).psp.lookUp?.(attempt, call)).toEqual({ outcome: 'absent' });
  });

  test.each([
    ['made after the key had lapsed', { create_time: '2025-11-20T15:00:00Z' }],
    ['without a time', { create_time: undefined }],
    ['made then, as another zone has it', { create_time: '2025-11-20T09:00:00-06:00' }],
    ['with a time of no zone', { create_time: '2025-11-20T09:00:00' }],
  ])('an order %s says nothing about the attempt', async (_, change) => {
    const { psp, to } = creating(
      { ...paypalOrder(attempt, money, { status: 'CREATED' }), ...change },
      captured(),
    );
    expect(await psp.lookUp?.(attempt, call)).toEqual({ outcome: 'unknown', doubt: 'ambiguous_error' });
    expect(to(orderPath)).toHaveLength(0);
  });

  test.each([
    ['404', issue(404, 'INVALID_RESOURCE_ID')],
    ['another order', answered(200, { ...captured(), id: 'OTHER' })],
    [
      'the order of another charge',
      answered(200, paypalOrder({ ...attempt, reference: 'ch_x' }, money, { status: 'CREATED' })),
    ],
  ] as const)('%s is not an answer', async (_, answer) => {
    const { psp } = paypalOn([[orderPath, answer]]);
    expect(await psp.lookUp?.(known, call)).toMatchObject({ outcome: 'unknown', psp_reference: order });
  });
});

describe('captures and voids', () => {
  const on = (path: string, ...answers: Parameters<typeof paypalOn>[0][number][1][]) =>
    paypalOn([
      [orderPath, answered(200, held())],
      [`/authorizations/${authorization}/${path}`, ...answers],
    ]);
  const captures = (status: string, more: object = {}) =>
    answered(
      201,
      paypalPayment(manual, { amount: 1_000, currency: 'eur' }, { id: capture, status, ...more }),
    );

  test('a part is captured for good', async () => {
    const { psp, to } = on('capture', captures('COMPLETED'));
    expect(await psp.capture(knownManual, operation, call)).toEqual({
      outcome: 'succeeded',
      psp_reference: capture,
      amount: 1_000,
    });
    expect(bodyOf(to('/capture')[0])).toEqual({
      amount: { currency_code: 'EUR', value: '10.00' },
      invoice_id: `${manual.reference}.re_1`,
      final_capture: true,
    });
  });

  test.each([
    ['pending', captures('PENDING'), { outcome: 'pending' }],
    [
      'declined',
      captures('DECLINED', { processor_response: { response_code: '5100' } }),
      { outcome: 'failed', reason: 'do_not_honor', code: '5100' },
    ],
    [
      'made elsewhere',
      issue(422, 'AUTHORIZATION_ALREADY_CAPTURED'),
      { outcome: 'failed', reason: 'invalid_request', code: 'AUTHORIZATION_ALREADY_CAPTURED' },
    ],
    ['made before under our own invoice', issue(422, 'DUPLICATE_INVOICE_ID'), { outcome: 'unknown' }],
    [
      'of less than was asked for',
      answered(
        201,
        paypalPayment(manual, { amount: 900, currency: 'eur' }, { id: capture, status: 'COMPLETED' }),
      ),
      { outcome: 'succeeded', amount: 900 },
    ],
    [
      'of no amount',
      answered(201, { id: capture, status: 'COMPLETED' }),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    [
      'too late',
      issue(422, 'AUTHORIZATION_EXPIRED'),
      { outcome: 'failed', reason: 'invalid_request', code: 'AUTHORIZATION_EXPIRED' },
    ],
    [
      'of another amount',
      answered(201, paypalPayment(manual, money, { id: capture, status: 'COMPLETED' })),
      { outcome: 'unknown', doubt: 'amount_mismatch' },
    ],
  ] as const)('a capture that is %s', async (_, answer, expected) => {
    expect(await on('capture', answer).psp.capture(knownManual, operation, call)).toMatchObject(expected);
  });

  test.each([
    [
      'answered without a body',
      { kind: 'answered', status: 204, headers: {}, body: '' },
      { outcome: 'succeeded' },
    ],
    ['done before', issue(422, 'PREVIOUSLY_VOIDED'), { outcome: 'succeeded' }],
    [
      'too late',
      issue(422, 'PREVIOUSLY_CAPTURED'),
      { outcome: 'failed', reason: 'invalid_request', code: 'PREVIOUSLY_CAPTURED' },
    ],
    ['under way', issue(409, 'PREVIOUS_REQUEST_IN_PROGRESS'), { outcome: 'unknown', doubt: 'in_flight' }],
    ['lost', timeout, { outcome: 'unknown', doubt: 'timeout' }],
  ] as const)('a void that is %s', async (_, answer, expected) => {
    expect(await on('void', answer).psp.cancel(knownManual, operation, call)).toEqual(expected);
  });

  test('a void has no body and names its media type all the same', async () => {
    const { psp, to } = on('void', answered(200, { id: authorization, status: 'VOIDED' }));
    await psp.cancel(knownManual, operation, call);
    expect(to('/void')[0]).toMatchObject({ headers: { 'content-type': 'application/json' } });
    expect(to('/void')[0]?.body).toBeUndefined();
  });

  /** The order of a hold of which something was captured already. */
  const heldWith = (...captures: readonly object[]) =>
    paypalOrder(manual, money, {
      status: 'COMPLETED',
      payments: {
        authorizations: [paypalPayment(manual, money, { id: authorization, status: 'PARTIALLY_CAPTURED' })],
        captures,
      },
    });
  const made = (status: string, more: object = {}) =>
    paypalPayment(manual, { amount: 300, currency: 'eur' }, { id: 'ELSEWHERE', status, ...more });

  test.each(['COMPLETED', 'PENDING', 'REFUNDED'])(
    'next to a capture made elsewhere that is %s, neither a capture nor a void is sent',
    async (status) => {
      const { psp, to } = paypalOn([[orderPath, answered(200, heldWith(made(status)))]]);
      const expected = { outcome: 'failed', reason: 'invalid_request', code: 'PARTIALLY_CAPTURED' };
      expect(await psp.capture(knownManual, operation, call)).toEqual(expected);
      expect(await psp.cancel(knownManual, operation, call)).toEqual(expected);
      expect([...to('/capture'), ...to('/void')]).toEqual([]);
    },
  );

  test('a capture in an unknown state leaves it open; a declined one is not a capture', async () => {
    const strange = paypalOn([[orderPath, answered(200, heldWith(made('SOMETHING')))]]);
    expect(await strange.psp.capture(knownManual, operation, call)).toEqual({
      outcome: 'unknown',
      doubt: 'unreadable_answer',
    });
    const again = paypalOn([
      [orderPath, answered(200, heldWith(made('DECLINED')))],
      [`/authorizations/${authorization}/capture`, captures('COMPLETED')],
    ]);
    expect(await again.psp.capture(knownManual, operation, call)).toMatchObject({ outcome: 'succeeded' });
  });

  test('this very capture, made at an earlier call, is known by its invoice and not made again', async () => {
    const invoice_id = `${manual.reference}.${operation.id}`;
    const { psp, to } = paypalOn([[orderPath, answered(200, heldWith(made('COMPLETED', { invoice_id })))]]);
    expect(await psp.capture(knownManual, operation, call)).toEqual({
      outcome: 'succeeded',
      psp_reference: 'ELSEWHERE',
      amount: 300,
    });
    expect(to('/capture')).toEqual([]);
  });

  test('without an order, an authorisation or an amount there is nothing to capture', async () => {
    const { psp } = paypalOn([[orderPath, created]]);
    expect(await psp.capture(manual, operation, call)).toMatchObject({
      outcome: 'failed',
      reason: 'invalid_request',
    });
    expect(await psp.capture(knownManual, operation, call)).toMatchObject({ outcome: 'unknown' });
    const empty = paypalOn([[orderPath, answered(200, paypalOrder(manual, money, { status: 'COMPLETED' }))]]);
    expect(await empty.psp.capture(knownManual, operation, call)).toMatchObject({
      outcome: 'failed',
      code: 'authorization_missing',
    });
  });
});

describe('refunds', () => {
  const refunded = (status: string, more: object = {}) => ({
    ...paypalRefund(attempt, operation.id, { amount: 1_000, currency: 'eur' }, status),
    ...more,
  });
  const refundPath = `/captures/${capture}/refund`;

  test.each([
    ['COMPLETED', { outcome: 'succeeded', psp_reference: '1JU08902781691411', amount: 1_000 }],
    ['PENDING', { outcome: 'pending', psp_reference: '1JU08902781691411' }],
    ['FAILED', { outcome: 'failed', reason: 'processor_error', code: 'FAILED' }],
    ['CANCELLED', { outcome: 'failed', reason: 'processor_error', code: 'CANCELLED' }],
    ['SOMETHING', { outcome: 'unknown', doubt: 'unreadable_answer' }],
  ])('%s, whether it is made now or is in the order already', async (status, expected) => {
    const now = paypalOn([
      [orderPath, answered(200, captured())],
      [refundPath, answered(201, refunded(status))],
    ]);
    expect(await now.psp.refund(known, operation, call)).toEqual(expected);
    const payments = {
      captures: [paypalPayment(attempt, money, { id: capture, status: 'PARTIALLY_REFUNDED' })],
      refunds: [refunded(status)],
    };
    const before = paypalOn([
      [orderPath, answered(200, paypalOrder(attempt, money, { status: 'COMPLETED', payments }))],
      [refundPath, answered(201, refunded(status))],
    ]);
    expect(await before.psp.refund(known, operation, call)).toEqual(expected);
    // One that cannot be read may be any, so the call is made, and PayPal tells by its key.
    expect(before.to(refundPath)).toHaveLength(status === 'SOMETHING' ? 1 : 0);
  });

  test.each([
    ['of another refund', { custom_id: `${attempt.reference}.re_2` }, 'unreadable_answer'],
    ['of more', { amount: { currency_code: 'EUR', value: '10.01' } }, 'amount_mismatch'],
    ['of another currency', { amount: { currency_code: 'USD', value: '10.00' } }, 'amount_mismatch'],
    ['of no amount', { amount: undefined }, 'unreadable_answer'],
  ])('an answer %s is not known', async (_, change, doubt) => {
    const { psp } = paypalOn([
      [orderPath, answered(200, captured())],
      [refundPath, answered(201, refunded('COMPLETED', change))],
    ]);
    expect(await psp.refund(known, operation, call)).toEqual({ outcome: 'unknown', doubt });
  });

  const inParts = (refunds: readonly object[] = []) => {
    const of = (id: string, amount: number, status: string) =>
      paypalPayment(attempt, { amount, currency: 'eur' }, { id, status });
    const captures = [
      of('SMALL', 300, 'COMPLETED'),
      of('GONE', 1_000, 'REFUNDED'),
      of('WHOLE', 1_299, 'COMPLETED'),
    ];
    const payments = { captures, refunds };
    return paypalOn([
      [orderPath, answered(200, paypalOrder(attempt, money, { status: 'COMPLETED', payments }))],
      ['/refund', answered(201, refunded('COMPLETED'))],
    ]);
  };
  const made = (id: string, amount: number, capture: string, status = 'COMPLETED') => ({
    ...paypalRefund(attempt, id, { amount, currency: 'eur' }, status),
    links: [{ rel: 'up', href: `https://api-m.paypal.com/v2/payments/captures/${capture}` }],
  });

  test('that names none, of the first that is large enough, refunded or not: a repeat chooses the same', async () => {
    for (const refunds of [[], [made('re_8', 1_299, 'WHOLE')]]) {
      const { psp, to } = inParts(refunds);
      expect(await psp.refund(known, operation, call)).toMatchObject({ outcome: 'succeeded' });
      expect(to('/captures/GONE/refund')).toHaveLength(1);
    }
  });

  test('of a capture that is not disputed, if there is one', async () => {
    const of = (id: string, reason?: string) => ({
      ...paypalPayment(
        attempt,
        { amount: 1_299, currency: 'eur' },
        { id, status: reason ? 'PENDING' : 'COMPLETED' },
      ),
      ...(reason && { status_details: { reason } }),
    });
    const find = (...captures: readonly object[]) => {
      const order = paypalOrder(attempt, money, { status: 'COMPLETED', payments: { captures } });
      return paypalOn([[orderPath, answered(200, order)]]).psp.findCapture?.(known, operation, call);
    };
    expect(await find(of('A', 'BUYER_COMPLAINT'), of('B'))).toMatchObject({ of: 'B' });
    expect(await find(of('A', 'CHARGEBACK'), of('B', 'CHARGEBACK'))).toMatchObject({ of: 'A' });
  });

  test('of the capture that is named, whatever is left of it', async () => {
    const { psp, to } = inParts();
    await psp.refund(known, { ...operation, of: 'SMALL' }, call);
    expect(to('/captures/SMALL/refund')).toHaveLength(1);
  });

  test.each([
    ['that covers it', 300, [], { of: 'SMALL', amount: 300 }],
    ['that others have left enough of', 300, [made('re_8', 1, 'SMALL')], { of: 'WHOLE', amount: 1_299 }],
    [
      'a refund that failed has taken nothing from',
      300,
      [made('re_8', 9, 'SMALL', 'FAILED')],
      { of: 'SMALL', amount: 300 },
    ],
    [
      'a pending refund is taken from',
      300,
      [made('re_8', 9, 'SMALL', 'PENDING')],
      { of: 'WHOLE', amount: 1_299 },
    ],
    ['that it was made of before', 1_000, [made(operation.id, 1_000, 'GONE')], { of: 'GONE', amount: 1_000 }],
    [
      'with most left, if none covers it',
      2_000,
      [made('re_8', 1_100, 'WHOLE')],
      { of: 'SMALL', amount: 300 },
    ],
  ])('finds the capture %s', async (_, amount, refunds, expected) => {
    const { psp, to } = inParts(refunds);
    expect(await psp.findCapture?.(known, { ...operation, amount }, call)).toEqual({
      outcome: 'found',
      ...expected,
    });
    expect(to('/refund')).toEqual([]);
  });

  test.each([
    [
      'nothing is captured',
      answered(200, paypalOrder(attempt, money, { status: 'COMPLETED', payments: {} })),
      { outcome: 'failed', reason: 'invalid_request', code: 'capture_missing' },
    ],
    ['PayPal does not answer', answered(503, {}), { outcome: 'unknown' }],
  ])('finds no capture if %s', async (_, answer, expected) => {
    const { psp } = paypalOn([[orderPath, answer]]);
    expect(await psp.findCapture?.(known, operation, call)).toMatchObject(expected);
  });

  test.each([
    [
      'REFUND_AMOUNT_EXCEEDED',
      { outcome: 'failed', reason: 'invalid_request', code: 'REFUND_AMOUNT_EXCEEDED' },
    ],
    ['REFUND_FAILED_INSUFFICIENT_FUNDS', { outcome: 'failed', reason: 'processor_error' }],
    ['CANNOT_PROCESS_REFUNDS', { outcome: 'failed', reason: 'psp_unavailable' }],
    ['CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED', { outcome: 'failed', reason: 'invalid_request' }],
    ['MAX_REFUND_LIMIT_EXCEEDED', { outcome: 'failed', reason: 'invalid_request' }],
    ['DUPLICATE_INVOICE_ID', { outcome: 'unknown' }],
    ['PAYPAL_REQUEST_ID_PREVIOUSLY_USED', { outcome: 'unknown' }],
  ])('refused with %s', async (code, expected) => {
    const { psp } = paypalOn([
      [orderPath, answered(200, captured())],
      [refundPath, issue(422, code)],
    ]);
    expect(await psp.refund(known, operation, call)).toMatchObject(expected);
  });
});

describe('money', () => {
  test.each([
    [1, 'eur', '0.01'],
    [2_599, 'usd', '25.99'],
    [100_000, 'gbp', '1000.00'],
    [500, 'jpy', '500'],
    [7, 'huf', '7'],
    [12, 'twd', '12'],
  ])('%s %s is %s', (value, currency, written) => {
    const money = writeMoney(value, currency);
    expect(money).toEqual({ currency_code: currency.toUpperCase(), value: written });
    expect(readMoney(money)).toEqual({ value, currency });
  });

  test.each([
    ['10', 'EUR', 1_000],
    ['10.5', 'EUR', 1_050],
    ['100.00', 'HUF', 100],
    ['0.10', 'EUR', 10],
  ])('%s %s reads as %s', (value, currency_code, expected) => {
    expect(readMoney({ value, currency_code })?.value).toBe(expected);
  });

  test.each(['', '-1.00', '1e3', '1,00', '.5', '10.001', '99999999999999999999', 'NaN', ' 1'])(
    '%j is not an amount',
    (value) => {
      expect(readMoney({ value, currency_code: 'EUR' })).toBeUndefined();
    },
  );

  test('nor is a number, or an amount without a currency', () => {
    expect(readMoney({ value: 10, currency_code: 'EUR' })).toBeUndefined();
    expect(readMoney({ value: '10.00' })).toBeUndefined();
  });

  test('every declared currency can be written', () => {
    const { currencies } = capabilities.amounts;
    for (const currency of currencies === 'all' ? [] : currencies)
      expect(readMoney(writeMoney(12_345, currency))).toEqual({ value: 12_345, currency });
  });
});
