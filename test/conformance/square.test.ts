import { describe, expect, test } from '@jest/globals';
import type { PspAccount } from '../../lib/types/psp-account.ts';
import type { HttpResponse } from '../../lib/types/transport.ts';
import { describePsp } from './describe-psp.ts';
import { answering, call, moneyOf, now, sampleAttempt } from './samples.ts';
import { answered } from './scripted-transport.ts';
import { squareSubject } from './square.ts';
import {
  dispute,
  squareDelivery,
  squareError,
  squareErrors,
  squareIds,
  squarePayment,
  squareRefund,
} from './square-events.ts';

describePsp(squareSubject);

const attempt = sampleAttempt();
const money = moneyOf(attempt);
const { payment, refund, location } = squareIds;
const known = { ...attempt, psp_reference: payment };
const operation = { id: 're_1', amount: attempt.amount };
const timeout: HttpResponse = { kind: 'lost', doubt: 'timeout', cause: 'timeout' };
const squareOn = (answers: Readonly<Record<string, HttpResponse>>, account: Partial<PspAccount> = {}) =>
  answering(squareSubject, answers, account);

const created = (status: string) => answered(200, { payment: squarePayment(attempt, money, { status }) });

describe('look-up', () => {
  const list = (
    payments: readonly object[],
    more: object = {},
    now: Readonly<Record<string, HttpResponse>> = {},
  ) => squareOn({ 'GET /v2/payments': answered(200, { payments, ...more }), ...now });

  test('without the id asks for the payments of that place, time and amount', async () => {
    const { psp, request: sent } = list([]);
    expect(await psp.lookUp?.(attempt, call)).toEqual({ outcome: 'absent' });
    expect(Object.fromEntries(new URL(sent(0)?.url ?? '').searchParams)).toEqual({
      begin_time: '2025-11-20T08:49:58Z',
      sort_order: 'ASC',
      location_id: location,
      total: '2599',
      limit: '100',
    });
  });

  test('finds ours among others, one that may take money before one that did not, and asks for its state', async () => {
    const other = { ...squarePayment(attempt, money, { status: 'COMPLETED' }), reference_id: 'ch_other' };
    const failed = { ...squarePayment(attempt, money, { status: 'FAILED' }), id: 'FAILED' };
    // As the list had it some seconds ago.
    const ours = squarePayment(attempt, money, { status: 'PENDING' });
    const now = {
      [`GET /v2/payments/${payment}`]: created('COMPLETED'),
      'GET /v2/payments/FAILED': answered(200, { payment: failed }),
    };
    expect(await list([other, failed, ours], {}, now).psp.lookUp?.(attempt, call)).toMatchObject({
      outcome: 'captured',
      psp_reference: payment,
    });
    expect(await list([other, failed], {}, now).psp.lookUp?.(attempt, call)).toEqual({
      outcome: 'unmapped',
      psp_reference: 'FAILED',
    });
    expect(await list([ours, { ...ours, id: 'SECOND' }], {}, now).psp.lookUp?.(attempt, call)).toEqual({
      outcome: 'unknown',
      doubt: 'ambiguous_error',
    });
  });

  test('with more pages absence is not proved', async () => {
    for (const cursor of ['next', 'x'.repeat(600)])
      expect(await list([], { cursor }).psp.lookUp?.(attempt, call)).toEqual({
        outcome: 'unknown',
        doubt: 'ambiguous_error',
      });
  });

  const ambiguous = { outcome: 'unknown', doubt: 'ambiguous_error' };

  test('with more pages a payment that took nothing proves nothing: its repeat may be on them', async () => {
    const failed = squarePayment(attempt, money, { id: 'FAILED', status: 'FAILED' });
    const taken = squarePayment(attempt, money, { status: 'COMPLETED' });
    const now = {
      'GET /v2/payments/FAILED': answered(200, { payment: failed }),
      [`GET /v2/payments/${payment}`]: created('COMPLETED'),
    };
    const more = { cursor: 'next' };
    expect(await list([failed], more, now).psp.lookUp?.(attempt, call)).toEqual(ambiguous);
    expect(await list([failed, taken], more, now).psp.lookUp?.(attempt, call)).toMatchObject({
      outcome: 'captured',
    });
  });

  test.each([[{}], ['none'], [1]])('payments that are no list (%j) prove nothing', async (payments) => {
    const { psp } = squareOn({ 'GET /v2/payments': answered(200, { payments }) });
    expect(await psp.lookUp?.(attempt, call)).toEqual(ambiguous);
  });

  test('without payments Square leaves the list out', async () => {
    const { psp } = squareOn({ 'GET /v2/payments': answered(200, {}) });
    expect(await psp.lookUp?.(attempt, call)).toEqual({ outcome: 'absent' });
  });

  test('with the id asks for that payment', async () => {
    const { psp, sent } = squareOn({ [`GET /v2/payments/${payment}`]: created('COMPLETED') });
    expect(await psp.lookUp?.(known, call)).toMatchObject({ outcome: 'captured' });
    expect(sent()).toEqual([`GET /v2/payments/${payment}`]);
    const gone = squareOn({ [`GET /v2/payments/${payment}`]: squareErrors(404, 'NOT_FOUND') });
    expect(await gone.psp.lookUp?.(known, call)).toMatchObject({
      outcome: 'unknown',
      psp_reference: payment,
    });
  });
});

describe('cancelByReference', () => {
  const listed = answered(200, { payments: [squarePayment(attempt, money, { status: 'APPROVED' })] });
  const on = (cancel: HttpResponse, list: HttpResponse, now?: HttpResponse) =>
    squareOn({
      'POST /v2/payments/cancel': cancel,
      'GET /v2/payments': list,
      ...(now && { [`GET /v2/payments/${payment}`]: now }),
    });
  const taken = answered(200, {});
  const nothing = answered(200, { payments: [] });

  test('cancels by the key of the payment, and looks; an empty list proves nothing', async () => {
    const { psp, request: sent, exchanges } = on(taken, nothing);
    expect(await psp.cancelByReference?.(attempt, call)).toEqual({ outcome: 'unknown', doubt: 'pending' });
    expect(JSON.parse(sent(0)?.body ?? '')).toEqual({ idempotency_key: attempt.reference });
    const spent = exchanges.reduce((sum, { request }) => sum + request.timeout_ms, 0);
    expect(spent).toBeLessThanOrEqual(call.timeout_ms);
  });

  test.each([
    ['it is canceled', taken, listed, created('CANCELED'), { outcome: 'canceled', psp_reference: payment }],
    [
      'it had been taken',
      taken,
      listed,
      created('COMPLETED'),
      { outcome: 'captured', psp_reference: payment },
    ],
    [
      'it had been taken, which refuses the cancel',
      squareErrors(400, 'BAD_REQUEST'),
      listed,
      created('COMPLETED'),
      { outcome: 'captured', psp_reference: payment },
    ],
    ['it had failed', taken, listed, created('FAILED'), { outcome: 'unmapped', psp_reference: payment }],
    [
      'it stands all the same',
      taken,
      listed,
      created('PENDING'),
      { outcome: 'unknown', psp_reference: payment },
    ],
    [
      'a refused cancel and no payment',
      squareErrors(400, 'BAD_REQUEST'),
      nothing,
      undefined,
      { outcome: 'unknown' },
    ],
    [
      'a cancel with errors',
      answered(200, { errors: [squareError('BAD_REQUEST')] }),
      nothing,
      undefined,
      { outcome: 'unknown' },
    ],
    ['a cancel nobody answered', timeout, nothing, undefined, { outcome: 'unknown', doubt: 'timeout' }],
    ['a list nobody answered', taken, timeout, undefined, { outcome: 'unknown', doubt: 'timeout' }],
  ] as const)('%s', async (_, cancel, list, now, expected) => {
    expect(await on(cancel, list, now).psp.cancelByReference?.(attempt, call)).toMatchObject(expected);
  });
});

const refunded = (status: string, id = operation.id) => squareRefund(attempt, id, money, status);

describe('refund', () => {
  test('carries both our ids in its reason, and its key in the body', async () => {
    const { psp, request } = squareOn({ 'POST /v2/refunds': answered(200, { refund: refunded('PENDING') }) });
    expect(await psp.refund(known, operation, call)).toEqual({ outcome: 'pending', psp_reference: refund });
    expect(JSON.parse(request(0)?.body ?? '')).toEqual({
      idempotency_key: 're_1-refund',
      payment_id: payment,
      amount_money: { amount: 2_599, currency: 'EUR' },
      reason: `${attempt.reference}.re_1`,
    });
  });

  test.each([
    ['COMPLETED', { outcome: 'succeeded', psp_reference: refund, amount: 2_599 }],
    ['REJECTED', { outcome: 'failed', reason: 'do_not_honor' }],
    ['FAILED', { outcome: 'failed', reason: 'processor_error' }],
    ['SOMETHING', { outcome: 'unknown', doubt: 'unreadable_answer' }],
  ])('%s', async (status, expected) => {
    const { psp } = squareOn({ 'POST /v2/refunds': answered(200, { refund: refunded(status) }) });
    expect(await psp.refund(known, operation, call)).toMatchObject(expected);
  });

  test.each([
    ['of less', { amount_money: { amount: 100, currency: 'EUR' } }, { outcome: 'succeeded', amount: 100 }],
    ['of more', { amount_money: { amount: 2_600, currency: 'EUR' } }, { doubt: 'amount_mismatch' }],
    [
      'of another currency',
      { amount_money: { amount: 2_599, currency: 'USD' } },
      { doubt: 'amount_mismatch' },
    ],
    ['of no amount', { amount_money: undefined }, { doubt: 'unreadable_answer' }],
    ['of another refund', { reason: `${attempt.reference}.re_2` }, { doubt: 'unreadable_answer' }],
  ])('an answer %s', async (_, change, expected) => {
    const { psp } = squareOn({
      'POST /v2/refunds': answered(200, { refund: { ...refunded('COMPLETED'), ...change } }),
    });
    expect(await psp.refund(known, operation, call)).toMatchObject(expected);
  });

  test.each([
    ['too much', 'REFUND_AMOUNT_INVALID', { outcome: 'failed', reason: 'invalid_request' }],
    ['declined by the issuer', 'REFUND_DECLINED', { outcome: 'failed', reason: 'do_not_honor' }],
    ['one that may be this very refund', 'REFUND_ALREADY_PENDING', { outcome: 'unknown' }],
  ])('%s: %s', async (_, code, expected) => {
    const { psp } = squareOn({ 'POST /v2/refunds': squareErrors(400, code) });
    expect(await psp.refund(known, operation, call)).toMatchObject(expected);
  });
});

describe('a look-up of the refunds', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `R${index}`);
  const paid = (refund_ids: readonly string[] | undefined) => ({
    [`GET /v2/payments/${payment}`]: answered(200, {
      payment: squarePayment(attempt, money, { status: 'COMPLETED', refund_ids }),
    }),
  });
  const made = (of: readonly string[], change: object = {}) =>
    Object.fromEntries(
      of.map((id) => [
        `GET /v2/refunds/${id}`,
        answered(200, { refund: { ...refunded('COMPLETED', 're_x'), id, ...change } }),
      ]),
    );

  test('shows each one, and whose it is', async () => {
    const { psp } = squareOn({
      ...paid(['R0', 'R1', 'R2']),
      ...made(['R0']),
      ...made(['R1'], { reason: 'Returned goods', status: 'PENDING' }),
      ...made(['R2'], { reason: 'ch_00000000000000000000000000.re_x', status: 'REJECTED' }),
    });
    expect(await psp.lookUpRefunds?.(known, call)).toEqual({
      outcome: 'found',
      refunds: [
        { psp_reference: 'R0', operation: 're_x', amount: 2_599, status: 'succeeded' },
        { psp_reference: 'R1', amount: 2_599, status: 'pending' },
        { psp_reference: 'R2', amount: 2_599, status: 'failed', reason: 'do_not_honor' },
      ],
      complete: true,
    });
  });

  test.each([
    ['was not answered', timeout],
    ['cannot be read', answered(200, { refund: { id: 'R1' } })],
    [
      'is of another currency',
      answered(200, { refund: { ...refunded('COMPLETED'), amount_money: { amount: 1, currency: 'USD' } } }),
    ],
  ])('is incomplete if one of them %s', async (_, answer) => {
    const { psp } = squareOn({ ...paid(['R0', 'R1']), ...made(['R0']), 'GET /v2/refunds/R1': answer });
    expect(await psp.lookUpRefunds?.(known, call)).toMatchObject({
      refunds: [{ psp_reference: 'R0' }],
      complete: false,
    });
  });

  test('never more than twenty calls, and then it is incomplete', async () => {
    const many = ids(25);
    const { psp, exchanges } = squareOn({ ...paid(many), ...made(many) });
    expect(await psp.lookUpRefunds?.(known, call)).toMatchObject({ complete: false });
    expect(exchanges).toHaveLength(21);
  });

  test('of no payment, or another, is no answer', async () => {
    expect(await squareOn({}).psp.lookUpRefunds?.(attempt, call)).toMatchObject({ outcome: 'unknown' });
    const [answer = timeout] = Object.values(paid(undefined));
    const { psp } = squareOn({ 'GET /v2/payments/OTHER': answer });
    expect(await psp.lookUpRefunds?.({ ...known, psp_reference: 'OTHER' }, call)).toEqual({
      outcome: 'unknown',
      doubt: 'unreadable_answer',
    });
  });
});

describe('webhooks', () => {
  // The example of Square's own documentation on validating notifications.
  const published = {
    body: Buffer.from('{"hello":"world"}'),
    headers: { 'x-square-hmacsha256-signature': '2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=' },
    now,
  };
  const account = (notification_url: string, key = 'asdf1234') => ({
    settings: { notification_url },
    credentials: async () => ({ api_key: 'k', webhook_secrets: ['another', key] }),
  });

  test('the published example is Square’s, and not an event', async () => {
    const { psp } = squareOn({}, account('https://example.com/webhook'));
    expect(await psp.readWebhook(published)).toEqual({ ok: false, reason: 'malformed' });
  });

  test.each([
    ['another notification URL', account('https://example.com/webhook/')],
    ['another key', account('https://example.com/webhook', 'asdf1235')],
    ['no notification URL', { ...account('x'), settings: {} }],
  ])('with %s it is not', async (_, other) => {
    const { psp } = squareOn({}, other);
    expect(await psp.readWebhook(published)).toEqual({ ok: false, reason: 'signature' });
  });

  test.each([
    ['cannot be reached', { kind: 'not_sent', cause: 'ECONNREFUSED' }],
    ['does not answer', timeout],
    ['answers a page', { kind: 'answered', status: 502, headers: {}, body: '<html>' }],
    ['answers a page of nothing', { kind: 'answered', status: 404, headers: {}, body: '<html>' }],
    ['answers something else', answered(200, {})],
  ] as const)('a dispute is refused, so that it comes again, where Square %s', async (_, answer) => {
    const { psp, sent } = squareOn({ [`GET /v2/payments/${payment}`]: answer });
    const [secret] = squareSubject.account.webhook_secrets;
    const reported = { type: 'dispute.created', kind: 'dispute', event_id: 'evt-1' } as const;
    const delivery = squareDelivery({ ...reported, object: dispute('EVIDENCE_REQUIRED') }, secret, now);
    expect((await psp.readWebhook(delivery)).ok).toBe(false);
    expect(sent()).toEqual([`GET /v2/payments/${payment}`]);
  });

  test('an event with our own ids needs no question', async () => {
    const { psp, exchanges } = squareOn({});
    const [secret] = squareSubject.account.webhook_secrets;
    const object = refunded('COMPLETED');
    const delivery = squareDelivery(
      { type: 'refund.updated', kind: 'refund', event_id: 'evt-1', object },
      secret,
      now,
    );
    expect(await psp.readWebhook(delivery)).toMatchObject({ events: [{ operation: operation.id }] });
    expect(exchanges).toEqual([]);
  });
});
