import { describe, expect, test } from '@jest/globals';
import type { PspAccount } from '../../../lib/types/psp-account.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import {
  answering,
  call,
  cardRequest,
  moneyOf,
  paymentRequest,
  sampleAttempt,
  tokenRequest,
} from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { specification } from '../../conformance/specification.ts';
import { squareSubject } from '../../conformance/square.ts';
import {
  dispute,
  squareDelivery,
  squareError,
  squareErrors,
  squareIds,
  squarePayment,
} from '../../conformance/square-events.ts';
import { readSpec } from '../../tools/specs.ts';

const attempt = sampleAttempt();
const manual = sampleAttempt({ capture_method: 'manual' });
const money = moneyOf(attempt);
const { payment, location } = squareIds;
const knownManual = { ...manual, psp_reference: payment };
const timeout: HttpResponse = { kind: 'lost', doubt: 'timeout', cause: 'timeout' };
const squareOn = (answers: Readonly<Record<string, HttpResponse>>, account: Partial<PspAccount> = {}) =>
  answering(squareSubject, answers, account);

const request = paymentRequest(squareSubject);
const created = (status: string, more: object = {}) =>
  answered(200, { payment: squarePayment(attempt, money, { status, ...more }) });

test.each([0, -1])('a payment that took %i is not understood', async (amount) => {
  const total_money = { amount, currency: 'EUR' };
  const { psp } = squareOn({ 'POST /v2/payments': created('COMPLETED', { total_money }) });
  expect(await psp.authorize(attempt, request, call)).toEqual({
    outcome: 'unknown',
    doubt: 'unreadable_answer',
    psp_reference: payment,
  });
});

describe('authorize', () => {
  test('sends the token, both our keys and the place', async () => {
    const { psp, request: sent } = squareOn({ 'POST /v2/payments': created('COMPLETED') });
    expect(await psp.authorize(attempt, request, call)).toEqual({
      outcome: 'captured',
      psp_reference: payment,
      amount_captured: 2_599,
    });
    expect(JSON.parse(sent(0)?.body ?? '')).toEqual({
      source_id: 'cnon:card-nonce-ok',
      idempotency_key: attempt.reference,
      amount_money: { amount: 2_599, currency: 'EUR' },
      autocomplete: true,
      location_id: location,
      reference_id: attempt.reference,
      buyer_email_address: 'ada@example.com',
      buyer_phone_number: '+442079460958',
      note: 'order-1042: Two tickets to London',
      statement_description_identifier: 'TICKETS 1042',
      shipping_address: {
        address_line_1: '12 St James’s Square',
        locality: 'London',
        postal_code: 'SW1Y 4JH',
        country: 'GB',
      },
    });
  });

  test('sends the details beside a token, in the fields of the official document', async () => {
    const document = readSpec('square.openapi.json');
    for (const token of squareSubject.tokens?.single_use.concat(squareSubject.tokens.stored) ?? []) {
      const { psp, request: sent } = squareOn({ 'POST /v2/payments': created('COMPLETED') });
      const payment_method = { type: 'psp_token', psp: 'square', token: secret(token) } as const;
      await psp.authorize(attempt, { ...request, payment_method }, call);
      const { source_id, verification_token, customer_id } = JSON.parse(sent(0)?.body ?? '');
      expect({ source_id, verification_token, customer_id }).toEqual({
        verification_token: undefined,
        customer_id: undefined,
        ...(token.startsWith('{') ? JSON.parse(token) : { source_id: token }),
      });
      const { base_url } = squareSubject.account;
      const asked = sent(0);
      if (document !== undefined && asked)
        expect(specification(document, base_url).requestProblems(asked)).toEqual([]);
    }
  });

  test('an invalid token is not sent', async () => {
    const { psp, exchanges } = squareOn({});
    const payment_method = { type: 'psp_token', psp: 'square', token: secret('CASH') } as const;
    expect(await psp.authorize(attempt, { ...request, payment_method }, call)).toEqual({
      outcome: 'invalid_request',
      code: 'psp_token_unreadable',
    });
    expect(exchanges).toEqual([]);
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
      'taken, with an error beside it',
      answered(200, {
        errors: [squareError('CVV_FAILURE')],
        payment: squarePayment(attempt, money, { status: 'COMPLETED' }),
      }),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    [
      'not there, with an error and the status of a success',
      squareErrors(200, 'GENERIC_DECLINE'),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    [
      'refused under a used key',
      squareErrors(400, 'IDEMPOTENCY_KEY_REUSED'),
      { outcome: 'duplicate', doubt: 'ambiguous_error' },
    ],
    ['in conflict', squareErrors(409, 'CONFLICT'), { outcome: 'duplicate', doubt: 'in_flight' }],
    [
      'a temporary error',
      squareErrors(500, 'TEMPORARY_ERROR'),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'an error of Square’s own that is not listed',
      answered(400, { errors: [{ category: 'API_ERROR', code: 'SOMETHING_NEW' }] }),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'declined, and Square does not know why',
      created('FAILED', { card_details: { errors: [{ category: 'API_ERROR', code: 'TEMPORARY_ERROR' }] } }),
      { outcome: 'unmapped' },
    ],
    [
      'an error that says it is not known',
      squareErrors(400, 'GATEWAY_TIMEOUT'),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'refused for the token',
      squareErrors(403, 'INSUFFICIENT_SCOPES'),
      { outcome: 'psp_unavailable', code: 'INSUFFICIENT_SCOPES' },
    ],
    [
      'refused for the account',
      squareErrors(403, 'CARD_PROCESSING_NOT_ENABLED'),
      { outcome: 'not_supported', code: 'CARD_PROCESSING_NOT_ENABLED' },
    ],
    [
      'refused for the token, whatever is said beside it',
      squareErrors(401, 'CARD_PROCESSING_NOT_ENABLED'),
      { outcome: 'psp_unavailable', code: 'CARD_PROCESSING_NOT_ENABLED' },
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
  const inState = (status: string, more: object = {}) =>
    answered(200, { payment: squarePayment(manual, money, { status, ...more }) });
  const on = (path: string, answer: HttpResponse) =>
    squareOn({ [`POST /v2/payments/${payment}/${path}`]: answer });
  const all = { id: 'cp_1', amount: manual.amount };
  const lowered = { amount: 1_000, currency: 'EUR' };

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
    ['done now', inState('COMPLETED'), { outcome: 'succeeded', amount: 2_599 }],
    [
      'of less, which was changed at Square',
      inState('COMPLETED', { total_money: lowered }),
      { outcome: 'succeeded', amount: 1_000 },
    ],
    [
      'of no amount',
      inState('COMPLETED', { total_money: undefined }),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    ['not done, by the answer', inState('APPROVED'), { outcome: 'unknown', doubt: 'ambiguous_error' }],
    [
      'done before, by whomever',
      squareErrors(400, 'DELAYED_TRANSACTION_CAPTURED'),
      { outcome: 'failed', reason: 'invalid_request', code: 'DELAYED_TRANSACTION_CAPTURED' },
    ],
    [
      'too late',
      squareErrors(400, 'DELAYED_TRANSACTION_CANCELED'),
      { outcome: 'failed', reason: 'invalid_request', code: 'DELAYED_TRANSACTION_CANCELED' },
    ],
    [
      'refused',
      squareErrors(400, 'BAD_REQUEST'),
      { outcome: 'failed', reason: 'invalid_request', code: 'BAD_REQUEST' },
    ],
    ['in conflict', squareErrors(409, 'CONFLICT'), { outcome: 'unknown', doubt: 'in_flight' }],
    [
      'not refused by Square',
      squareErrors(403, 'FORBIDDEN'),
      { outcome: 'failed', reason: 'psp_unavailable', code: 'FORBIDDEN' },
    ],
    ['lost', timeout, { outcome: 'unknown', doubt: 'timeout' }],
  ] as const)('a capture that is %s', async (_, answer, expected) => {
    expect(await on('complete', answer).psp.capture(knownManual, all, call)).toEqual(expected);
  });

  test.each([
    ['done now', inState('CANCELED'), { outcome: 'succeeded' }],
    ['done before', squareErrors(400, 'DELAYED_TRANSACTION_CANCELED'), { outcome: 'succeeded' }],
    ['no longer needed', squareErrors(400, 'DELAYED_TRANSACTION_EXPIRED'), { outcome: 'succeeded' }],
    ['not done, by the answer', inState('COMPLETED'), { outcome: 'unknown', doubt: 'ambiguous_error' }],
    [
      'too late',
      squareErrors(400, 'DELAYED_TRANSACTION_CAPTURED'),
      { outcome: 'failed', reason: 'invalid_request', code: 'DELAYED_TRANSACTION_CAPTURED' },
    ],
    ['lost', timeout, { outcome: 'unknown', doubt: 'timeout' }],
  ] as const)('a cancel that is %s', async (_, answer, expected) => {
    expect(await on('cancel', answer).psp.cancel(knownManual, all, call)).toEqual(expected);
  });

  test('without the payment’s id there is nothing to change', async () => {
    const { psp } = squareOn({});
    for (const operate of [psp.capture, psp.cancel, psp.refund])
      expect(await operate(manual, all, call)).toMatchObject({
        outcome: 'failed',
        code: 'psp_reference_missing',
      });
  });
});

describe('the state of a payment', () => {
  const hold = {
    approved_money: { amount: 2_599, currency: 'EUR' },
    delay_action: 'CANCEL',
    delayed_until: '2025-11-27T09:00:00.524Z',
  };
  const voidedAt = (voided_at: string) => ({ card_details: { card_payment_timeline: { voided_at } } });
  const of = (amount: number) => ({ total_money: { amount, currency: 'EUR' } });

  test.each([
    ['voided', 'CANCELED', { ...hold, ...voidedAt('2025-11-27T08:59:59Z') }, { hold: 'voided' }],
    ['expired', 'CANCELED', { ...hold, ...voidedAt('2025-11-27T09:00:00Z') }, { hold: 'expired' }],
    [
      'voided, in another zone than its end',
      'CANCELED',
      { ...hold, ...voidedAt('2025-11-27T09:30:00+01:00') },
      { hold: 'voided' },
    ],
    [
      'expired, in another zone than its end',
      'CANCELED',
      { ...hold, ...voidedAt('2025-11-27T08:30:00-01:00') },
      { hold: 'expired' },
    ],
    [
      'expired, by its last change',
      'CANCELED',
      { ...hold, updated_at: '2025-11-28T09:00:00.001Z' },
      { hold: 'expired' },
    ],
    [
      'voided, for time alone would complete it',
      'CANCELED',
      { ...hold, delay_action: 'COMPLETE', updated_at: '2025-11-28T09:00:00Z' },
      { hold: 'voided' },
    ],
    ['voided, without any times', 'CANCELED', { approved_money: hold.approved_money }, { hold: 'voided' }],
    ['never held', 'CANCELED', {}, { outcome: 'canceled' }],
    ['completed in part', 'COMPLETED', { ...hold, ...of(1_000) }, { amount_captured: 1_000 }],
    [
      'refunded',
      'COMPLETED',
      { refunded_money: { amount: 300, currency: 'EUR' } },
      { amount_captured: 2_599, amount_refunded: 300 },
    ],
    [
      'refunded in another currency',
      'COMPLETED',
      { refunded_money: { amount: 3, currency: 'USD' } },
      { amount_captured: 2_599 },
    ],
    [
      'approved for less',
      'APPROVED',
      { approved_money: { amount: 500, currency: 'EUR' } },
      { doubt: 'amount_mismatch' },
    ],
    ['to be completed in part', 'APPROVED', { ...hold, ...of(1_000) }, { doubt: 'amount_mismatch' }],
    ['approved for an unreadable amount', 'APPROVED', { approved_money: {} }, { doubt: 'amount_mismatch' }],
  ])('%s', async (_, status, more, expected) => {
    const { psp } = squareOn({
      [`GET /v2/payments/${payment}`]: answered(200, {
        payment: squarePayment(manual, money, { status, ...more }),
      }),
    });
    const outcome = { CANCELED: 'canceled', COMPLETED: 'captured', APPROVED: 'unknown' }[status];
    expect(await psp.lookUp?.(knownManual, call)).toEqual({ outcome, psp_reference: payment, ...expected });
  });
});

test.each([
  ['NOT_FOUND', 'source_id', 'incorrect_card_data'],
  ['BAD_REQUEST', 'verification_token', 'incorrect_card_data'],
  ['VALUE_TOO_LONG', 'billing_address.postal_code', 'incorrect_card_data'],
  ['NOT_FOUND', 'location_id', 'invalid_request'],
  ['VALUE_TOO_LONG', 'reference_id', 'invalid_request'],
])('%s in %s is %s', async (code, field, outcome) => {
  const refusal = answered(400, { errors: [{ category: 'INVALID_REQUEST_ERROR', code, field }] });
  const { psp } = squareOn({ 'POST /v2/payments': refusal });
  expect(await psp.authorize(attempt, tokenRequest(squareSubject), call)).toMatchObject({ outcome, code });
});

test.each([
  ['SOMETHING_NEW', 'dispute'],
  ['INQUIRY_SOMETHING_NEW', 'inquiry'],
])('a dispute in the unknown state %s is kept as open', async (state, stage) => {
  const [secret = ''] = squareSubject.account.webhook_secrets;
  const { psp } = squareOn({
    [`GET /v2/payments/${payment}`]: answered(200, {
      payment: { id: payment, reference_id: attempt.reference },
    }),
  });
  const event = {
    type: 'dispute.state.updated',
    kind: 'dispute',
    object: dispute(state),
    event_id: 'evt-1',
  } as const;
  expect(await psp.readWebhook(squareDelivery(event, secret, 0))).toMatchObject({
    events: [{ claim: { about: 'dispute', dispute: { status: 'open', stage } } }],
  });
});

test.each([
  ['+12345678', undefined],
  ['+123 456 789', '+123456789'],
  ['0170 1234567', undefined],
])('the number %s never costs the payment', async (phone, sent) => {
  const { psp, request: asked } = squareOn({ 'POST /v2/payments': created('COMPLETED') });
  await psp.authorize({ ...attempt, details: { customer: { phone } } }, tokenRequest(squareSubject), call);
  expect(JSON.parse(asked(0)?.body ?? '').buyer_phone_number).toBe(sent);
});
