import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withNextStep, withReport, withSteps } from '../../../lib/charge/charge-steps.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { isResponseLost, type Step, stepKinds } from '../../../lib/types/step.ts';
import { sampleCharge } from '../../contract/sample-records.ts';

const charge = sampleCharge('ch_1', { started: 1_000 });

const step: fc.Arbitrary<Omit<Step, 'at_ms'>> = fc.record(
  {
    what: fc.constantFrom(...stepKinds),
    code: fc.constantFrom('timeout', 'captured'),
    by: fc.constantFrom('recovery'),
  },
  { requiredKeys: ['what'] },
);

const weightOf = (steps: readonly Step[], of: Step['what']): number =>
  steps.filter(({ what }) => what === of).reduce((sum, { count = 1 }) => sum + count, 0);

test('of however many steps, twenty are kept: both ends as they were, and in the middle each kind with its number', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (kinds) => {
      const all = kinds.map((one, n): Step => ({ ...one, at_ms: 2_000 + n }));
      const steps = all.reduce((reported: Charge, one) => withSteps(reported, [one]), charge).steps ?? [];
      const whole = [{ at_ms: 1_000, what: 'sent', by: 'confirm' } as const, ...all];
      expect(steps.length).toBe(Math.min(20, whole.length));
      expect(steps.slice(0, 5)).toEqual(whole.slice(0, 5));
      expect(steps.slice(-5)).toEqual(whole.slice(-5));
      for (const what of stepKinds) expect(weightOf(steps, what)).toBe(weightOf(whole, what));
      expect(isResponseLost({ steps })).toBe(all.some(({ what }) => what === 'no_answer'));
      expect(steps.map(({ at_ms }) => at_ms)).toEqual(
        steps.map(({ at_ms }) => at_ms).toSorted((a, b) => a - b),
      );
    }),
  );
});

test('a charge that was simply answered so far gains no step by the way', () => {
  expect(withNextStep(charge, { at_ms: 2, what: 'asked', by: 'recovery' })).toBe(charge);
  expect(withReport(charge, { at_ms: 2, what: 'reported', code: 'captured', by: 'webhook' })).toBe(charge);
});

test('what a source learns is the result of its own question, and of nobody else’s', () => {
  const asked = withSteps(charge, [{ at_ms: 2_000, what: 'asked', by: 'recovery' }]);
  const learned = withReport(asked, { at_ms: 2_500, what: 'asked', code: 'captured', by: 'recovery' });
  expect(learned.steps?.at(-1)).toEqual({ at_ms: 2_000, what: 'asked', by: 'recovery', code: 'captured' });
  const reported = withReport(asked, { at_ms: 2_500, what: 'reported', code: 'captured', by: 'webhook' });
  expect(reported.steps?.slice(-2)).toEqual([
    { at_ms: 2_000, what: 'asked', by: 'recovery' },
    { at_ms: 2_500, what: 'reported', code: 'captured', by: 'webhook' },
  ]);
  const again = withReport(learned, { at_ms: 3_000, what: 'asked', code: 'canceled', by: 'recovery' });
  expect(again.steps?.at(-1)).toEqual({ at_ms: 3_000, what: 'reported', code: 'canceled', by: 'recovery' });
  const canceled = withReport(asked, { at_ms: 2_500, what: 'canceled', code: 'canceled', by: 'recovery' });
  expect(canceled.steps?.slice(-2)).toEqual([
    { at_ms: 2_000, what: 'asked', by: 'recovery' },
    { at_ms: 2_500, what: 'canceled', code: 'canceled', by: 'recovery' },
  ]);
});

test('a confirm’s steps stand where they happened, whatever others have done meanwhile', () => {
  const asked = withSteps(charge, [{ at_ms: 6_000, what: 'asked', by: 'key_1' }]);
  const reported = withSteps(asked, [{ at_ms: 5_000, what: 'no_answer', code: 'timeout', by: 'confirm' }]);
  expect(reported.steps?.map(({ at_ms }) => at_ms)).toEqual([1_000, 5_000, 6_000]);
});
