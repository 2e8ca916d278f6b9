import { describe, expect, test } from '@jest/globals';
import type { HttpAnswer } from '../../../lib/types/transport.ts';
import { call } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { squareError, squarePayment } from '../../conformance/square-events.ts';
import { attempt, errors, known, location, money, payment, squareOn, timeout } from './square-harness.ts';

const created = (status: string) => answered(200, { payment: squarePayment(attempt, money, { status }) });

describe('look-up', () => {
  const list = (
    payments: readonly object[],
    more: object = {},
    now: Readonly<Record<string, HttpAnswer>> = {},
  ) => squareOn({ 'GET /v2/payments': answered(200, { payments, ...more }), ...now });

  test('without the id asks for the payments of that place, time and amount', async () => {
    const { psp, request: sent } = list([]);
    expect(await psp.lookUp?.(attempt, call)).toEqual({ outcome: 'absent' });
    expect(Object.fromEntries(new URL(sent(0)?.url ?? '').searchParams)).toEqual({
      begin_time: '2025-11-20T08:49:58Z',
      end_time: '2025-11-20T09:09:58Z',
      sort_order: 'ASC',
      location_id: location,
      total: '2599',
      limit: '100',
    });
  });

  test('finds ours among others, one that may take money before one that did not, and asks how it stands', async () => {
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

  test('with more pages absence is not shown', async () => {
    expect(await list([], { cursor: 'next' }).psp.lookUp?.(attempt, call)).toEqual({
      outcome: 'unknown',
      doubt: 'ambiguous_error',
    });
  });

  test('with the id asks for that payment', async () => {
    const { psp, sent } = squareOn({ [`GET /v2/payments/${payment}`]: created('COMPLETED') });
    expect(await psp.lookUp?.(known, call)).toMatchObject({ outcome: 'captured' });
    expect(sent()).toEqual([`GET /v2/payments/${payment}`]);
    const gone = squareOn({ [`GET /v2/payments/${payment}`]: errors(404, 'NOT_FOUND') });
    expect(await gone.psp.lookUp?.(known, call)).toMatchObject({
      outcome: 'unknown',
      psp_reference: payment,
    });
  });
});

describe('fence', () => {
  const listed = answered(200, { payments: [squarePayment(attempt, money, { status: 'APPROVED' })] });
  const on = (cancel: HttpAnswer, list: HttpAnswer, now?: HttpAnswer) =>
    squareOn({
      'POST /v2/payments/cancel': cancel,
      'GET /v2/payments': list,
      ...(now && { [`GET /v2/payments/${payment}`]: now }),
    });
  const taken = answered(200, {});
  const nothing = answered(200, { payments: [] });

  test('cancels by the key of the payment, and looks; that nothing is listed tells nothing', async () => {
    const { psp, request: sent, exchanges } = on(taken, nothing);
    expect(await psp.fence?.(attempt, call)).toEqual({ outcome: 'unknown', doubt: 'pending' });
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
      errors(400, 'BAD_REQUEST'),
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
      errors(400, 'BAD_REQUEST'),
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
    expect(await on(cancel, list, now).psp.fence?.(attempt, call)).toMatchObject(expected);
  });
});
