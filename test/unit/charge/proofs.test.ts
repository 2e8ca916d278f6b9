import { describe, expect, test } from '@jest/globals';
import { isDefinite, settlingResult, settlingResultAfterProof } from '../../../lib/charge/definite-result.ts';
import { coversRepeat, provesAbsence } from '../../../lib/charge/elapsed-proof.ts';
import { mayRepeat, mayStillBeSent } from '../../../lib/charge/may-repeat.ts';
import { operationIn, refundIn } from '../../../lib/charge/shown-operation.ts';
import { timeFor } from '../../../lib/payments/reports/time-for.ts';
import { capabilities as adyen } from '../../../lib/psp/adyen/capabilities.ts';
import type { Capabilities } from '../../../lib/types/capabilities.ts';
import type { LookUpResult, OperationResult, RefundFact } from '../../../lib/types/psp.ts';
import { sampleCharge } from '../../contract/sample-records.ts';

/** No function lives longer, and clocks may differ by so much. */
const margin_ms = 660_000;
const recovery = { schedule_s: [60], shards: 1 };
const sent = 1_800_000_000_000;

describe('what time proves', () => {
  test.each([
    [0, false],
    [1, true],
  ])('nothing sent can still arrive %i ms after the margin and the lag: %s', (more, proved) => {
    expect(provesAbsence(sent, sent + 5_000 + margin_ms + more, 5_000, recovery)).toBe(proved);
  });

  test('a configured margin replaces the usual one', () => {
    expect(provesAbsence(sent, sent + 101, 0, { ...recovery, absence_margin_ms: 100 })).toBe(true);
  });

  test.each([
    ['all_answers', -1, true],
    ['all_answers', 0, false],
    ['current_state', -1, true],
    ['success_only', -1, false],
    ['none', -1, false],
  ] as const)(
    'a PSP that keeps %s knows the key %i ms from the end of its window: %s',
    (kind, off, known) => {
      const window_ms = 3_600_000;
      const now = sent + window_ms - margin_ms + off;
      expect(coversRepeat({ kind, window_ms }, sent, now)).toBe(known);
    },
  );
});

describe('may a capture, cancel or refund of unknown outcome be sent again', () => {
  const psp = (kind: Capabilities['idempotency']['kind'], window_ms = 0): Capabilities => ({
    ...adyen,
    idempotency: { kind, window_ms },
    look_up: { lag_ms: 1_000 } as never,
  });
  const operation = { id: 'cp_1', amount: 1, started: sent, sent };
  const proved = sent + margin_ms + 1_001;

  test.each<[string, Capabilities, boolean, number, boolean]>([
    ['the key is still known', psp('all_answers', 2 * margin_ms), false, sent, true],
    ['the key may be forgotten', psp('all_answers'), false, proved, false],
    ['not there, and nobody can have sent it', psp('all_answers'), true, proved, true],
    ['not there, and somebody may have sent it', psp('all_answers'), true, proved - 1, false],
    ['not there, but there are no keys', psp('none'), true, proved, false],
  ])('%s', (_, capabilities, absent, now, may) => {
    expect(mayRepeat(capabilities, operation, { absent_at: absent ? now : undefined, now, recovery })).toBe(
      may,
    );
  });

  test.each<[string, Capabilities, boolean, number, boolean]>([
    ['was accepted', psp('none'), true, sent, false],
    ['would get the first answer again', psp('all_answers', 2 * margin_ms), false, sent, false],
    ['was sent too long ago', psp('none'), false, proved, false],
    ['may be on its way', psp('none'), false, proved - 1, true],
  ])('one that failed may be followed by another, unless it %s', (_, capabilities, accepted, now, may) => {
    expect(mayStillBeSent(capabilities, { started: sent, sent, accepted }, { now, recovery })).toBe(may);
  });
});

describe('an answer about the request alone', () => {
  const failed = (reason: 'not_sent' | 'invalid_request' | 'not_supported' | 'do_not_honor') =>
    ({ outcome: 'failed', reason }) as const;

  test.each<[OperationResult, boolean, boolean]>([
    [{ outcome: 'unknown', doubt: 'timeout' }, false, false],
    [{ outcome: 'succeeded' }, true, true],
    [failed('do_not_honor'), true, true],
    [failed('not_sent'), false, false],
    [failed('invalid_request'), false, true],
    [failed('not_supported'), false, true],
  ])('%j tells of the first one: %s; alone: %s', (answer, of_both, alone) => {
    expect(settlingResult(answer)).toBe(of_both ? answer : undefined);
    expect(settlingResultAfterProof(answer)).toBe(alone ? answer : undefined);
  });

  test.each<[LookUpResult, boolean]>([
    [{ outcome: 'requires_action', redirect_url: 'https://psp.example', psp_reference: 'p' }, false],
    [{ outcome: 'captured', amount_captured: 1, psp_reference: 'p' }, true],
    [{ outcome: 'do_not_honor' }, true],
    [{ outcome: 'invalid_request' }, false],
    [{ outcome: 'invalid_request', psp_reference: 'p' }, true],
    [{ outcome: 'absent' }, false],
    [{ outcome: 'unknown', doubt: 'timeout', psp_reference: 'p' }, false],
  ])('%j ends the question of a payment: %s', (answer, ends) => {
    expect(isDefinite(answer)).toBe(ends);
  });
});

describe('the time for a call', () => {
  const at = (now: number) => ({ clock: { now: () => now, sleep: async () => {} }, deadline: 29_000 });

  test.each([
    [0, 8_000],
    [18_000, 8_000],
    [18_001, 7_999],
    [25_000, 1_000],
  ])('at %i ms is %i ms', (now, timeout_ms) => {
    expect(timeFor(at(now), 8_000)).toEqual({ timeout_ms, until: now + timeout_ms });
  });

  test('is none with less than a second left before what has to be written down', () => {
    expect(timeFor(at(25_001), 8_000)).toBeUndefined();
  });
});

describe('what a payment says about', () => {
  const operation = { id: 'cp_1', amount: 1_000 };
  const known = sampleCharge('ch_1', { amount: 4_000, amount_captured: 300 });
  const approved: LookUpResult = { outcome: 'approved', psp_reference: 'p' };
  const took = (amount_captured: number): LookUpResult => ({
    outcome: 'captured',
    psp_reference: 'p',
    amount_captured,
  });

  test.each<[LookUpResult, ReturnType<typeof operationIn>, ReturnType<typeof operationIn>]>([
    [
      took(1_300),
      { outcome: 'succeeded', total: 1_300 },
      { outcome: 'failed', reason: 'invalid_request', code: 'captured' },
    ],
    [took(1_299), 'absent', { outcome: 'failed', reason: 'invalid_request', code: 'captured' }],
    [{ outcome: 'canceled', psp_reference: 'p' }, undefined, { outcome: 'succeeded' }],
    [{ outcome: 'canceled', psp_reference: 'p', hold: 'expired' }, undefined, undefined],
    [approved, 'absent', 'absent'],
    [{ ...approved, in_progress: true }, undefined, undefined],
    [{ outcome: 'absent' }, undefined, undefined],
  ])('a capture and a cancel: %j', (payment, capture, cancel) => {
    expect(operationIn(payment, 'capture', operation, known)).toEqual(capture);
    expect(operationIn(payment, 'cancel', operation, known)).toEqual(cancel);
  });

  test('a capture: no more than was left can be captured', () => {
    const most = sampleCharge('ch_1', { amount: 1_200, amount_captured: 300 });
    expect(operationIn(took(1_200), 'capture', operation, most)).toEqual({
      outcome: 'succeeded',
      total: 1_200,
    });
    expect(operationIn(took(1_199), 'capture', operation, most)).toBe('absent');
  });

  const fact: RefundFact = { psp_reference: 'r', amount: 1_000, status: 'succeeded' };
  const listed = (refund: RefundFact, complete = true) =>
    ({ outcome: 'found', complete, refunds: [{ ...fact, psp_reference: 'another' }, refund] }) as const;

  test.each<[string, Parameters<typeof refundIn>, ReturnType<typeof refundIn>]>([
    [
      'listed under our id',
      [listed({ ...fact, operation: 'cp_1' }), operation],
      { outcome: 'succeeded', psp_reference: 'r', amount: 1_000 },
    ],
    [
      'pending',
      [listed({ ...fact, operation: 'cp_1', status: 'pending' }), operation],
      { outcome: 'pending', psp_reference: 'r' },
    ],
    [
      'failed, and it is not said why',
      [listed({ ...fact, operation: 'cp_1', status: 'failed' }), operation],
      { outcome: 'failed', reason: 'unmapped' },
    ],
    [
      'failed, and why',
      [listed({ ...fact, operation: 'cp_1', status: 'failed', reason: 'card_closed' }), operation],
      { outcome: 'failed', reason: 'card_closed' },
    ],
    ['not in the list', [listed(fact), operation], 'absent'],
    ['not in a part of the list', [listed(fact, false), operation], undefined],
    ['not to be known now', [{ outcome: 'unknown', doubt: 'timeout' }, operation], undefined],
  ])('a refund: %s', (_, given, said) => {
    expect(refundIn(...given)).toEqual(said);
  });
});
