import { describe, expect, test } from '@jest/globals';
import type { Script } from '../../conformance/psp-subject.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { attempt, call, id, known, other, payment, run, session, table } from './checkout-com-harness.ts';

describe('look-up by reference', () => {
  const list = (...data: object[]) => table({ 'GET /payments': answered(200, { data }) });

  test.each<[string, Script, object]>([
    ['nothing found', list(), { outcome: 'absent' }],
    ['others found', list(payment('Captured', { reference: 'ch_other' })), { outcome: 'absent' }],
    ['one that took money', list(payment('Captured')), { outcome: 'captured', psp_reference: id }],
    [
      'the repeat of one that was declined took money',
      list(payment('Declined', { id: other, response_code: '20005' }), payment('Captured')),
      { outcome: 'captured', psp_reference: id },
    ],
    [
      'a canceled one and a pending one',
      list(payment('Voided', { id: other }), payment('Pending')),
      { outcome: 'unknown', doubt: 'pending', psp_reference: id },
    ],
    [
      'two that took money are for a person',
      list(payment('Captured', { id: other }), payment('Authorized')),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
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
    const { psp, sent } = run(table({ [`GET /payments/${id}`]: answered(200, payment('Captured')) }));
    await psp.lookUp?.(known, call);
    expect(sent()).toEqual([`GET /payments/${id}`]);
  });

  const captures = (...actions: object[]) =>
    table({
      [`GET /payments/${id}`]: answered(200, payment('Authorized')),
      [`GET /payments/${id}/actions`]: answered(200, actions),
    });

  test.each<[string, Script, object]>([
    ['is on its way', captures({ type: 'Authorization', approved: true }), { outcome: 'captured' }],
    [
      'was declined',
      captures({ type: 'Capture', approved: false }, { type: 'Authorization', approved: true }),
      { outcome: 'approved' },
    ],
    [
      'was declined, and then was not',
      captures({ type: 'Capture', approved: true }, { type: 'Capture', approved: false }),
      { outcome: 'captured' },
    ],
    [
      'is not known',
      table({
        [`GET /payments/${id}`]: answered(200, payment('Authorized')),
        [`GET /payments/${id}/actions`]: answered(500, {}),
      }),
      { outcome: 'captured' },
    ],
  ])('an authorised payment whose automatic capture %s', async (_, script, expected) => {
    const { psp, longest } = run(script);
    expect(await psp.lookUp?.(known, call)).toMatchObject(expected);
    expect(longest()).toBeLessThanOrEqual(call.timeout_ms);
  });

  test('a decline is explained by its actions, within the time of the call', async () => {
    const { psp, longest } = run(
      table({
        [`GET /payments/${id}`]: answered(200, payment('Declined')),
        [`GET /payments/${id}/actions`]: answered(200, [
          { type: 'Authorization', approved: false, response_code: '20051' },
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

  test('a decline that nothing explains is definite all the same', async () => {
    const { psp } = run(table({ [`GET /payments/${id}`]: answered(200, payment('Declined')) }));
    expect(await psp.lookUp?.(known, call)).toEqual({ outcome: 'unmapped', psp_reference: id });
  });
});

describe('the customer’s return', () => {
  const byReference = { 'GET /payments': answered(200, { data: [payment('Pending')] }) };

  test('a session of another payment is the customer’s word only: ours is looked up', async () => {
    const { psp, sent, longest } = run(
      table({
        [`GET /payments/${session}`]: answered(
          200,
          payment('Captured', { id: other, reference: 'ch_other' }),
        ),
        ...byReference,
      }),
    );
    expect(await psp.completeAuthentication(attempt, { 'cko-session-id': session }, call)).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
      psp_reference: id,
    });
    expect(sent()).toEqual([`GET /payments/${session}`, 'GET /payments']);
    expect(longest()).toBeLessThanOrEqual(call.timeout_ms);
  });

  test.each([[{}], [{ 'cko-session-id': '../payments' }], [{ 'cko-session-id': 'sid_short' }]])(
    'params %j lead to the look-up alone',
    async (params) => {
      const { psp, sent } = run(table(byReference));
      await psp.completeAuthentication(attempt, params, call);
      expect(sent()).toEqual(['GET /payments']);
    },
  );
});
