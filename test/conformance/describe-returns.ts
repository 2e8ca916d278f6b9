import { describe, expect, test } from '@jest/globals';
import { settlesFormer } from '../../lib/types/outcome.ts';
import type { Attempt } from '../../lib/types/psp.ts';
import { faultOutcomes, faults, withFault } from './faults.ts';
import type { PspSubject, Return } from './psp-subject.ts';
import { call, moneyOf, paymentRequest, sampleAttempt, scripted } from './samples.ts';

/** The customer's way back from 3-D Secure, whose query anybody can write: what comes of it is the attempt's own, or nothing. */
export const describeReturns = (subject: PspSubject): void => {
  if (!subject.adapter.capabilities.three_d_secure) return;

  describe('returns', () => {
    test('the subject says how the PSP answers them', () => expect(subject.returns).not.toHaveLength(0));

    describe.each((subject.returns ?? []).map((way) => [way.name, way] as const))('%s', (_, way) => {
      test('the genuine one', async () => {
        const { cheap, dear } = await threeAttempts(subject);
        for (const [own, other] of [
          [cheap, dear],
          [dear, cheap],
        ] as const)
          expect(await complete(subject, way, own, { returned: own, open: other })).toMatchObject(
            way.genuine ?? { outcome: 'captured', amount_captured: own.amount },
          );
      });

      test.each([
        ['the cheap one never pays for the dear order', 'cheap', 'dear'],
        ['nor the dear one for the cheap order', 'dear', 'cheap'],
        ['nor one for another order of the same price', 'cheap', 'equal'],
      ] as const)('two swapped: %s', async (_what, returned, open) => {
        const attempts = await threeAttempts(subject);
        const swap = { returned: attempts[returned], open: attempts[open] };
        const { outcome } = await complete(subject, way, swap.open, swap);
        expect(['approved', 'captured']).not.toContain(outcome);
      });

      test('two swapped: one customer’s refusal does not end the other’s payment', async () => {
        const { cheap, dear } = await threeAttempts(subject);
        const swap = { returned: cheap, open: dear };
        const { outcome } = await complete(subject, way, dear, swap, 'declined');
        expect(settlesFormer(outcome) && outcome !== 'requires_action').toBe(false);
      });
    });

    test.each(faults)('a fault says nothing of the payment: %s', async (fault) => {
      const attempt = await redirected(subject, sampleAttempt());
      const echo = {
        amount: fault === 'wrong_amount' ? attempt.amount + 1_000 : attempt.amount,
        currency: fault === 'wrong_currency' ? 'usd' : attempt.currency,
      };
      const honest = subject.play({ scene: 'captured' }, attempt, echo);
      const { psp } = scripted(
        subject,
        withFault(subject, honest, fault, (request) => subject.prepares?.(request) !== true),
      );
      const { outcome } = await psp.completeAuthentication(attempt, subject.return_params, call);
      expect(settlesFormer(outcome)).toBe(false);
      // What is no refusal must not be told as one: only what never reached the PSP may be undone.
      if (faultOutcomes[fault].outcome === 'unknown') expect(['unknown', 'duplicate']).toContain(outcome);
    });
  });
};

type Swap = { readonly returned: Attempt; readonly open: Attempt };

const complete = async (
  subject: PspSubject,
  way: Return,
  completed: Attempt,
  { returned, open }: Swap,
  scene: 'captured' | 'declined' = 'captured',
) => {
  const { psp } = scripted(subject, way.play(returned, scene, open));
  return psp.completeAuthentication(completed, way.params(returned), call);
};

const threeAttempts = async (subject: PspSubject) => {
  const of = (name: string, amount: number) =>
    redirected(subject, sampleAttempt({ reference: `ch_${name.padStart(26, '0')}`, amount }));
  return { cheap: await of('cheap', 100), dear: await of('dear', 99_900), equal: await of('equal', 100) };
};

/** An attempt whose customer was sent to the issuer, with what the PSP called it then. */
const redirected = async (subject: PspSubject, attempt: Attempt): Promise<Attempt> => {
  const { psp } = scripted(subject, subject.play({ scene: 'requires_action' }, attempt, moneyOf(attempt)));
  const answer = await psp.authorize(attempt, paymentRequest(subject), call);
  if (answer.outcome !== 'requires_action') throw new Error(`${subject.name} sent the customer nowhere`);
  return { ...attempt, psp_reference: answer.psp_reference };
};
