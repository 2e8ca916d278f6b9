import { describe, expect, test } from '@jest/globals';
import { firstAttemptOf } from '../../../../lib/routing/health/first-attempt.ts';
import type { Charge } from '../../../../lib/types/charge.ts';
import { sampleCharge } from '../../http/records.ts';

const charge = (outcome: Charge['outcome'], changes: Partial<Charge> = {}): Charge =>
  sampleCharge({ outcome, counts: true, card_fingerprint: 'f', ...changes });

describe('the first outcome of a first attempt', () => {
  const counted = { psp: 'stripe', currency: 'eur', card: 'f', counts: true };
  test.each([
    ['null, then an approval', null, 'approved'],
    ['null, then a time-out', null, 'unknown'],
    ['the customer away, then back', 'requires_action', 'captured'],
    ['an unknown outcome that something else settles', 'duplicate', 'captured'],
  ] as const)('counts: %s', (_, before, outcome) => {
    expect(firstAttemptOf(charge(before), charge(outcome))).toEqual({ ...counted, outcome });
  });

  test('counts if it is the first seen of the charge', () => {
    expect(firstAttemptOf(undefined, charge('do_not_honor'))).toEqual({
      ...counted,
      outcome: 'do_not_honor',
    });
  });

  test.each([
    ['nothing yet', undefined, null],
    ['the customer is away', null, 'requires_action'],
    ['it was counted as unknown', 'unknown', 'approved'],
    ['it was counted, and another write follows', 'approved', 'approved'],
    ['it never was at the PSP', null, 'absent'],
    ['it was canceled', 'requires_action', 'canceled'],
  ] as const)('does not count: %s', (_, before, outcome) => {
    expect(
      firstAttemptOf(before === undefined ? undefined : charge(before), charge(outcome)),
    ).toBeUndefined();
  });

  test('does not count if the vault kept it from its PSP, neither for health nor for a rollout', () => {
    const trial = { rule: 'default', version: 8, percent: 10, arm: 'control' } as const;
    for (const code of ['vault_unavailable', 'vault_refused'])
      expect(firstAttemptOf(charge(null), charge('not_sent', { code, trial }))).toBeUndefined();
    expect(firstAttemptOf(charge(null), charge('not_sent', { code: 'ECONNREFUSED' }))).toMatchObject({
      outcome: 'not_sent',
    });
  });

  test('does not count without the mark, unless for a rollout', () => {
    const { counts: _, ...later } = charge('do_not_honor');
    expect(firstAttemptOf(undefined, later)).toBeUndefined();
    const trial = { rule: 'default', version: 8, percent: 10, arm: 'control' } as const;
    const { counts: _counts, ...counted } = { psp: 'stripe', currency: 'eur', card: 'f', counts: true };
    expect(firstAttemptOf(undefined, { ...later, trial })).toEqual({
      ...counted,
      outcome: 'do_not_honor',
      trial,
    });
  });
});
