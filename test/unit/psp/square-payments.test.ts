import { describe, expect, test } from '@jest/globals';
import type { HttpAnswer } from '../../../lib/types/transport.ts';
import { call, cardRequest, paymentRequest, tokenRequest } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { squareError, squarePayment } from '../../conformance/square-objects.ts';
import { squareSubject } from '../../conformance/square-subject.ts';
import {
  attempt,
  errors,
  knownManual,
  location,
  manual,
  money,
  payment,
  squareOn,
  timeout,
} from './square-harness.ts';

const request = paymentRequest(squareSubject);
const created = (status: string, more: object = {}) =>
  answered(200, { payment: squarePayment(attempt, money, { status, ...more }) });

describe('authorize', () => {
  test('sends the token, both our keys and the place', async () => {
    const { psp, request: sent } = squareOn({ 'POST /v2/payments': created('COMPLETED') });
    expect(await psp.authorize(attempt, request, call)).toEqual({
      outcome: 'captured',
      psp_reference: payment,
    });
    expect(JSON.parse(sent(0)?.body ?? '')).toEqual({
      source_id: 'cnon:card-nonce-ok',
      idempotency_key: attempt.reference,
      amount_money: { amount: 2_599, currency: 'EUR' },
      autocomplete: true,
      location_id: location,
      reference_id: attempt.reference,
      buyer_email_address: 'ada@example.com',
      note: 'order-1042',
    });
  });

  test('a card is not sent anywhere, nor is a payment without a location', async () => {
    const { psp, exchanges } = squareOn({});
    expect(await psp.authorize(attempt, cardRequest(), call)).toEqual({
      outcome: 'not_supported',
      code: 'card_not_supported',
    });
    const nowhere = squareOn({}, { settings: {} });
    expect(await nowhere.psp.authorize(attempt, tokenRequest(squareSubject), call)).toEqual({
      outcome: 'psp_unavailable',
      code: 'location_missing',
    });
    expect([...exchanges, ...nowhere.exchanges]).toEqual([]);
  });

  test.each([
    ['APPROVED, with automatic capture', created('APPROVED'), { outcome: 'unknown', doubt: 'pending' }],
    ['canceled meanwhile', created('CANCELED'), { outcome: 'unmapped', code: 'canceled' }],
    ['in no known state', created('SOMETHING'), { outcome: 'unknown', doubt: 'unreadable_answer' }],
    [
      'approved in part',
      created('COMPLETED', { approved_money: { amount: 500, currency: 'EUR' } }),
      { outcome: 'unknown', doubt: 'amount_mismatch' },
    ],
    [
      'another one',
      created('COMPLETED', { reference_id: 'ch_other' }),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    ['declined with no code', created('FAILED'), { outcome: 'unmapped' }],
    [
      'declined with status 200',
      created('FAILED', { card_details: { errors: [squareError('CVV_FAILURE')] } }),
      { outcome: 'incorrect_card_data', code: 'CVV_FAILURE' },
    ],
    [
      'accompanied by errors',
      answered(200, {
        errors: [squareError('GENERIC_DECLINE')],
        payment: squarePayment(attempt, money, { status: 'FAILED' }),
      }),
      { outcome: 'do_not_honor', code: 'GENERIC_DECLINE' },
    ],
    [
      'refused under a used key',
      errors(400, 'IDEMPOTENCY_KEY_REUSED'),
      { outcome: 'duplicate', doubt: 'ambiguous_error' },
    ],
    ['in conflict', errors(409, 'CONFLICT'), { outcome: 'duplicate', doubt: 'in_flight' }],
    ['a temporary error', errors(500, 'TEMPORARY_ERROR'), { outcome: 'unknown', doubt: 'ambiguous_error' }],
    [
      'an error that says it is not known',
      errors(400, 'GATEWAY_TIMEOUT'),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'refused for the account',
      errors(403, 'INSUFFICIENT_SCOPES'),
      { outcome: 'psp_unavailable', code: 'INSUFFICIENT_SCOPES' },
    ],
    [
      'a page',
      { kind: 'answered', status: 404, headers: {}, body: '<html>' },
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
  ] as const)('a payment that is %s', async (_, answer, expected) => {
    const { psp } = squareOn({ 'POST /v2/payments': answer });
    expect(await psp.authorize(attempt, request, call)).toMatchObject(expected);
  });
});

describe('capture and cancel', () => {
  const inState = (status: string) => answered(200, { payment: squarePayment(manual, money, { status }) });
  const on = (path: string, answer: HttpAnswer, status: string) =>
    squareOn({
      [`POST /v2/payments/${payment}/${path}`]: answer,
      [`GET /v2/payments/${payment}`]: inState(status),
    });
  const all = { id: 'cp_1', amount: manual.amount };

  test('a part cannot be captured, and nothing is sent for it', async () => {
    const { psp, exchanges } = squareOn({});
    expect(await psp.capture(knownManual, { ...all, amount: 1 }, call)).toEqual({
      outcome: 'failed',
      reason: 'not_supported',
      code: 'partial_capture_not_supported',
    });
    expect(exchanges).toEqual([]);
  });

  test.each([
    ['done before', errors(400, 'DELAYED_TRANSACTION_CAPTURED'), 'COMPLETED', { outcome: 'succeeded' }],
    [
      'too late',
      errors(400, 'DELAYED_TRANSACTION_CANCELED'),
      'CANCELED',
      { outcome: 'failed', reason: 'invalid_request', code: 'canceled' },
    ],
    [
      'refused',
      errors(400, 'BAD_REQUEST'),
      'APPROVED',
      { outcome: 'failed', reason: 'invalid_request', code: 'BAD_REQUEST' },
    ],
    ['in conflict', errors(409, 'CONFLICT'), 'APPROVED', { outcome: 'unknown' }],
    [
      'not refused by Square',
      errors(403, 'FORBIDDEN'),
      'APPROVED',
      { outcome: 'failed', reason: 'psp_unavailable' },
    ],
    ['lost', timeout, 'COMPLETED', { outcome: 'unknown', doubt: 'timeout' }],
  ] as const)('a capture that is %s', async (_, answer, status, expected) => {
    expect(await on('complete', answer, status).psp.capture(knownManual, all, call)).toMatchObject(expected);
  });

  test.each([
    ['done before', errors(400, 'DELAYED_TRANSACTION_CANCELED'), 'CANCELED', { outcome: 'succeeded' }],
    [
      'too late',
      errors(400, 'DELAYED_TRANSACTION_CAPTURED'),
      'COMPLETED',
      { outcome: 'failed', reason: 'invalid_request', code: 'captured' },
    ],
  ] as const)('a cancel that is %s', async (_, answer, status, expected) => {
    expect(await on('cancel', answer, status).psp.cancel(knownManual, all, call)).toEqual(expected);
  });

  test('without the payment’s id there is nothing to change', async () => {
    expect(await squareOn({}).psp.cancel(manual, all, call)).toMatchObject({ outcome: 'failed' });
  });
});
