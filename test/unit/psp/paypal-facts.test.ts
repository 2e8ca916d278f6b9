import { describe, expect, test } from '@jest/globals';
import { paypalOrder, paypalPayment, paypalRefund } from '../../conformance/paypal-events.ts';
import { call } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import {
  attempt,
  authorization,
  captured,
  held,
  issue,
  known,
  knownManual,
  manual,
  money,
  order,
  paypalOn,
} from './paypal-harness.ts';

const orderPath = `/orders/${order}`;
const lookUp = (json: object, asked = knownManual) =>
  paypalOn([[orderPath, answered(200, json)]]).psp.lookUp?.(asked, call);

const of = (
  amount: number,
  state: { readonly id: string; readonly status: string; [field: string]: unknown },
) => paypalPayment(manual, { amount, currency: 'eur' }, state);
const withCaptures = (status: string, captures: readonly object[], more: object = {}) =>
  paypalOrder(manual, money, {
    status: 'COMPLETED',
    payments: {
      authorizations: [of(2_599, { id: authorization, status, ...more })],
      captures,
    },
  });

describe('an authorisation without captures', () => {
  test.each([
    ['CREATED', { outcome: 'approved' }],
    ['CAPTURED', { outcome: 'unknown', doubt: 'unreadable_answer' }],
    ['PARTIALLY_CAPTURED', { outcome: 'unknown', doubt: 'unreadable_answer' }],
    ['VOIDED', { outcome: 'canceled', hold: 'voided' }],
    ['EXPIRED', { outcome: 'canceled', hold: 'expired' }],
    ['DENIED', { outcome: 'unmapped' }],
    ['PENDING', { outcome: 'unknown', doubt: 'pending' }],
    ['SOMETHING', { outcome: 'unknown', doubt: 'unreadable_answer' }],
  ])('that is %s', async (status, expected) => {
    expect(await lookUp(held(status))).toEqual({ ...expected, psp_reference: order });
  });

  test('that was renewed is held by the one that has not ended', async () => {
    const authorizations = [
      of(2_599, { id: 'FIRST', status: 'VOIDED' }),
      of(2_599, { id: 'RENEWED', status: 'CREATED' }),
    ];
    const json = paypalOrder(manual, money, { status: 'COMPLETED', payments: { authorizations } });
    expect(await lookUp(json)).toEqual({ outcome: 'approved', psp_reference: order });
  });

  test('of another amount is not this attempt’s hold', async () => {
    const authorizations = [of(1_000, { id: authorization, status: 'CREATED' })];
    const json = paypalOrder(manual, money, { status: 'COMPLETED', payments: { authorizations } });
    expect(await lookUp(json)).toMatchObject({ outcome: 'unknown', doubt: 'amount_mismatch' });
  });
});

describe('a manual capture is judged by the captures, not by the authorisation', () => {
  test.each(['CREATED', 'CAPTURED', 'PARTIALLY_CAPTURED'])(
    'a pending one of an authorisation that is %s is not paid',
    async (status) => {
      const pending = of(2_599, {
        id: 'C1',
        status: 'PENDING',
        status_details: { reason: 'PENDING_REVIEW' },
      });
      expect(await lookUp(withCaptures(status, [pending]))).toEqual({
        outcome: 'approved',
        in_progress: true,
        psp_reference: order,
      });
    },
  );

  test('completed ones are added up; pending or declined ones are not', async () => {
    const captures = [
      of(700, { id: 'C1', status: 'COMPLETED' }),
      of(300, { id: 'C2', status: 'COMPLETED' }),
      of(500, { id: 'C3', status: 'PENDING' }),
      of(900, { id: 'C4', status: 'DECLINED' }),
    ];
    expect(await lookUp(withCaptures('PARTIALLY_CAPTURED', captures))).toMatchObject({
      outcome: 'captured',
      amount_captured: 1_000,
    });
  });

  test('a part that is captured, the rest of which was voided, is captured', async () => {
    expect(await lookUp(withCaptures('VOIDED', [of(700, { id: 'C1', status: 'COMPLETED' })]))).toMatchObject({
      outcome: 'captured',
      amount_captured: 700,
    });
  });

  test('one that is pending where the rest was voided may still take money', async () => {
    expect(await lookUp(withCaptures('VOIDED', [of(700, { id: 'C1', status: 'PENDING' })]))).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
      psp_reference: order,
    });
  });

  test('a declined one leaves the hold as it was', async () => {
    expect(await lookUp(withCaptures('CREATED', [of(2_599, { id: 'C1', status: 'DECLINED' })]))).toEqual({
      outcome: 'approved',
      psp_reference: order,
    });
  });

  test('one in an unknown state could be anything', async () => {
    const captures = [of(700, { id: 'C1', status: 'COMPLETED' }), of(300, { id: 'C2', status: 'SOMETHING' })];
    expect(await lookUp(withCaptures('CAPTURED', captures))).toMatchObject({
      outcome: 'unknown',
      doubt: 'unreadable_answer',
    });
  });

  test.each(['BUYER_COMPLAINT', 'CHARGEBACK', 'REFUNDED'])(
    'a capture that is pending because of a %s had been taken',
    async (reason) => {
      const disputed = captured('PENDING', { status_details: { reason } });
      expect(await lookUp(disputed, known)).toMatchObject({ outcome: 'captured', amount_captured: 2_599 });
    },
  );

  test('a pending automatic capture is not paid', async () => {
    const pending = captured('PENDING', { status_details: { reason: 'PENDING_REVIEW' } });
    expect(await lookUp(pending, known)).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
      psp_reference: order,
    });
  });
});

describe('what was refunded', () => {
  const refunded = (amount: number, status: string, more: object = {}) => ({
    ...paypalRefund(attempt, 're_1', { amount, currency: 'eur' }, status),
    ...more,
  });
  const withRefunds = (capture_status: string, refunds: readonly object[]) =>
    paypalOrder(attempt, money, {
      status: 'COMPLETED',
      payments: {
        captures: [paypalPayment(attempt, money, { id: 'C1', status: capture_status })],
        refunds,
      },
    });
  const refundsOf = (json: object) =>
    paypalOn([[orderPath, answered(200, json)]]).psp.lookUpRefunds?.(known, call);

  test('is the sum of what succeeded', async () => {
    const json = withRefunds('PARTIALLY_REFUNDED', [
      refunded(400, 'COMPLETED'),
      refunded(100, 'COMPLETED'),
      refunded(50, 'PENDING'),
      refunded(60, 'FAILED'),
    ]);
    expect(await lookUp(json, known)).toMatchObject({ amount_captured: 2_599, amount_refunded: 500 });
  });

  test.each([
    ['a capture speaks of one that is not listed', 'PARTIALLY_REFUNDED', []],
    ['less is listed than the whole that was given back', 'REFUNDED', [refunded(400, 'COMPLETED')]],
    ['one has no amount', 'PARTIALLY_REFUNDED', [refunded(400, 'COMPLETED', { amount: undefined })]],
    [
      'one is of another currency',
      'COMPLETED',
      [refunded(400, 'COMPLETED', { amount: { currency_code: 'USD', value: '4.00' } })],
    ],
  ])('is not given if %s', async (_, status, refunds) => {
    const json = withRefunds(status, refunds);
    expect(await lookUp(json, known)).toEqual({
      outcome: 'captured',
      psp_reference: order,
      amount_captured: 2_599,
    });
    expect(await refundsOf(json)).toMatchObject({ outcome: 'found', complete: false });
  });

  test('includes one in a state that nobody knows, which is not listed', async () => {
    const json = withRefunds('PARTIALLY_REFUNDED', [refunded(400, 'SOMEDAY'), refunded(100, 'COMPLETED')]);
    expect(await lookUp(json, known)).toMatchObject({ amount_captured: 2_599, amount_refunded: 500 });
    expect(await refundsOf(json)).toMatchObject({ refunds: [{ amount: 100 }], complete: false });
  });

  test('one that carries the ids of another charge is not ours', async () => {
    const json = withRefunds('PARTIALLY_REFUNDED', [
      refunded(400, 'COMPLETED', { custom_id: 'ch_00000000000000000000000000.re_1' }),
    ]);
    expect(await refundsOf(json)).toEqual({
      outcome: 'found',
      refunds: [{ psp_reference: '1JU08902781691411', amount: 400, status: 'succeeded' }],
      complete: true,
    });
  });

  test('is not known without an order, or if it cannot be read', async () => {
    const { psp } = paypalOn([[orderPath, issue(404, 'INVALID_RESOURCE_ID')]]);
    expect(await psp.lookUpRefunds?.(known, call)).toMatchObject({ outcome: 'unknown' });
    expect(await psp.lookUpRefunds?.(attempt, call)).toMatchObject({ outcome: 'unknown' });
  });
});
