import { describe, expect, test } from '@jest/globals';
import { readPayment } from '../../../lib/psp/adyen/read-payment.ts';
import { readRefusal } from '../../../lib/psp/adyen/read-refusal.ts';
import { endOfHold } from '../../../lib/psp/paypal/read-payment.ts';
import { toUnknown } from '../../../lib/psp/refusal-reader.ts';
import { readRefusal as readStripeRefusal } from '../../../lib/psp/stripe/read-refusal.ts';
import type { Attempt } from '../../../lib/types/psp.ts';
import { paypalOrder } from '../../conformance/paypal-events.ts';
import { call } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { attempt, known, knownManual, manual, money, order, paypalOn } from './paypal-harness.ts';

describe('Stripe: an answer of something in between', () => {
  test.each([
    [401, { outcome: 'psp_unavailable', code: 'http_401' }],
    [403, { outcome: 'psp_unavailable', code: 'http_403' }],
    [429, { outcome: 'rate_limited', code: 'http_429' }],
    [404, { outcome: 'unknown', doubt: 'unreadable_answer' }],
    [499, { outcome: 'unknown', doubt: 'unreadable_answer' }],
    [500, { outcome: 'unknown', doubt: 'ambiguous_error' }],
  ])('%i', (status, expected) => {
    expect(readStripeRefusal({ kind: 'foreign', status })).toEqual(expected);
  });

  test('leaves open an attempt that was only asked about', () => {
    expect(toUnknown(readStripeRefusal({ kind: 'foreign', status: 403 }))).toEqual({
      outcome: 'unknown',
      doubt: 'ambiguous_error',
    });
    expect(toUnknown(readStripeRefusal({ kind: 'foreign', status: 200 }))).toEqual({
      outcome: 'unknown',
      doubt: 'unreadable_answer',
    });
    expect(toUnknown(readStripeRefusal({ kind: 'not_sent' }))).toEqual({
      outcome: 'unknown',
      doubt: 'connection_lost',
    });
  });
});

describe('Adyen', () => {
  const started: Attempt = {
    reference: 'ch_1',
    session: 'cs_1',
    amount: 1_000,
    currency: 'usd',
    capture_method: 'automatic',
    started: 0,
  };

  test.each([
    ['Pending', 'pending'],
    ['Received', 'pending'],
    ['PresentToShopper', 'pending'],
    ['PartiallyAuthorised', 'amount_mismatch'],
    ['AuthenticationFinished', 'unreadable_answer'],
    ['AuthenticationNotRequired', 'unreadable_answer'],
    ['Success', 'unreadable_answer'],
  ])('%s tells no outcome', (resultCode, doubt) => {
    expect(readPayment(started, { resultCode, pspReference: 'P1' })).toEqual({
      outcome: 'unknown',
      doubt,
      psp_reference: 'P1',
    });
  });

  test.each([
    [299, 'unreadable_answer'],
    [300, 'ambiguous_error'],
    [399, 'ambiguous_error'],
    [400, 'unreadable_answer'],
    [499, 'unreadable_answer'],
    [500, 'ambiguous_error'],
  ])('%i without a code leaves it open', (status, doubt) => {
    expect(readRefusal({ kind: 'answered', status, headers: {}, json: {} })).toEqual({
      outcome: 'unknown',
      doubt,
    });
  });
});

describe('PayPal: a hold that is no more', () => {
  test.each<[object, string]>([
    [{ status: 'EXPIRED' }, 'expired'],
    [{ status: 'VOIDED' }, 'voided'],
    [{ status: 'VOIDED', expiration_time: '2030-01-02T00:00:00Z' }, 'voided'],
    [{ status: 'VOIDED', update_time: '2030-01-02T00:00:00Z' }, 'voided'],
    [
      { status: 'VOIDED', expiration_time: '2030-01-02T00:00:00Z', update_time: '2030-01-01T23:59:59Z' },
      'voided',
    ],
    [
      { status: 'VOIDED', expiration_time: '2030-01-02T00:00:00Z', update_time: '2030-01-02T00:00:00Z' },
      'expired',
    ],
    [
      { status: 'VOIDED', expiration_time: '2030-01-02T00:00:00Z', update_time: '2030-01-02T00:30:00+01:00' },
      'voided',
    ],
    [
      { status: 'VOIDED', expiration_time: '2030-01-02T01:00:00+01:00', update_time: '2030-01-02T00:00:01Z' },
      'expired',
    ],
    [
      {
        status: 'VOIDED',
        expiration_time: '2030-01-01T17:00:00-07:00',
        update_time: '2030-01-01T23:59:59.9Z',
      },
      'voided',
    ],
    [{ status: 'VOIDED', expiration_time: 'soon', update_time: 'z' }, 'voided'],
  ])('%j', (authorization, hold) => {
    expect(endOfHold(authorization)).toBe(hold);
  });

  test.each([
    ['VOIDED', { outcome: 'canceled' }],
    ['COMPLETED', { outcome: 'unknown', doubt: 'unreadable_answer' }],
  ])('and an order without a payment that is %s', async (status, expected) => {
    for (const [asked, of] of [
      [knownManual, manual],
      [known, attempt],
    ] as const) {
      const { psp } = paypalOn([[`/orders/${order}`, answered(200, paypalOrder(of, money, { status }))]]);
      expect(await psp.lookUp?.(asked, call)).toEqual({ ...expected, psp_reference: order });
    }
  });
});
