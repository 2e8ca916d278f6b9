import { describe, expect, test } from '@jest/globals';
import type { Script } from '../../conformance/psp-subject.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { attempt, call, id, known, operation, other, payment, run, table } from './checkout-com-harness.ts';

describe('look-up by reference', () => {
  const list = (...data: object[]) => table({ 'GET /payments': answered(200, { data }) });

  const took = { balances: { total_captured: 6540 } };
  test.each<[string, Script, object]>([
    ['nothing found', list(), { outcome: 'absent' }],
    ['others found', list(payment('Captured', { reference: 'ch_other' })), { outcome: 'absent' }],
    [
      'one that took money',
      list(payment('Captured', took)),
      { outcome: 'captured', psp_reference: id, amount_captured: 6540 },
    ],
    [
      'the repeat of one that was declined took money',
      list(payment('Declined', { id: other, response_code: '20005' }), payment('Captured', took)),
      { outcome: 'captured', psp_reference: id, amount_captured: 6540 },
    ],
    [
      'a canceled one and a pending one',
      list(payment('Voided', { id: other }), payment('Pending')),
      { outcome: 'unknown', doubt: 'pending', psp_reference: id },
    ],
    [
      'two that took money are for a person',
      list(payment('Captured', { ...took, id: other }), payment('Authorized')),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'one that took money before the rest was released, and another',
      list(payment('Voided', { ...took, id: other }), payment('Authorized')),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'one of ours that nobody can read',
      list(payment('Captured', took), payment('Someday', { id: other })),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    [
      'one that does not say whose it is',
      list(payment('Captured', { ...took, reference: undefined })),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    [
      'fewer than there are',
      table({ 'GET /payments': answered(200, { total_count: 1, data: [] }) }),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    [
      'as many as there are',
      table({ 'GET /payments': answered(200, { total_count: 0, data: [] }) }),
      { outcome: 'absent' },
    ],
    [
      'another form',
      table({ 'GET /payments': answered(200, []) }),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    [
      'no list',
      table({ 'GET /payments': answered(404, {}) }),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
  ])('%s', async (_, script, expected) => {
    expect(await run(script).psp.lookUp?.(attempt, call)).toEqual(expected);
  });

  test('a payment whose id is known is asked for by it', async () => {
    const { psp, sent } = run(table({ [`GET /payments/${id}`]: answered(200, payment('Captured', took)) }));
    await psp.lookUp?.(known, call);
    expect(sent()).toEqual([`GET /payments/${id}`]);
  });

  const actions = (status: string, ...reported: object[]) =>
    table({
      [`GET /payments/${id}`]: answered(200, payment(status)),
      [`GET /payments/${id}/actions`]: answered(
        200,
        reported.map((action, index) => ({ id: `act_${index}`, amount: 6540, ...action })),
      ),
    });

  test.each<[string, Script, object]>([
    ['follows', actions('Authorized', { type: 'Authorization', approved: true }), { outcome: 'captured' }],
    [
      'was declined',
      actions('Authorized', { type: 'Capture', approved: false }, { type: 'Authorization', approved: true }),
      { outcome: 'approved' },
    ],
    [
      'was declined, and then was not',
      actions('Authorized', { type: 'Capture', approved: true }, { type: 'Capture', approved: false }),
      { outcome: 'captured', amount_captured: 6540 },
    ],
    [
      'is not known',
      table({
        [`GET /payments/${id}`]: answered(200, payment('Authorized')),
        [`GET /payments/${id}/actions`]: answered(500, {}),
      }),
      { outcome: 'unknown', doubt: 'ambiguous_error', psp_reference: id },
    ],
    ['cannot be read', actions('Authorized', { type: undefined }), { outcome: 'unknown' }],
  ])('an authorised payment whose automatic capture %s', async (_, script, expected) => {
    const { psp, longest } = run(script);
    expect(await psp.lookUp?.(known, call)).toMatchObject(expected);
    expect(longest()).toBeLessThanOrEqual(call.timeout_ms);
  });

  test('of money that is no whole number of pesos, what was captured is another amount, and a part that was given back counts as a whole', async () => {
    const found = (balances: object) => {
      const pesos = payment('Captured', { amount: 654_000, currency: 'CLP', balances });
      const { psp } = run(table({ [`GET /payments/${id}`]: answered(200, pesos) }));
      return psp.lookUp?.({ ...known, currency: 'clp' }, call);
    };
    expect(await found({ total_captured: 654_000, total_refunded: 1_050 })).toMatchObject({
      amount_captured: 6_540,
      amount_refunded: 11,
    });
    expect(await found({ total_captured: 1_050 })).toMatchObject({ doubt: 'amount_mismatch' });
  });

  test('a captured payment without balances is judged by its captures', async () => {
    const script = actions('Partially Captured', { type: 'Capture', approved: true, amount: 1000 });
    expect(await run(script).psp.lookUp?.(known, call)).toMatchObject({ amount_captured: 1000 });
  });

  test('a mere hold is certain, whatever its actions', async () => {
    const { psp } = run(table({ [`GET /payments/${id}`]: answered(200, payment('Authorized')) }));
    expect(await psp.lookUp?.({ ...known, capture_method: 'manual' }, call)).toEqual({
      outcome: 'approved',
      psp_reference: id,
    });
  });

  test.each<[string, object, string, object]>([
    [
      'of Mastercard',
      { processing: { partner_merchant_advice_code: '24' } },
      '20051',
      { outcome: 'insufficient_funds', advice: 'wait', wait_s: 3600 },
    ],
    [
      'of Checkout.com',
      { processing: { recommendation_code: '03' } },
      '20005',
      { outcome: 'do_not_honor', advice: 'never_again' },
    ],
    [
      'of Visa',
      { source: { scheme: 'Visa' } },
      '20057',
      { outcome: 'do_not_honor', advice: 'never_again', particulars: { card: { brand: 'visa' } } },
    ],
    [
      'of Visa, raw',
      { source: { scheme: 'Visa' }, processing: { partner_response_code: '46' } },
      '20005',
      { outcome: 'do_not_honor', advice: 'never_again', particulars: { card: { brand: 'visa' } } },
    ],
  ])('a payment has the advice %s, its action the reason', async (_, fields, response_code, expected) => {
    const { psp } = run(
      table({
        [`GET /payments/${id}`]: answered(200, payment('Declined', fields)),
        [`GET /payments/${id}/actions`]: answered(200, [
          { id: 'act_1', type: 'Authorization', approved: false, response_code },
        ]),
      }),
    );
    const declined = { ...expected, code: response_code, psp_reference: id };
    expect(await psp.lookUp?.(known, call)).toEqual(declined);
  });

  test('a decline is explained by its actions, within the time of the call', async () => {
    const { psp, longest } = run(
      table({
        [`GET /payments/${id}`]: answered(200, payment('Declined')),
        [`GET /payments/${id}/actions`]: answered(200, [
          { id: 'act_1', type: 'Authorization', approved: false, response_code: '20051' },
        ]),
      }),
    );
    expect(await psp.lookUp?.(known, call)).toEqual({
      outcome: 'insufficient_funds',
      code: '20051',
      psp_reference: id,
    });
    expect(longest()).toBeLessThanOrEqual(call.timeout_ms);
  });

  test('a payment that is tried again is open, and nothing more is asked', async () => {
    const { psp, sent } = run(table({ [`GET /payments/${id}`]: answered(200, payment('Retry Scheduled')) }));
    expect(await psp.lookUp?.(known, call)).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
      psp_reference: id,
    });
    expect(sent()).toHaveLength(1);
  });

  test('an unexplained decline is definite all the same', async () => {
    const { psp } = run(table({ [`GET /payments/${id}`]: answered(200, payment('Declined')) }));
    expect(await psp.lookUp?.(known, call)).toEqual({ outcome: 'unmapped', psp_reference: id });
  });
});

describe('the customer’s return', () => {
  test.each([
    [{}],
    [{ 'cko-session-id': 'sid_y3oqhf46pyzuxjbcn2giaqnb44' }],
    [{ 'cko-session-id': '../payments' }],
  ])('params %j lead to this payment and no other', async (params) => {
    const { psp, sent } = run(table({ [`GET /payments/${id}`]: answered(200, payment('Pending')) }));
    expect(await psp.completeAuthentication(known, params, call)).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
      psp_reference: id,
    });
    expect(sent()).toEqual([`GET /payments/${id}`]);
  });

  test('a payment that does not bear our reference is not taken for it', async () => {
    const foreign = payment('Captured', { reference: 'ch_other', balances: { total_captured: 6540 } });
    const { psp } = run(table({ [`GET /payments/${id}`]: answered(200, foreign) }));
    expect(await psp.completeAuthentication(known, {}, call)).toEqual({
      outcome: 'unknown',
      doubt: 'unreadable_answer',
    });
  });
});

describe('the refunds of a payment', () => {
  const lookUp = (actions: unknown, balances?: object) =>
    run(
      table({
        [`GET /payments/${id}`]: balances
          ? answered(200, payment('Partially Refunded', { balances }))
          : answered(500, {}),
        [`GET /payments/${id}/actions`]: answered(200, actions),
      }),
    );
  const refund = { type: 'Refund', amount: 1000, id: 'act_1' };
  const capture = { type: 'Capture', amount: 6540, id: 'act_0', approved: true };

  test('an action without a result is pending', async () => {
    const { psp, longest } = lookUp([{ ...refund, metadata: { operation: operation.id } }, capture], {
      total_captured: 6540,
      available_to_refund: 5540,
    });
    expect(await psp.lookUpRefunds?.(known, call)).toEqual({
      outcome: 'found',
      complete: true,
      refunds: [{ psp_reference: 'act_1', operation: operation.id, amount: 1000, status: 'pending' }],
    });
    expect(longest()).toBeLessThanOrEqual(call.timeout_ms);
  });

  test('a reference that somebody typed is not our operation', async () => {
    const { psp } = lookUp([{ ...refund, approved: true, reference: 'RMA-7' }], {});
    expect(await psp.lookUpRefunds?.(known, call)).toMatchObject({
      refunds: [{ psp_reference: 'act_1', amount: 1000, status: 'succeeded' }],
    });
  });

  test.each<[string, object | undefined, boolean]>([
    ['all that is missing is listed', { total_captured: 6540, available_to_refund: 5540 }, true],
    ['more was set aside than is listed', { total_captured: 6540, available_to_refund: 5000 }, false],
    ['the balances do not say', { total_captured: 6540 }, false],
    ['the payment cannot be had', undefined, false],
  ])('the list is whole only if it accounts for all: %s', async (_, balances, complete) => {
    const declined = { ...refund, id: 'act_2', amount: 700, approved: false, response_code: '20051' };
    const { psp } = lookUp([declined, { ...refund, approved: true }, capture], balances);
    expect(await psp.lookUpRefunds?.(known, call)).toMatchObject({
      complete,
      refunds: [
        { amount: 700, status: 'failed', reason: 'insufficient_funds' },
        { amount: 1000, status: 'succeeded' },
      ],
    });
  });

  test.each<[string, number | undefined, string]>([
    ['without an amount', undefined, 'usd'],
    ['of a part of a peso', 1_050, 'clp'],
  ])('one %s hides no other, and the list is not complete', async (_, amount, currency) => {
    const { psp } = lookUp(
      [
        { ...refund, approved: true },
        { ...refund, id: 'act_2', amount },
      ],
      {
        total_captured: 6540,
        available_to_refund: 6540 - 1000 - (amount ?? 0),
      },
    );
    expect(await psp.lookUpRefunds?.({ ...known, currency }, call)).toMatchObject({
      refunds: [{ psp_reference: 'act_1', status: 'succeeded' }],
      complete: false,
    });
  });

  test('without the payment’s id nothing is asked', async () => {
    const { psp, sent } = lookUp([]);
    expect(await psp.lookUpRefunds?.(attempt, call)).toMatchObject({ outcome: 'unknown' });
    expect(sent()).toEqual([]);
  });
});

test.each(['Voided', 'Expired', 'Canceled'])(
  'without balances, one that is %s may have taken money: unread actions leave it open',
  async (status) => {
    const { psp } = run(table({ [`GET /payments/${id}`]: answered(200, payment(status)) }));
    expect(await psp.lookUp?.({ ...known, capture_method: 'manual' }, call)).toMatchObject({
      outcome: 'unknown',
      psp_reference: id,
    });
  },
);

test.each([
  ['does not say how much', { approved: true, amount: undefined }, 'unreadable_answer'],
  ['took less than nothing', { approved: true, amount: -1 }, 'unreadable_answer'],
  ['has not ended', { amount: 1000 }, 'pending'],
])(
  'without balances, a capture that %s leaves a payment open whose hold has ended',
  async (_, action, doubt) => {
    const capture = { type: 'Capture', id: 'act_1', ...action };
    for (const status of ['Voided', 'Expired', 'Canceled']) {
      const { psp } = run(
        table({
          [`GET /payments/${id}`]: answered(200, payment(status)),
          [`GET /payments/${id}/actions`]: answered(200, [capture]),
        }),
      );
      expect(await psp.lookUp?.({ ...known, capture_method: 'manual' }, call)).toEqual({
        outcome: 'unknown',
        doubt,
        psp_reference: id,
      });
    }
  },
);
