import { describe, expect, test } from '@jest/globals';
import { pspResponseOf } from '../../../../lib/routing/health/psp-response.ts';
import type { Charge } from '../../../../lib/types/charge.ts';
import { sampleCharge } from '../../../contract/sample-records.ts';

const charge = (outcome: Charge['outcome'], more: Partial<Charge> = {}): Charge =>
  sampleCharge('ch_1', { outcome, ...more });
const answers = (before: Charge['outcome'], after: Charge['outcome']) =>
  pspResponseOf(charge(before), charge(after))?.ok;

describe('whether a PSP answered an attempt', () => {
  test.each<[Charge['outcome'], boolean]>([
    ['captured', true],
    ['approved', true],
    ['do_not_honor', true],
    ['requires_action', true],
    ['rate_limited', true],
    ['invalid_request', true],
    ['unknown', false],
    ['not_sent', false],
    ['psp_unavailable', false],
    ['processor_error', false],
  ])('%s: %s', (outcome, ok) => {
    expect(answers(null, outcome)).toBe(ok);
    expect(pspResponseOf(undefined, charge(outcome))).toEqual({ psp: charge(outcome).psp, ok });
  });

  test('an attempt by any rule and any payment method counts, a later one of a session too', () => {
    const { counts, card_fingerprint, trial, ...saved } = charge('unknown');
    expect(pspResponseOf(undefined, saved)?.ok).toBe(false);
  });

  test('a payment that another program made is no attempt of ours', () => {
    expect(pspResponseOf(charge(null), charge('captured', { other_payment_of: 'ch_0' }))).toBeUndefined();
  });

  test('what a look-up or an event finds out about an unknown outcome does not count', () => {
    for (const found of ['captured', 'do_not_honor', 'absent', 'canceled'] as const)
      expect(answers('unknown', found)).toBeUndefined();
  });

  test('nothing counts twice, and nothing before there is an outcome', () => {
    for (const same of [null, 'unknown', 'captured', 'requires_action'] as const)
      expect(answers(same, same)).toBeUndefined();
    expect(answers(null, null)).toBeUndefined();
  });

  test('a customer who comes back to a PSP that no longer answers counts as a failure', () => {
    expect(answers('requires_action', 'unknown')).toBe(false);
    expect(answers('requires_action', 'captured')).toBe(true);
  });
});
