import { describe, expect, test } from '@jest/globals';
import { call, now } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { squarePayment, squareRefund } from '../../conformance/square-objects.ts';
import {
  attempt,
  errors,
  known,
  money,
  operation,
  payment,
  refund,
  squareOn,
  timeout,
} from './square-harness.ts';

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
    ['COMPLETED', { outcome: 'succeeded' }],
    ['REJECTED', { outcome: 'failed', reason: 'do_not_honor' }],
    ['FAILED', { outcome: 'failed', reason: 'processor_error' }],
    ['SOMETHING', { outcome: 'unknown' }],
  ])('%s', async (status, expected) => {
    const { psp } = squareOn({ 'POST /v2/refunds': answered(200, { refund: refunded(status) }) });
    expect(await psp.refund(known, operation, call)).toMatchObject(expected);
  });

  test.each([
    ['too much', 'REFUND_AMOUNT_INVALID', { outcome: 'failed', reason: 'invalid_request' }],
    ['declined by the issuer', 'REFUND_DECLINED', { outcome: 'failed', reason: 'do_not_honor' }],
    ['one that may be this very refund', 'REFUND_ALREADY_PENDING', { outcome: 'unknown' }],
  ])('%s: %s', async (_, code, expected) => {
    const { psp } = squareOn({ 'POST /v2/refunds': errors(400, code) });
    expect(await psp.refund(known, operation, call)).toMatchObject(expected);
  });
});

describe('a refund’s look-up', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `R${index}`);
  const paid = (refund_ids: readonly string[] | undefined) => ({
    [`GET /v2/payments/${payment}`]: answered(200, {
      payment: squarePayment(attempt, money, { status: 'COMPLETED', refund_ids }),
    }),
  });
  const others = (of: readonly string[]) =>
    Object.fromEntries(
      of.map((id) => [
        `GET /v2/refunds/${id}`,
        answered(200, { refund: { ...refunded('COMPLETED', 're_x'), id } }),
      ]),
    );

  test('by Square’s id', async () => {
    const { psp, sent } = squareOn({
      [`GET /v2/refunds/${refund}`]: answered(200, { refund: refunded('COMPLETED') }),
    });
    expect(await psp.lookUpRefund?.(known, { ...operation, psp_reference: refund }, call)).toMatchObject({
      outcome: 'succeeded',
    });
    expect(sent()).toHaveLength(1);
  });

  test('a payment without refunds has none of ours', async () => {
    const { psp } = squareOn(paid(undefined));
    expect(await psp.lookUpRefund?.(known, operation, call)).toEqual({ outcome: 'absent' });
  });

  test('among several, and absent only where all were seen', async () => {
    const three = ids(3);
    const found = squareOn({
      ...paid([...three, refund]),
      ...others(three),
      [`GET /v2/refunds/${refund}`]: answered(200, { refund: refunded('FAILED') }),
    });
    expect(await found.psp.lookUpRefund?.(known, operation, call)).toMatchObject({ outcome: 'failed' });
    const seen = squareOn({ ...paid(three), ...others(three) });
    expect(await seen.psp.lookUpRefund?.(known, operation, call)).toEqual({ outcome: 'absent' });
    const missed = squareOn({ ...paid(three), ...others(three), 'GET /v2/refunds/R1': timeout });
    expect(await missed.psp.lookUpRefund?.(known, operation, call)).toMatchObject({ outcome: 'unknown' });
  });

  test('never more than twenty calls, and then absence is not shown', async () => {
    const many = ids(25);
    const { psp, exchanges } = squareOn({ ...paid(many), ...others(many) });
    expect(await psp.lookUpRefund?.(known, operation, call)).toMatchObject({ outcome: 'unknown' });
    expect(exchanges).toHaveLength(21);
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

  test('the published example is Square’s, and no event', async () => {
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
});
